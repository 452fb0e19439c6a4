import { type Browser, chromium, type CDPSession } from '@playwright/test';

/** A browser for one benchmark: software WebGL, and no background requests. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--headless=new',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}

/** The window of a browser, and by how much the main thread of its pages is slower than the machine. */
export interface Device {
  viewport: { width: number; height: number };
  slowdown: number;
}

export const desktop: Device = { viewport: { width: 1280, height: 800 }, slowdown: 1 };

/** As wide as a phone, at one pixel a dot, because software draws the graphics. */
export const phone: Device = { viewport: { width: 390, height: 844 }, slowdown: 4 };

/** Slows the main thread of a page, not its workers: browsers offer nothing for those. */
export async function slowDown(session: CDPSession, { slowdown }: Device): Promise<void> {
  if (slowdown !== 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}
