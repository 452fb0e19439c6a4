import type { Page } from '@playwright/test';

/** Holds back all scripts of a page until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.js($|\?)/, async (route) => {
    await gate;
    await route.fallback().catch(() => {});
  });
  return release;
}
