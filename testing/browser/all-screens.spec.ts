import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, findItem, test } from './steps.ts';

/**
 * Pictures of the main screens. After a change of the look that is meant:
 *
 *     npm run test:browser -- all-screens --update-snapshots
 *
 * and look at every picture that changed. This file runs before those that add maps and people, which the pictures would show.
 */
interface Screen {
  name: string;
  address: string | ((page: Page) => Promise<string>);
  as?: 'ada';
  map?: boolean;
}

const screens: readonly Screen[] = [
  { name: 'home', address: '/demo' },
  { name: 'gallery', address: '/demo/gallery' },
  { name: 'map', address: '/demo/map#tool=layers', map: true },
  { name: 'content', address: '/demo/content?sort=title&order=asc', as: 'ada' },
  {
    name: 'web-map',
    address: async (page) => `/demo/map/wid/${await findItem(page, 'Points of interest')}#tool=legend`,
    map: true,
  },
  { name: 'groups', address: '/demo/groups', as: 'ada' },
  { name: 'profile', address: '/demo/profile', as: 'ada' },
  { name: 'administration', address: '/demo/administration', as: 'ada' },
  { name: 'join', address: '/demo/join' },
  { name: 'not-found', address: '/demo/no/such/page' },
];

const phone = { viewport: { width: 390, height: 720 }, hasTouch: true };
const desk = { viewport: { width: 1024, height: 640 } };
/** `usual`: the one screen of this look that every run takes; the others are taken in the long one. */
const looks = [
  { look: 'light', usual: 'home', use: { ...desk, colorScheme: 'light' } },
  { look: 'dark', usual: 'gallery', use: { ...desk, colorScheme: 'dark' } },
  { look: 'phone', usual: 'map', use: { ...phone, colorScheme: 'light' } },
  { look: 'right-to-left', usual: 'content', use: { ...desk, colorScheme: 'light', locale: 'ar' } },
] as const;

for (const { look, usual, use } of looks) {
  test.describe(`screens, ${look}`, () => {
    test.use(use);
    for (const screen of screens) {
      const tag = screen.name === usual ? [] : ['@long'];
      test(`${screen.name} looks as before`, { tag }, async ({ page }) => {
        if (screen.as) await arriveSignedIn(page, screen.as);
        const { address } = screen;
        await page.goto(typeof address === 'string' ? address : await address(page));
        if (screen.map) await expectMapDrawn(page);
        await settled(page);
        await expect(page).toHaveScreenshot(`${screen.name}-${look}.png`, {
          // Maps are drawn by the SDK, pictures of maps by the demo: neither is the look of this product.
          mask: [page.getByRole('application'), page.locator('main img')],
          maskColor: '#8a8a8a',
          maxDiffPixelRatio: 0.01,
        });
      });
    }
  });
}

/** Everything that was announced has come, and the fonts with it. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('main')).toBeVisible();
  await expect(page.locator('.MuiSkeleton-root, .MuiCircularProgress-root')).toHaveCount(0);
  // A bar with a value shows how full something is.
  await expect(page.locator('[role=progressbar]:not([aria-valuenow])')).toHaveCount(0);
  await page.evaluate('document.fonts.ready');
}
