import { expect } from '@playwright/test';
import { mainScreens, openScreen } from './main-screens.ts';
import { test } from './steps.ts';

/*
 * Screenshots of the main screens (main-screens.ts). After an intended change of the design:
 *
 *     npm run test:browser -- all-screens --update-snapshots
 *
 * and check every screenshot that changed. This file runs before those that add maps and members, which would be visible.
 */

const phone = { viewport: { width: 390, height: 720 }, hasTouch: true };
const desk = { viewport: { width: 1024, height: 640 } };
/** `usual`: the one screen of this variant that every run compares; the long run compares the others. */
const looks = [
  { look: 'light', usual: 'home', use: { ...desk, colorScheme: 'light' } },
  { look: 'dark', usual: 'gallery', use: { ...desk, colorScheme: 'dark' } },
  { look: 'phone', usual: 'map', use: { ...phone, colorScheme: 'light' } },
  { look: 'right-to-left', usual: 'content', use: { ...desk, colorScheme: 'light', locale: 'ar' } },
] as const;

for (const { look, usual, use } of looks) {
  test.describe(`screens, ${look}`, () => {
    test.use(use);
    for (const screen of mainScreens) {
      const tag = screen.name === usual ? [] : ['@long'];
      test(`${screen.name} looks as before`, { tag }, async ({ page }) => {
        await openScreen(page, screen);
        await expect(page).toHaveScreenshot(`${screen.name}-${look}.png`, {
          // Maps are drawn by the SDK and thumbnails of maps by the demo: neither is part of this product's design.
          mask: [page.getByRole('application'), page.locator('main img')],
          maskColor: '#8a8a8a',
          maxDiffPixelRatio: 0.01,
        });
      });
    }
  });
}
