import { expect } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';
import { panelOf } from './steps.ts';

test.use({ quiet: true });

onEachPortal((_portal, { long, main }) => {
  test('a member edits a feature from its popup by keyboard', main, async ({ page, site }) => {
    await site.arrive(page, 'member');
    await site.openMap(page, 'Public transport', '#tool=in-view');
    const stops = page
      .getByRole('region', { name: 'In view', exact: true })
      .getByRole('region', { name: /stops/i });
    await stops.getByRole('listitem').first().getByRole('button').press('Enter');
    const popup = page.locator('arcgis-popup');
    await expect(popup).toHaveJSProperty('open', true);
    await popup.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    const panel = panelOf(page, 'Edit');
    await expect(panel).toBeVisible();
    await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
    const withFocus = page.locator(':focus, :focus-within').and(panel);
    await expect(withFocus).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(withFocus).toHaveCount(1);
    await panel.getByRole('button', { name: 'Close panel' }).press('Enter');
    await expect(panel).toBeHidden();
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });

  test(
    'a popup at 400 % shows its feature, and stays within a map that shrinks',
    long,
    async ({ page, site }) => {
      // 1280 × 1024 pixels at 400 %.
      await page.setViewportSize({ width: 320, height: 256 });
      await site.openMap(page, 'Sights and monuments', '#tool=in-view');
      const panel = page.getByRole('region', { name: 'In view', exact: true });
      const first = panel.getByRole('listitem').first().getByRole('button');
      await first.click();
      const popup = page.locator('arcgis-popup');
      await expect(popup).toHaveJSProperty('open', true);
      await expect(popup.getByRole('heading').first()).toBeInViewport({ ratio: 1 });
      await expect(popup.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
      await expect(popup.locator('td').first()).toBeInViewport({ ratio: 1 });
      await popup.getByRole('button', { name: 'Close' }).click();
      await expect(first).toBeFocused();
      await expect(panel).toBeInViewport();

      // Large, with the popup beside its place; then 1280 × 800 at 200 %.
      await page.setViewportSize({ width: 1280, height: 800 });
      await first.press('Enter');
      await expect(popup).toHaveJSProperty('open', true);
      await expect(popup).toHaveJSProperty('dockEnabled', false);
      await page.getByRole('button', { name: 'Close panel' }).click();
      for (const size of [
        { width: 640, height: 400 },
        { width: 1280, height: 300 },
        { width: 320, height: 256 },
        { width: 640, height: 400 },
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await page.setViewportSize(size);
        // oxlint-disable-next-line no-await-in-loop
        await expect.poll(() => popup.evaluate(beyondMap), JSON.stringify(size)).toBeLessThanOrEqual(0);
      }
    },
  );

  test('bookmarks are added by keyboard, and ordered without dragging', long, async ({ page, site }) => {
    await site.openMap(page, 'Sights and monuments', '#tool=bookmarks');
    const bookmarks = page.locator('arcgis-bookmarks');
    for (const name of ['Here', 'There']) {
      // oxlint-disable no-await-in-loop -- one after the other
      await bookmarks.getByRole('button', { name: 'Add bookmark' }).press('Enter');
      const title = bookmarks.getByRole('textbox', { name: 'Title' });
      await expect(title).toBeVisible();
      await expect(page.locator('arcgis-bookmarks:focus-within')).toHaveCount(1);
      await title.fill(name);
      await bookmarks.getByRole('button', { name: 'Add', exact: true }).press('Enter');
      await expect(bookmarks.getByRole('row', { name })).toBeVisible();
      await expect(page.locator('arcgis-bookmarks:focus-within')).toHaveCount(1);
      // oxlint-enable no-await-in-loop
    }
    const rows = bookmarks.getByRole('row', { name: /Here|There/ });
    await expect(rows).toHaveText([/Here/, /There/]);
    await rows
      .last()
      .getByRole('button', { name: /^Reposition/ })
      .click();
    await bookmarks.getByRole('menuitem', { name: 'Move up' }).click();
    await expect(rows).toHaveText([/There/, /Here/]);
  });

  test('the popup offers only the link to users who may not edit', long, async ({ page, site }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await site.openMap(page, 'Sights and monuments', '#tool=in-view');
    const panel = page.getByRole('region', { name: 'In view', exact: true });
    const first = panel.getByRole('listitem').first().getByRole('button');
    await first.press('Enter');
    const popup = page.locator('arcgis-popup');
    await expect(popup).toHaveJSProperty('open', true);
    await expect(popup).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(popup).toHaveJSProperty('open', false);
    await expect(first).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(popup).toHaveJSProperty('open', true);
    await popup.getByRole('button', { name: 'Copy link to this feature' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/feature=[^&]+%3A\d+/);
    await expect(popup.getByRole('button', { name: 'Edit', exact: true })).toBeHidden();
  });

  test(
    'a popup shows only fields that have a value, and large buttons on a phone',
    long,
    async ({ page, site }) => {
      await site.openMap(page, 'Points of interest', '#tool=in-view');
      const places = page
        .getByRole('region', { name: 'In view', exact: true })
        .getByRole('region', { name: /category/i });
      await places.getByRole('listitem').first().getByRole('button').press('Enter');
      const cells = page.locator('arcgis-popup td');
      await expect(cells).not.toHaveCount(0);
      // Every place lacks values for most of the layer's fields, such as cuisine.
      expect((await cells.allTextContents()).filter((text) => text.trim() === '')).toEqual([]);

      // On a phone its buttons are large enough for touch.
      await page.setViewportSize({ width: 390, height: 844 });
      const buttons = page.locator('arcgis-popup').getByRole('button');
      await expect
        .poll(() =>
          buttons.evaluateAll((all) =>
            all
              .map((button) => button.getBoundingClientRect())
              .filter(({ width, height }) => width > 0 && Math.min(width, height) < 44),
          ),
        )
        .toEqual([]);
    },
  );

  test(
    'on a phone with an open panel, the popup leaves its feature in sight',
    long,
    async ({ page, site }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await site.openMap(page, 'Sights and monuments', '#tool=in-view');
      const panel = page.getByRole('region', { name: 'In view', exact: true });
      await panel.getByRole('listitem').first().getByRole('button').click();
      const popup = page.locator('arcgis-popup');
      await expect(popup).toHaveJSProperty('open', true);
      /** Pixels from the feature down to the popup, and from the map's top to the feature. */
      const room = () =>
        popup.evaluate((element) => {
          const { view, location, shadowRoot } = element as HTMLElement & { view: any; location: any };
          const box = shadowRoot?.querySelector('.main-container')?.getBoundingClientRect();
          const { y } = view.toScreen(location);
          return Math.min(y, (box?.top ?? 0) - view.container.getBoundingClientRect().top - y);
        });
      await expect.poll(room).toBeGreaterThan(20);
      // The same applies when the panel covers more of the map.
      await page.getByRole('separator', { name: 'Panel height' }).press('ArrowUp');
      await expect.poll(room).toBeGreaterThan(20);
    },
  );
});

onEachPortal(
  (_portal, { long }) => {
    test('only members read who edited a feature', long, async ({ page, site }) => {
      const service = 'Astana_transit_stops';
      const [stop] = await site.maps.features<{ attributes: Record<string, unknown> }>(service);
      const { OBJECTID: id, ...values } = stop?.attributes ?? {};
      const updates = [{ attributes: { OBJECTID: id, name: values['name'] } }];
      await site.maps.ask(service, '0/applyEdits', { updates });
      const layer = await site.maps.layerIn('Public transport', service);
      const popup = page.locator('arcgis-popup');
      const edited = popup.getByText(/edited/i);
      await site.openMap(page, 'Public transport', `#feature=${layer}:${String(id)}`);
      await expect(popup).toHaveJSProperty('open', true);
      await expect(popup.locator('td')).not.toHaveCount(0);
      await expect(edited).toHaveCount(0);

      await page.goto('about:blank');
      await site.arrive(page, 'member');
      await site.openMap(page, 'Public transport', `#feature=${layer}:${String(id)}`);
      await expect(edited).toContainText(/grace/i);
    });

    test(
      'on a phone the popup gives way while its feature is moved, and returns afterwards',
      long,
      async ({ page, site }) => {
        const service = 'Astana_transit_stops';
        const [stop] = await site.maps.features<{ attributes: Record<string, unknown> }>(service);
        const layer = await site.maps.layerIn('Public transport', service);
        await page.setViewportSize({ width: 390, height: 844 });
        await site.arrive(page, 'member');
        await site.openMap(
          page,
          'Public transport',
          `#feature=${layer}:${String(stop?.attributes['OBJECTID'])}`,
        );
        const popup = page.locator('arcgis-popup');
        await expect(popup).toHaveJSProperty('open', true);
        const edit = popup.getByRole('button', { name: 'Edit', exact: true });
        const press = (name: string) =>
          panelOf(page, 'Edit').getByRole('button', { name, exact: true }).click();
        const expectAside = async () => {
          await expect(popup).toHaveJSProperty('open', false);
          await expect(popup.locator('.main-container')).toBeHidden();
        };
        const expectBack = async () => {
          await expect(popup).toHaveJSProperty('open', true);
          await expect(popup.locator('td').first()).toBeVisible();
        };
        await edit.click();
        await press('Draw again');
        await expectAside();
        await press('Cancel');
        await expectBack();
        await edit.click();
        await press('Move');
        await expectAside();
        await press('Done');
        await expectAside();
        await press('Update');
        await expectBack();
      },
    );
  },
  { portals: ['embedded portal'] },
);

/** How many pixels of a popup are beyond an edge of its map. */
function beyondMap(element: Element): number {
  const { view, shadowRoot } = element as HTMLElement & { view: { container: HTMLElement } };
  const box = shadowRoot?.querySelector('.main-container')?.getBoundingClientRect();
  const map = view.container.getBoundingClientRect();
  if (!box) return Infinity;
  return Math.max(map.top - box.top, box.bottom - map.bottom, map.left - box.left, box.right - map.right);
}
