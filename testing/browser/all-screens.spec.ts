import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { settled } from './settled.ts';
import { expectMapDrawn, findItem, test } from './steps.ts';

/**
 * Screenshots of the main screens. After an intended change of the design:
 *
 *     npm run test:browser -- all-screens --update-snapshots
 *
 * and check every screenshot that changed. This file runs before those that add maps and members, which would be visible.
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
    for (const screen of screens) {
      const tag = screen.name === usual ? [] : ['@long'];
      test(`${screen.name} looks as before`, { tag }, async ({ page }) => {
        // As on later visits: without the mark of a tour that was not seen yet.
        await page.addInitScript(() => localStorage.setItem('mapping.seen.tour', 'yes'));
        if (screen.as) await arriveSignedIn(page, screen.as);
        const { address } = screen;
        await page.goto(typeof address === 'string' ? address : await address(page));
        if (screen.map) await expectMapDrawn(page);
        await settled(page);
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
