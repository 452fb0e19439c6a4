import { expect, type Locator, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { settled } from './settled.ts';
import { expectMapDrawn, findItem, test } from './steps.ts';

test.use({ quiet: true });

const hasFocus = (target: Locator) =>
  target.evaluate(
    (element) => element === document.activeElement || element.contains(document.activeElement),
  );

/** Presses Tab until the element has the focus. @returns how often */
async function tabTo(page: Page, target: Locator, most: number): Promise<number> {
  let stops = 0;
  while (stops < most && !(await hasFocus(target))) {
    await page.keyboard.press('Tab');
    stops += 1;
  }
  await expect(target).toBeFocused();
  return stops;
}

/** What a person sees of the focus: a ring, and whether something else covers the middle of the element. */
const focusFaults = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const box = element.getBoundingClientRect();
  const name = element.getAttribute('aria-label') ?? element.textContent ?? element.tagName;
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return [
    ...(at && (element.contains(at) || at.contains(element)) ? [] : [name + ': covered']),
    ...(outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 ? [] : [name + ': no ring']),
  ];
})()`;

test(
  'Tab reaches the map of a member in eight steps, each of which is visible',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'ada');
    await page.goto(`/demo/map/wid/${await findItem(page, 'Points of interest')}`);
    await expectMapDrawn(page);
    await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    const map = page.getByRole('application').first();
    const faults: unknown[] = [];
    let stops = 0;
    for (; stops < 30 && !(await hasFocus(map)); stops += 1) {
      if (stops > 0) faults.push(...((await page.evaluate(focusFaults)) as string[]));
      await page.keyboard.press('Tab');
    }
    await expect(map).toBeFocused();
    expect(faults).toEqual([]);
    // The last one reaches the map itself.
    expect(stops - 1).toBeLessThanOrEqual(8);

    // The tools are one of them: arrow keys lead from one to the next.
    const tools = page.getByRole('toolbar', { name: 'Map tools' });
    await page.keyboard.press('Shift+Tab');
    await expect(tools.getByRole('button', { name: 'Layers', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(tools.getByRole('button', { name: 'Basemap', exact: true })).toBeFocused();
  },
);

/** The name of what has the focus if all of it is covered: its middle, and places near its corners. */
const coveredFocus = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const { x, y, width, height } = element.getBoundingClientRect();
  // Search and buttons lie on the map.
  const isMap = element.getAttribute('role') === 'application';
  if (element === document.body || isMap || width < 2 || height < 2) return [];
  const outer = (one) => one.assignedSlot ?? one.parentElement ?? one.getRootNode().host;
  const within = (one, other) => { for (; one; one = outer(one)) if (one === other) return true; return false; };
  const seen = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]].some(([across, down]) => {
    const at = document.elementFromPoint(x + width * across, y + height * down);
    return at && (within(at, element) || within(element, at));
  });
  return seen ? [] : [element.getAttribute('aria-label') ?? element.textContent.slice(0, 40) ?? element.tagName];
})()`;

const tabbed: readonly { name: string; path: (page: Page) => Promise<string>; map?: true }[] = [
  { name: 'the gallery', path: async () => '/demo/gallery' },
  { name: 'the settings of an organisation', path: async () => '/demo/administration?page=settings' },
  {
    name: 'the sheet of a map’s layers',
    path: async (page) => `/demo/map/wid/${await findItem(page, 'Points of interest')}#tool=layers`,
    map: true,
  },
];

for (const { name, path, map } of tabbed)
  test(`nothing covers the focus on a phone: ${name}`, { tag: '@long' }, async ({ page }) => {
    await arriveSignedIn(page, 'ada');
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto(await path(page));
    await (map ? expectMapDrawn(page) : settled(page));
    const { pathname } = new URL(page.url());
    const covered: string[] = [];
    /* oxlint-disable no-await-in-loop -- one after the other */
    for (const key of ['Tab', 'Shift+Tab'])
      for (let stop = 0; stop < 40; stop++) {
        await page.keyboard.press(key);
        covered.push(...((await page.evaluate(coveredFocus)) as string[]));
      }
    /* oxlint-enable no-await-in-loop */
    expect(covered).toEqual([]);
    // The focus opens nothing.
    expect(new URL(page.url()).pathname).toBe(pathname);
  });

