import { expect, type Page } from '@playwright/test';

/** Waits until all content and fonts have loaded. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('main')).toBeVisible();
  await expect(page.locator('.MuiSkeleton-root, .MuiCircularProgress-root')).toHaveCount(0);
  // A progress bar with a value is a meter, and hidden ones keep their place.
  await expect(page.locator('[role=progressbar]:not([aria-valuenow]):visible')).toHaveCount(0);
  await page.evaluate('document.fonts.ready');
}
