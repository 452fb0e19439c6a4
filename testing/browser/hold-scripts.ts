import type { Page } from '@playwright/test';

/** Holds back all scripts of a page, or some, until the returned function is called. */
export async function holdScripts(page: Page, scripts = /\.js($|\?)/): Promise<() => void> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(scripts, async (route) => {
    await gate;
    await route.fallback().catch(() => {});
  });
  return release;
}
