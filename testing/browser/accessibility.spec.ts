import type { Page } from '@playwright/test';
import { stableId } from '../../server/demo/users.ts';
import { expectAccessible, expectAccessibleInArabic, expectUsual } from './accessibility-faults.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { settled } from './settled.ts';
import { expectMapDrawn, findItem, sharedMap, test } from './steps.ts';

interface Screen {
  name: string;
  path: string | ((page: Page) => Promise<string>);
  as?: 'ada' | 'grace';
  map?: true;
  /** The tags of the test of its usual look, which the others do not have. */
  usual?: readonly '@long'[];
}

const mapWith = (title: string, rest: string) => async (page: Page) =>
  `/demo/map/wid/${await findItem(page, title)}${rest}`;
const detailsOf = (title: string, tab: string) => async (page: Page) =>
  `/demo/gallery?item=${await findItem(page, title)}&tab=${tab}`;

const screens: readonly Screen[] = [
  { name: 'home', path: '/demo', usual: ['@long'] },
  { name: 'gallery', path: '/demo/gallery', usual: [] },
  { name: 'a new map', path: '/demo/map', map: true, usual: ['@long'] },
  { name: 'the layers of a map', path: mapWith('Points of interest', '#tool=layers'), map: true },
  { name: 'a presentation', path: mapWith('Sights and monuments', '?view=present'), map: true },
  { name: 'a dashboard', path: mapWith('Buildings by number of storeys', '?view=dashboard'), map: true },
  { name: 'an embedded map', path: mapWith('Sights and monuments', '?embed'), map: true },
  { name: 'a shared map', path: sharedMap, map: true },
  { name: 'a map that is not there', path: '/demo/map/wid/0123456789abcdef0123456789abcdef' },
  { name: 'a failed sign-in', path: '/demo/signed-in?error=server_error&error_description=Unavailable' },
  { name: 'a form', path: `/demo/form/${stableId('item', 'problem-reports')}` },
  { name: 'the details of an item', path: detailsOf('Sights and monuments', 'overview') },
  { name: 'the comments of an item', path: detailsOf('Sights and monuments', 'comments'), as: 'grace' },
  { name: 'my content', path: '/demo/content', as: 'ada' },
  { name: 'groups', path: '/demo/groups', as: 'ada' },
  { name: 'the profile', path: '/demo/profile', as: 'ada' },
  { name: 'copying between portals', path: '/demo/copy', as: 'ada' },
  ...['settings', 'portal', 'integrations', 'health', 'maps', 'usage', 'people', 'audit', 'revisions'].map(
    (page) => ({
      name: `administration, ${page},`,
      path: `/demo/administration?page=${page}`,
      as: 'ada' as const,
    }),
  ),
  { name: 'an invitation', path: '/demo/join' },
  { name: 'the accessibility statement', path: '/demo/accessibility' },
  { name: 'not found', path: '/demo/nothing' },
  { name: 'unknown organisation', path: '/atlantis' },
];

for (const { name, path, as, map, usual } of screens) {
  const open = async (page: Page) => {
    if (as) await arriveSignedIn(page, as);
    await page.goto(typeof path === 'string' ? path : await path(page));
  };
  const ready = (page: Page) => (map ? expectMapDrawn(page) : settled(page));

  if (usual)
    test(
      `${name} has no automatically detectable accessibility violations, light, dark and narrow`,
      { tag: [...usual] },
      async ({ page }) => {
        await open(page);
        await ready(page);
        await expectUsual(page);
      },
    );

  test(
    `${name} has no accessibility violations in any look, nor in Arabic`,
    { tag: '@long' },
    async ({ page }) => {
      test.setTimeout(360_000);
      await open(page);
      await ready(page);
      await expectAccessible(page);
      await expectAccessibleInArabic(page, () => ready(page));
    },
  );
}
