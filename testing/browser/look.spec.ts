import { expect } from '@playwright/test';
import { settled } from './settled.ts';
import { expectMapDrawn, findItem, test } from './steps.ts';

const background = 'document.body.ownerDocument.defaultView.getComputedStyle(document.body).backgroundColor';

function isDark(colour: unknown): boolean {
  const [red = 0, green = 0, blue = 0] = String(colour).match(/\d+/g)?.map(Number) ?? [];
  return red + green + blue < 300;
}

/** Names of buttons and fields smaller than 44 px in either direction, except links within text. */
const smallControls = `[...document.querySelectorAll('button, [role="button"], [role="combobox"], input')]
  .map((control) => control.closest('.MuiInputBase-root, label') ?? control)
  .filter((control) => control.checkVisibility() && control.getBoundingClientRect().width > 1)
  .filter((control) => {
    const { width, height } = control.getBoundingClientRect();
    return width < 43.5 || height < 43.5;
  })
  .map((control) => control.getAttribute('aria-label') ?? control.textContent)`;

test.describe('light and dark', () => {
  test.use({ colorScheme: 'dark' });
  test('the page follows the system, and the toggle persists', async ({ page }) => {
    await page.goto('/demo');
    await expect.poll(async () => isDark(await page.evaluate(background))).toBe(true);
    await page.getByRole('button', { name: 'Switch to light mode' }).click();
    await expect.poll(async () => isDark(await page.evaluate(background))).toBe(false);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeVisible();
    expect(isDark(await page.evaluate(background))).toBe(false);
  });

  test('the basemap of a map follows the theme', { tag: '@long' }, async ({ page }) => {
    const style = (name: string) =>
      page.waitForRequest((request) => request.url().includes(`/basemap-${name}/VectorTileServer`));
    const dark = style('dark');
    await page.goto(`/demo/map/wid/${await findItem(page, 'Sights and monuments')}`);
    await dark;
    await expectMapDrawn(page);
    const light = style('light');
    await page.getByRole('button', { name: 'Switch to light mode' }).click();
    await light;
  });
});

test('the URL can set the language; Arabic mirrors the page', async ({ page }) => {
  await page.goto('/demo?lang=ar');
  await expect(page.locator('html')).toHaveAttribute('lang', /^ar/);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const logo = await page.getByRole('banner').getByRole('link').first().boundingBox();
  expect(logo?.x).toBeGreaterThan(640);
  // An English title runs from left to right, and is aligned at the right, where reading begins.
  const title = page.getByRole('heading', { name: 'Points of interest' });
  await expect(title).toHaveCSS('direction', 'ltr');
  await expect(title).toHaveCSS('text-align', 'right');
});

test('Arabic tables cut long Latin values at their end', { tag: '@long' }, async ({ page }) => {
  await page.goto(`/demo/map/wid/${await findItem(page, 'Public transport stops')}?lang=ar#tool=layers`);
  await expectMapDrawn(page);
  await page.locator('li').first().getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'فتح الجدول' }).click();
  const cell = page.locator('vaadin-grid-cell-content', { hasText: /^Bus stop$/ }).first();
  await expect(cell).toHaveCSS('text-align', 'right');
  const hidden = await cell.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    text.data = '{9F2C1B7A-1234-4E5D-8ABC-001122334455}';
    const first = document.createRange();
    first.setStart(text, 0);
    first.setEnd(text, 1);
    return element.getBoundingClientRect().left - first.getBoundingClientRect().left;
  });
  expect(hidden).toBeLessThanOrEqual(0);
});

test('the language menu changes the texts at once and persists', { tag: '@long' }, async ({ page }) => {
  await page.goto('/demo');
  await page.getByRole('button', { name: 'Language' }).click();
  await page
    .getByRole('menuitemradio', { name: /Nederlands/ })
    .first()
    .click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a side drawer replaces the menus and the logo; the title stays, without a link', async ({ page }) => {
    await page.goto('/demo');
    const banner = page.getByRole('banner');
    await expect(banner.getByText('City of Astana', { exact: true })).toBeVisible();
    await expect(banner.getByText('Mapping: City of Astana')).toHaveCount(0);
    await expect(banner.getByRole('img')).toHaveCount(0);
    await expect(banner.getByRole('link', { name: /City of Astana/ })).toHaveCount(0);
    await expect(banner.getByRole('button', { name: 'Map', exact: true })).toBeHidden();
    await banner.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog').or(page.getByRole('presentation')).first();
    await expect(drawer.getByText('Sign in', { exact: true })).toBeVisible();
    await drawer.getByText('Open', { exact: true }).click();
    await expect(page).toHaveURL(/\/demo\/gallery/);
  });

  for (const path of ['/demo', '/demo/gallery', '/demo/map', '/atlantis', '/demo/nothing']) {
    // The map has the most controls.
    const tag = path === '/demo/map' ? [] : '@long';
    test(
      `${path} does not scroll horizontally, and its controls are large enough for touch`,
      { tag },
      async ({ page }) => {
        await page.goto(path);
        await settled(page);
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect(overflow).toBe(0);
        expect(await page.evaluate(smallControls)).toEqual([]);
      },
    );
  }
});