/** Sets a point at the middle of the map, and moves the map below it. */
async function setPoint(page: Page, next: string): Promise<void> {
  await page.keyboard.press('Space');
  await expect(page.getByTestId('map-announcer')).toHaveText(/^Point at latitude/);
  // The map moves while the key is held, if the machine draws meanwhile.
  await expect(async () => {
    await page.keyboard.press(next, { delay: 400 });
    await expect(page.getByTestId('map-announcer')).toHaveText(/^Map at latitude/, { timeout: 5000 });
  }).toPass();
}

test('features within an area are selected by keyboard', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(240_000);
  await arriveSignedIn(page, 'grace');
  const id = await findItem(page, 'Buildings by number of storeys');
  await page.goto(`/demo/map/wid/${id}#tool=select`);
  await expectMapDrawn(page);
  const panel = page.getByRole('region', { name: 'Select', exact: true });
  await panel.getByRole('button', { name: 'Area', exact: true }).press('Enter');
  await expect(panel.getByText(/^By keyboard/)).toBeVisible();
  await page.getByRole('application').first().focus();
  await setPoint(page, 'ArrowRight');
  await setPoint(page, 'ArrowDown');
  await setPoint(page, 'ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(panel.getByText(/[1-9].* selected$/)).toBeVisible();
});

test('shapes are drawn by keyboard, and each point is announced', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(240_000);
  await arriveSignedIn(page, 'grace');
  await page.goto('/demo/map#tool=draw');
  await expectMapDrawn(page);
  const panel = page.getByRole('region', { name: 'Draw', exact: true });
  const map = page.getByRole('application').first();
  const begin = async (tool: string) => {
    await panel.getByRole('button', { name: tool, exact: true }).press('Enter');
    await expect(panel.getByText(/^By keyboard/)).toBeVisible();
    await map.focus();
  };
  await begin('Line');
  await setPoint(page, 'ArrowRight');
  await setPoint(page, 'ArrowDown');
  await setPoint(page, 'ArrowDown');
  await page.keyboard.press('z');
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Drawings: 1')).toBeVisible();
  await begin('Rectangle');
  // A click without dragging makes one of a usual size.
  await page.keyboard.press('Space');
  await expect(panel.getByText('Drawings: 2')).toBeVisible();
});

interface Saying extends HTMLElement {
  said?: string[];
}

