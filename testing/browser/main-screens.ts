import type { Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { settled } from './settled.ts';
import { expectMapDrawn, findItem } from './steps.ts';

export interface Screen {
  name: string;
  address: string | ((page: Page) => Promise<string>);
  as?: 'ada';
  map?: boolean;
}

/** The ten main screens, of which there are pictures in testing/browser/screens. */
export const mainScreens: readonly Screen[] = [
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

/** Opens a main screen as on later visits: without the mark of a tour that was not seen yet. */
export async function openScreen(page: Page, { address, as, map }: Screen): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('mapping.seen.tour', 'yes'));
  if (as) await arriveSignedIn(page, as);
  await page.goto(typeof address === 'string' ? address : await address(page));
  if (map) await expectMapDrawn(page);
  await settled(page);
}
