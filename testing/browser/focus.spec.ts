import { expect, type Locator, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { hiddenFocuses } from './focus-faults.ts';
import { settled } from './settled.ts';
import { expectMapDrawn, findItem, panelOf, sharedMap, test, tokenOf } from './steps.ts';

test.use({ quiet: true });

interface ScrolledBox {
  name: string;
  open: (page: Page) => Promise<Locator>;
}

const dialogAt =
  (path: (page: Page) => Promise<string> | string, ...press: readonly (string | RegExp)[]) =>
  async (page: Page) => {
    await page.goto(await path(page));
    await settled(page);
    for (const name of press) {
      const exact = typeof name === 'string';
      const button = page
        .getByRole('button', { name, exact })
        .or(page.getByRole('menuitem', { name, exact }));
      // oxlint-disable-next-line no-await-in-loop -- one leads to the next
      await button.first().click();
    }
    const dialog = page.getByRole('dialog').last();
    await expect(dialog).toBeVisible();
    await settled(page);
    return dialog;
  };

const toolAt = (tool: string, name: string) => async (page: Page) => {
  await page.goto(`/demo/map/wid/${await findItem(page, 'Points of interest')}#tool=${tool}`);
  await expectMapDrawn(page);
  const panel = panelOf(page, name);
  await panel.getByRole('button').last().focus();
  return panel;
};

/** A file whose columns and rows are more than its preview shows at once. */
const columns = Array.from({ length: 12 }, (_none, index) => `column ${index}`);
const table = [
  ['lat', 'lon', ...columns].join(','),
  ...Array.from({ length: 30 }, (_none, row) => ['51.1', '71.4', ...columns.map(() => row)].join(',')),
].join('\n');

const boxes: readonly ScrolledBox[] = [
  ...['overview', 'data', 'settings', 'comments'].map((tab) => ({
    name: `the details of a layer, ${tab}`,
    open: dialogAt(async (page) => `/demo/gallery?item=${await layerItem(page)}&tab=${tab}`),
  })),
  {
    name: 'the preview of a file',
    open: async (page) => {
      const dialog = await dialogAt(() => '/demo/content', 'Upload a file')(page);
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'Choose a file' }).click();
      const file = { name: 'wide.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
      await (await chooser).setFiles(file);
      await expect(dialog.getByRole('table')).toBeVisible();
      return dialog;
    },
  },
  { name: 'the details to edit', open: dialogAt(() => '/demo/content', /^Actions for/, 'Edit details') },
  { name: 'the form of a person', open: dialogAt(() => '/demo/administration?page=people', /Grace Hopper/) },
  { name: 'a new role', open: dialogAt(() => '/demo/administration?page=people', 'Roles', 'New role') },
  { name: 'the notifications', open: dialogAt(() => '/demo', /^Notifications/) },
  {
    name: 'the settings above the bar that saves them',
    open: async (page) => {
      await page.goto('/demo/administration?page=settings');
      await settled(page);
      const title = page.getByRole('main').getByRole('textbox').first();
      await title.fill('Another title');
      await title.focus();
      return page.getByRole('main');
    },
  },
  { name: 'the layers of a map', open: toolAt('layers', 'Layers') },
  { name: 'sharing a map', open: toolAt('share', 'Share') },
];

/** A hosted layer of the demo with rows. */
async function layerItem(page: Page): Promise<string> {
  const response = await page.request.get('/portal/sharing/rest/search', {
    params: { f: 'json', q: 'type:"Feature Service"', num: 1, token: await tokenOf(page, 'ada') },
  });
  const { results } = (await response.json()) as { results: { id: string }[] };
  return results[0]?.id ?? '';
}

for (const [size, width, height] of [
  ['a low window', 1280, 500],
  ['a phone', 360, 640],
] as const)
  for (const { name, open } of boxes)
    test(
      `nothing hides the focus in a box that scrolls in ${size}: ${name}`,
      { tag: '@long' },
      async ({ page }) => {
        await page.setViewportSize({ width, height });
        await arriveSignedIn(page, 'ada');
        const box = await open(page);
        expect(await hiddenFocuses(page, box)).toEqual([]);
      },
    );

/** How a map is opened, and where it is that the Tab key begins. */
const maps: readonly {
  name: string;
  as?: 'ada' | 'grace';
  path: (page: Page) => Promise<string>;
  phone?: true;
}[] = [
  { name: 'an administrator', as: 'ada', path: mapAt('') },
  { name: 'a member', as: 'grace', path: mapAt('') },
  { name: 'a visitor', path: mapAt('') },
  { name: 'a recipient of a link', path: sharedMap },
  { name: 'a member on a phone', as: 'grace', path: mapAt(''), phone: true },
  { name: 'a visitor on a phone', path: mapAt(''), phone: true },
  { name: 'a member with an open tool', as: 'grace', path: mapAt('#tool=layers') },
  { name: 'a member on a phone with an open tool', as: 'grace', path: mapAt('#tool=layers'), phone: true },
  { name: 'a reader of an embedded map', path: mapAt('?embed') },
];

/** Stops of the Tab key before the map. */
const mostStops = 8;

for (const { name, as, path, phone } of maps)
  test(`Tab reaches the map in at most ${mostStops} stops: ${name}`, { tag: '@long' }, async ({ page }) => {
    if (phone) await page.setViewportSize({ width: 360, height: 740 });
    if (as) await arriveSignedIn(page, as);
    await page.goto(await path(page));
    await expectMapDrawn(page);
    if (as && !phone) await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    // An open tool may have taken the focus.
    await page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute('tabindex');
    });
    const stops: string[] = [];
    const focused = () =>
      page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        if (element?.closest('[role=application]')) return '';
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '?';
      });
    /* oxlint-disable no-await-in-loop -- one after the other */
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press('Tab');
      const at = await focused();
      if (at === '') break;
      stops.push(at);
    }
    /* oxlint-enable no-await-in-loop */
    expect(stops.length > mostStops ? stops : [], 'stops before the map').toEqual([]);
  });

test(
  'Tab leads from the button of a tool into its panel, and Shift+Tab back',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'grace');
    await page.goto(await mapAt('')(page));
    await expectMapDrawn(page);
    const share = page.getByRole('toolbar', { name: 'Map tools' }).getByRole('button', { name: 'Share' });
    await share.press('Enter');
    const create = panelOf(page, 'Share').getByRole('button', { name: 'Create link' });
    await expect(create).toBeEnabled();
    await expect(share).toBeFocused();
    const stops: string[] = [];
    const press = async (key: string) => {
      await page.keyboard.press(key);
      stops.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? ''));
    };
    const isAt = (target: Locator) => target.evaluate((element) => element === document.activeElement);
    /* oxlint-disable no-await-in-loop -- one after the other */
    for (let stop = 0; stop < 8 && !(await isAt(create)); stop++) await press('Tab');
    await expect(create, stops.join('\n')).toBeFocused();
    for (let stop = 0; stop < 8 && !(await isAt(share)); stop++) await press('Shift+Tab');
    /* oxlint-enable no-await-in-loop */
    await expect(share, stops.join('\n')).toBeFocused();
    // Whoever comes to the button later goes on to the map.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(share).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(panelOf(page, 'Share').locator(':focus')).toHaveCount(0);
  },
);

function mapAt(rest: string) {
  return async (page: Page) => `/demo/map/wid/${await findItem(page, 'Points of interest')}${rest}`;
}