test(
  'corners of a drawing are moved, removed and restored by keyboard',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(240_000);
    await arriveSignedIn(page, 'grace');
    await page.goto('/demo/map#tool=draw');
    await expectMapDrawn(page);
    const panel = page.getByRole('region', { name: 'Draw', exact: true });
    const map = page.getByRole('application').first();
    const announced = page.getByTestId('map-announcer');
    /** What was announced since the page opened. */
    const said = () => announced.evaluate((element) => (element as Saying).said ?? []);
    await announced.evaluate((element: Saying) => {
      element.said = [];
      new MutationObserver(() => element.said?.push(element.textContent)).observe(element, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    /** Presses a key. @returns what is announced then */
    const press = async (key: string, expected: RegExp, delay = 0): Promise<string> => {
      const before = (await said()).length;
      await page.keyboard.press(key, { delay });
      const heard = async () => (await said()).slice(before).find((text) => expected.test(text)) ?? '';
      await expect.poll(heard).toMatch(expected);
      return heard();
    };
    // Long enough for a frame on a busy machine: the map moves with the frames.
    const moveMap = (key: string) => press(key, /^Map at latitude/, 2000);
    const corners = async (count: number) => {
      const places: string[] = [];
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (let at = 0; at < count; at++) places.push(await press('PageDown', /^Point at latitude/));
      return places;
    };
    const tool = panel.getByRole('button', { name: 'Area', exact: true });
    await tool.press('Enter');
    await expect(panel.getByText(/^By keyboard/)).toBeVisible();
    await map.focus();
    await press('Space', /^Point at latitude/);
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await moveMap(key);
      // oxlint-disable-next-line no-await-in-loop
      await press('Space', /^Point at latitude/);
    }
    await page.keyboard.press('Enter');
    await expect(panel.getByText('Drawings: 1')).toBeVisible();
    await tool.press('Enter');
    await map.focus();
    await page.keyboard.press('Space');
    await expect(panel.getByText(/^By keyboard/)).toBeVisible();

    const before = await corners(4);
    expect(new Set(before).size).toBe(4);
    await press('Space', /^Picked up/);
    await moveMap('ArrowLeft');
    const moved = await press('Space', /^Point at latitude/);
    expect(before).not.toContain(moved);
    expect(await corners(4)).toEqual([...before.slice(0, 3), moved]);

    // Escape returns a corner that is picked up; the drawing stays open.
    await press('Space', /^Picked up/);
    await moveMap('ArrowLeft');
    await page.keyboard.press('Escape');
    expect(await corners(4)).toEqual([...before.slice(0, 3), moved]);

    await press('Space', /^Picked up/);
    await page.keyboard.press('Delete');
    expect(new Set(await corners(4)).size).toBe(3);

    // Undo restores the corner, ends that it was picked up, and returns it to where it was.
    const undo = panel.getByRole('button', { name: 'Undo', exact: true });
    await undo.press('Enter');
    await map.focus();
    expect(new Set(await corners(4))).toEqual(new Set([...before.slice(0, 3), moved]));
    await undo.press('Enter');
    await undo.press('Enter');
    await map.focus();
    expect(new Set(await corners(4))).toEqual(new Set(before));
  },
);

test(
  'a map is opened, searched, read, measured and shared through names and roles, by keyboard',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(300_000);
    await arriveSignedIn(page, 'grace');
    await page.goto('/demo/gallery');

    await test.step('open: the list of maps has headings, and each its link', async () => {
      const search = page.getByRole('searchbox', { name: 'Search maps' });
      await search.focus();
      await page.keyboard.type('sights');
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Map gallery');
      const link = main.getByRole('link', { name: /Sights and monuments/ });
      // Cards that are replaced lose the focus.
      await expect(page.getByRole('main').getByRole('link', { name: /Buildings/ })).toHaveCount(0);
      await expect(link).toHaveCount(1);
      await tabTo(page, link, 30);
      await page.keyboard.press('Enter');
      await expectMapDrawn(page);
      await expect(page).toHaveTitle(/Sights and monuments/);
      const map = page.getByRole('application').first();
      await expect(map).toHaveAccessibleName(/Sights and monuments/);
      await expect(page.getByRole('banner')).toContainText('Sights and monuments');
      const announcer = page.getByTestId('map-announcer');
      await expect(announcer).toHaveRole('status');
      await expect(announcer).toHaveText(/^Map (loaded|at latitude)/);
    });

    await test.step('search: suggestions are options of the field', async () => {
      await page.getByRole('search').getByRole('button', { name: 'Find a place or feature' }).press('Enter');
      await expect(page.getByRole('combobox', { name: 'Search the map' })).toBeFocused();
      const field = page.getByRole('combobox', { name: 'Search the map' });
      await page.keyboard.type('51.1283, 71.4305');
      await expect(field).toHaveAttribute('aria-expanded', 'true');
      await expect(page.getByRole('listbox').getByRole('option').first()).toHaveAccessibleName(/51\.1283/);
      await page.keyboard.press('Enter');
      await expect(field).toBeFocused();
      await expect(page.getByTestId('map-announcer')).toHaveText(/^Map at latitude 51\.128/);
    });

    await test.step('read: layers, legend and features in view are texts', async () => {
      const tools = page.getByRole('toolbar', { name: 'Map tools' });
      // The map may open with the panel.
      const button = tools.getByRole('button', { name: 'Layers', exact: true });
      if ((await button.getAttribute('aria-pressed')) !== 'true') await button.press('Enter');
      const layers = page.getByRole('region', { name: 'Layers', exact: true });
      await expect(
        layers
          .getByRole('checkbox', { name: /Sights and monuments/ })
          .or(layers.getByRole('button', { name: /Sights and monuments/ }))
          .first(),
      ).toBeVisible();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      await expect(layers.getByRole('heading', { name: 'Layers' })).toBeVisible();
      const legend = tools.getByRole('button', { name: 'Legend', exact: true });
      await legend.press('Enter');
      await expect(legend).toHaveAttribute('aria-pressed', 'true');
      await expect(button).toHaveAttribute('aria-pressed', 'false');
      await expect(page.getByRole('region', { name: 'Legend', exact: true })).toContainText(
        'Sights and monuments',
      );
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('in view');
      await expect(page.getByRole('option', { name: 'In view' })).toBeVisible();
      await page.keyboard.press('Enter');
      const panel = page.getByRole('region', { name: 'In view', exact: true });
      await expect(panel.getByText(/features? in view/)).toBeVisible();
      const first = panel.getByRole('listitem').first().getByRole('button');
      await expect(first).toHaveText(/ (m|km) (north|south|east|west)|At the centre of the map/);
      await first.press('Enter');
      const popup = page.locator('arcgis-popup');
      await expect(popup).toHaveJSProperty('open', true);
      // The words of the row are those of the popup that it opens.
      const [name = ''] = (await first.innerText()).split('\n');
      await expect(popup.getByRole('heading', { name }).first()).toBeVisible();
    });

    await test.step('measure: points are set at the middle of the map', async () => {
      const tools = page.getByRole('toolbar', { name: 'Map tools' });
      await tools.getByRole('button', { name: 'Measure', exact: true }).press('Enter');
      const panel = page.getByRole('region', { name: 'Measure', exact: true });
      await expect(panel.getByText(/^By keyboard/)).toBeVisible();
      await page.getByRole('application').first().focus();
      await page.keyboard.press('Space');
      await expect(page.getByTestId('map-announcer')).toHaveText(/^Point at latitude/);
      await page.keyboard.press('ArrowRight', { delay: 600 });
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await expect(panel.getByRole('status', { name: 'Distance' })).toHaveText(/\d.* (m|km)$/);
      // The next distance can be measured at once.
      await expect(page.getByRole('application').first()).toBeFocused();
      await panel.getByRole('button', { name: 'Coordinates' }).press('Enter');
      await expect(panel.getByText('Click a location on the map.')).toBeVisible();
      await page.getByRole('application').first().focus();
      await page.keyboard.press('Space');
      await expect(panel.getByText(/^51\.\d+, 71\.\d+/)).toBeVisible();
      await expect(page.getByRole('application').first()).toBeFocused();
    });

    await test.step('share: the link is in a named field', async () => {
      const tools = page.getByRole('toolbar', { name: 'Map tools' });
      const share = tools.getByRole('button', { name: 'Share', exact: true });
      await share.press('Enter');
      const panel = page.getByRole('region', { name: 'Share', exact: true });
      // The button keeps the focus, with which the arrow keys lead to other tools.
      const create = panel.getByRole('button', { name: 'Create link' });
      await expect(create).toBeVisible();
      await expect(share).toBeFocused();
      // Tab goes on in the panel, although the map and the popup come first in the document.
      await tabTo(page, create, 10);
      await page.keyboard.press('Enter');
      const link = panel.getByRole('textbox', { name: 'Link', exact: true });
      await expect(link).toHaveValue(/\/map\/sid\//);
      // The button has gone; the keyboard is still in the panel.
      await expect(panel).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(share).toBeFocused();
    });
  },
);
