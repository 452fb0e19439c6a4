import { expect, type Page } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn, findItem } from './steps.ts';

test.use({ quiet: true });

/** Nothing in these tests uses the mouse. */
async function command(page: Page, typed: string, name: string | RegExp) {
  // Until the program runs, the page shows the header that the server has drawn.
  await expect(page.locator('#shell')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: /^Find a tool/ })).toBeFocused();
  await page.keyboard.type(typed);
  const option = page.getByRole('option', { name });
  await expect(option).toBeVisible();
  for (let steps = 0; steps < 20 && !(await isChosen(page, name)); steps++)
    await page.keyboard.press('ArrowDown');
  await expect.poll(() => isChosen(page, name)).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeHidden();
}

/** Whether the option is the field's active descendant, which screen readers announce. */
async function isChosen(page: Page, name: string | RegExp): Promise<boolean> {
  const id = await page.getByRole('option', { name }).getAttribute('id');
  const active = await page
    .getByRole('combobox', { name: /^Find a tool/ })
    .getAttribute('aria-activedescendant');
  return id !== null && id === active;
}

onEachPortal((_portal, { long }) => {
  test(
    'the keyboard leads from the home page to a map, its layers, its tools and a place',
    long,
    async ({ page, site }) => {
      const id = await site.maps.idOf('Sights and monuments');
      await page.goto(`/${site.org}`);
      await expect(page.getByRole('button', { name: 'Commands' })).toBeVisible();
      await command(page, 'gallery', 'Map gallery');
      await expect(page).toHaveURL(new RegExp(`/${site.org}/gallery`));

      await command(page, 'sights and mon', 'Sights and monuments');
      await expect(page).toHaveURL(new RegExp(`/${site.org}/map/wid/${id}`));
      await expectMapDrawn(page);

      await command(page, 'measure', /^Measure$/);
      await expect(page.getByRole('region', { name: 'Measure' })).toBeVisible();
      // Tools are found by what they do, too.
      await command(page, 'elevation', 'Elevation profile · Measure');
      await command(page, 'buffer', 'Buffer · Analysis');
      await command(page, 'hull', 'Convex hull · Analysis');
      await expect(page.getByRole('combobox', { name: 'Tool' })).toHaveText('Convex hull');

      await command(page, 'hide monuments', 'Hide Sights and monuments');
      await expect(page).toHaveURL(/hide=/);
      await command(page, 'show monuments', 'Show Sights and monuments');
      await expect(page).not.toHaveURL(/hide=/);

      await command(page, '51.16 71.47', '51.160000, 71.470000');
      await expect(page).toHaveURL(/at=51\.16\d*,71\.47/);
    },
  );
});

test(
  'the theme and the language change in place and the focus returns',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo');
    const account = page.getByRole('button', { name: 'Account' });
    await account.focus();
    await command(page, 'dark', 'Theme: dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(account).toBeFocused();
    await command(page, 'nederlands', 'Language: Nederlands');
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
  },
);

test(
  'a map opens without loading the palette; the first Ctrl K loads it',
  { tag: '@long' },
  async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`/demo/map/wid/${await findItem(page, 'Sights and monuments')}`);
    await expectMapDrawn(page);
    const palette = () => requested.filter((url) => /\/(palette|map-viewer-commands)-[^/]+\.js/.test(url));
    expect(palette()).toEqual([]);
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('option', { name: 'Layers', exact: true })).toBeVisible();
    expect(palette().length).toBeGreaterThan(0);
  },
);

test('the palette opens above a popup and receives the typing', { tag: '@long' }, async ({ page }) => {
  await page.goto(`/demo/map/wid/${await findItem(page, 'Sights and monuments')}#tool=in-view`);
  await expectMapDrawn(page);
  const panel = page.getByRole('region', { name: 'In view', exact: true });
  await panel.getByRole('listitem').first().getByRole('button').press('Enter');
  const popup = page.locator('arcgis-popup');
  await expect(popup).toHaveJSProperty('open', true);
  // The mouse is over the popup, so that it has the focus.
  const box = await popup.locator('arcgis-features-next').boundingBox();
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: /^Find a tool/ });
  await expect(field).toBeFocused();
  await page.keyboard.type('measure');
  await expect(field).toHaveValue('measure');
  // Where both overlap, the palette is on top.
  const dialog = page.getByRole('dialog', { name: 'Commands' });
  const top = await page.evaluate(
    ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('arcgis-popup, .MuiDialog-root')?.tagName,
    [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20],
  );
  expect(top).toBe('DIV');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(popup).toHaveJSProperty('open', true);
});
