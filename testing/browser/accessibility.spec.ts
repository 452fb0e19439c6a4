import { expect, type Locator, type Page } from '@playwright/test';
import { stableId } from '../../server/demo/people.ts';
import { expectAccessible, expectAccessibleInArabic, expectUsual } from './accessibility-faults.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { settled } from './settled.ts';
import { expectMapDrawn, fillSignIn, findItem, openSignIn, test } from './steps.ts';

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

/** States that have no address: what is done on a page, and what appears then. */
const states: readonly {
  name: string;
  path: string;
  as?: 'ada';
  press: readonly (string | RegExp)[];
  shows: (page: Page) => Locator;
}[] = [
  {
    name: 'the commands',
    path: '/demo',
    press: ['Commands'],
    shows: (page) => page.getByRole('dialog', { name: 'Commands' }),
  },
  {
    name: 'the languages',
    path: '/demo',
    press: ['Language'],
    shows: (page) => page.getByRole('menu'),
  },
  {
    name: 'the tour',
    path: '/demo',
    press: ['Account', /^Tour of this page/],
    shows: (page) => page.getByRole('dialog'),
  },
  {
    name: 'the news',
    path: '/demo',
    press: ['Account', /^What’s new/],
    shows: (page) => page.getByRole('dialog', { name: 'What’s new' }),
  },
  {
    name: 'the filters of the gallery',
    path: '/demo/gallery',
    press: ['Filters'],
    shows: (page) => page.getByRole('combobox', { name: 'Category' }),
  },
  {
    name: 'the notifications',
    path: '/demo',
    as: 'ada',
    press: [/^Notifications/],
    shows: (page) => page.getByRole('dialog', { name: 'Notifications' }),
  },
  {
    name: 'a new item',
    path: '/demo/content',
    as: 'ada',
    press: ['Add item'],
    shows: (page) => page.getByRole('dialog'),
  },
  {
    name: 'an upload',
    path: '/demo/content',
    as: 'ada',
    press: ['Upload a file'],
    shows: (page) => page.getByRole('dialog', { name: 'Upload a file' }),
  },
  {
    name: 'a new person',
    path: '/demo/administration?page=people',
    as: 'ada',
    press: ['Add a person'],
    shows: (page) => page.getByRole('dialog'),
  },
  {
    name: 'a person',
    path: '/demo/administration?page=people',
    as: 'ada',
    press: [/Grace Hopper/],
    shows: (page) => page.getByRole('dialog'),
  },
  {
    name: 'a new role',
    path: '/demo/administration?page=people',
    as: 'ada',
    press: ['Roles', 'New role'],
    shows: (page) => page.getByRole('dialog'),
  },
];

for (const { name, path, as, press, shows } of states)
  test(`${name}: no accessibility violations in any look`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(240_000);
    if (as) await arriveSignedIn(page, as);
    await page.goto(path);
    // One leads to the next.
    // oxlint-disable-next-line no-await-in-loop
    for (const button of press) await pressButton(page, button);
    await expect(shows(page)).toBeVisible();
    await settled(page);
    await expectAccessible(page);
  });

async function pressButton(page: Page, name: string | RegExp): Promise<void> {
  const exact = typeof name === 'string';
  await page
    .getByRole('button', { name, exact })
    .or(page.getByRole('menuitem', { name, exact }))
    .first()
    .click();
}

test(
  'the sign-in page has no automatically detectable accessibility violations, light, dark and narrow',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo');
    await openSignIn(page);
    await expectUsual(page);
  },
);

test(
  'the sign-in pages have no accessibility violations in any look, nor in Arabic',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(300_000);
    await page.goto('/demo');
    await openSignIn(page);
    await expectAccessible(page);
    await fillSignIn(page, 'ada', 'not-the-password');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByLabel('Username or email address')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Username or email address').fill('nobody@city.example');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/portal/sharing/rest/oauth2/newPassword');
    await expectAccessible(page);
    await page.goto('/portal/sharing/rest/oauth2/forgottenPassword?locale=ar');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expectAccessible(page, ['light', '400 %']);
  },
);
