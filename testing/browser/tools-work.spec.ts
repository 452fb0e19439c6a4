import { expect, type Locator, type Page } from '@playwright/test';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';

test.use({ quiet: true });

async function openMap(page: Page, site: JourneySite, title: string, hash: string, language = 'en') {
  await site.openMap(page, title, `?lang=${language}#${hash}`);
}

/** Opens the table of the sights, and waits for its rows. */
async function openSights(page: Page, site: JourneySite) {
  await openMap(page, site, 'Sights and monuments', 'at=51.128,71.43,15,0&tool=layers');
  await page.getByRole('button', { name: 'More actions for Sights and monuments' }).click();
  await page.getByRole('menuitem', { name: /table/i }).click();
  const table = page.getByRole('region', { name: 'Table of Sights and monuments' });
  await expect(table.getByRole('checkbox', { name: 'Select Row' }).nth(3)).toBeVisible();
  return table;
}

/** Names of the columns of a table, and which are pinned. */
function columnsOf(table: Locator): Promise<string[]> {
  return table
    .locator('vaadin-grid-column')
    .evaluateAll((all) =>
      all
        .map((column) => column as HTMLElement & { path?: string; frozen?: boolean })
        .flatMap(({ path, frozen }) => (path ? [frozen ? `${path} pinned` : path] : [])),
    );
}

/** The kind and shelter of the service's stops of this name. */
async function stopsNamed(site: JourneySite, name: string): Promise<unknown[]> {
  const found = await site.maps.features('Astana_transit_stops', `name = '${name}'`);
  return found.map(({ attributes: { kind, shelter } }) => ({ kind, shelter }));
}

onEachPortal((portal, { long }) => {
  test(
    'visitors have no Edit tool; a member adds a stop, views it, changes it and deletes it',
    long,
    async ({ page, site }, { retry }) => {
      test.slow();
      // A retry must not find features of an earlier attempt.
      const tryOut = `Try-out ${retry}`;
      // On Esri’s portals the layer is for members.
      if (portal === 'embedded portal') {
        const visitor = await site.openPage();
        await openMap(visitor, site, 'Public transport stops', 'at=51.13,71.43,16,0&tool=layers');
        await expect(visitor.getByRole('button', { name: 'Layers', exact: true })).toBeVisible();
        await expect(visitor.getByRole('button', { name: 'Edit', exact: true })).toBeHidden();
        await visitor.context().close();
      }
      await site.arrive(page, 'member');
      await openMap(page, site, 'Public transport stops', 'at=51.13,71.43,16,0&tool=layers');
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      const editor = page.getByRole('region', { name: 'Edit', exact: true });
      for (const kind of ['Bus stop', 'Bicycle hire', 'Bus station', 'Railway station'])
        await expect(editor.getByRole('button', { name: kind })).toBeVisible();

      const place = { x: 1100 - 80 * retry, y: 330 };
      await editor.getByRole('button', { name: 'Bus stop' }).click();
      await expect(editor.getByText('Click on the map to add a point.')).toBeVisible();
      await page.mouse.click(place.x, place.y);
      await expect(editor.getByRole('textbox', { name: 'Label', exact: true })).toBeFocused();
      const name = editor.getByRole('textbox', { name: 'Name', exact: true });
      await name.fill(tryOut);
      await name.press('Tab');
      await editor.getByRole('button', { name: 'Create', exact: true }).click();
      await expect.poll(() => stopsNamed(site, tryOut)).toEqual([{ kind: 'Bus stop', shelter: null }]);
      await editor.getByRole('button', { name: 'Back' }).click();

      // Visible features can be selected on the map.
      const shelter = editor.getByRole('textbox', { name: 'Shelter', exact: true });
      const choose = async () => {
        await page.mouse.click(place.x, place.y);
        await expect(shelter).toBeVisible({ timeout: 10_000 });
      };
      await expect(choose).toPass({ timeout: 60_000 });
      await shelter.fill('Yes');
      await shelter.press('Tab');
      await editor.getByRole('button', { name: 'Update', exact: true }).click();
      await expect.poll(() => stopsNamed(site, tryOut)).toEqual([{ kind: 'Bus stop', shelter: 'Yes' }]);
      await expect(choose).toPass({ timeout: 60_000 });
      await editor.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await expect.poll(() => stopsNamed(site, tryOut)).toEqual([]);
    },
  );

  test(
    'the Time tool shows part of the year, steps, plays and stops; its dates follow the track, in Arabic too',
    long,
    async ({ page, site }) => {
      await openMap(page, site, 'Bus stop inspections in 2025', 'at=51.15,71.43,12,0&tool=time', 'ar');
      const panel = page.getByRole('region', { name: 'الوقت', exact: true });
      const [previous, play, pause, next] = ['الخطوة السابقة', 'تشغيل', 'إيقاف مؤقت', 'الخطوة التالية'].map(
        (name) => panel.getByRole('button', { name, exact: true }),
      );
      // Start and end of the shown span, and of the whole year.
      const times = panel.locator('time');
      const shown = async () => Date.parse((await times.first().getAttribute('datetime')) ?? '');
      await expect(times).toHaveCount(4);
      await expect.poll(shown).toBe(Date.UTC(2025, 3, 1));
      const left = async (piece: Locator) => (await piece.boundingBox())?.x ?? Number.NaN;
      const thumbs = panel.getByRole('slider');
      for (const [earlier, later] of [
        [thumbs.nth(0), thumbs.nth(1)],
        [times.nth(0), times.nth(1)],
        [times.nth(2), times.nth(3)],
        [previous!, next!],
      ] as const)
        expect(await left(earlier)).toBeLessThan(await left(later));
      await expect(thumbs.nth(0)).toHaveAccessibleName('البداية');
      await next!.click();
      await expect.poll(shown).toBe(Date.UTC(2025, 3, 8));
      await thumbs.nth(1).press('ArrowRight');
      await expect
        .poll(async () => (await times.nth(1).getAttribute('datetime')) ?? '')
        .toMatch(/^2025-0[4-9]/);
      await play!.click();
      await expect.poll(shown).toBeGreaterThan(Date.UTC(2025, 3, 15));
      await pause!.click();
      await expect(play!).toBeVisible();
    },
  );

  test('columns are arranged, totalled and searched', long, async ({ page, site }) => {
    const table = await openSights(page, site);
    const columns = () => columnsOf(table);
    expect(await columns()).not.toContain('OBJECTID');
    await table.getByRole('button', { name: 'Columns and sorting' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns and sorting' });
    await dialog.getByRole('checkbox', { name: 'Show OBJECTID' }).check();
    await dialog.getByRole('button', { name: 'Pin OBJECTID' }).click();
    const sort = dialog.getByRole('button', { name: 'Sort by OBJECTID' });
    await sort.click();
    await dialog.getByRole('button', { name: 'Sorted by OBJECTID, ascending, priority 1' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(columns).toContain('OBJECTID pinned');

    // The arranged columns are a change of the map that can be undone.
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeEnabled();
    await table.getByRole('button', { name: 'Statistics of columns' }).click();
    const statistics = page.getByRole('dialog', { name: 'Statistics of columns' });
    await expect(statistics.getByRole('definition').first()).toHaveText(/\d/);
    const rows = await statistics.getByRole('definition').first().textContent();
    await statistics.getByRole('button', { name: 'Close' }).click();
    await expect(table.getByText(`Rows: ${rows}`)).toBeVisible();

    await table.getByRole('button', { name: 'Find in the table' }).click();
    const text = table.getByRole('textbox', { name: 'Text in the shown columns' });
    await text.fill('bayterek');
    await text.press('Enter');
    await expect(table.getByText(/^1 of [1-9]/)).toBeVisible();
    // It is far below the first rows.
    await expect(table.getByRole('gridcell', { name: String(rows), exact: true })).not.toBeInViewport();
    await expect(table.getByRole('gridcell', { name: 'Bayterek' }).first()).toBeInViewport();
  });

  test('the table and the map select each other’s features', long, async ({ page, site }) => {
    const table = await openSights(page, site);
    await table.getByRole('checkbox', { name: 'Select Row' }).nth(3).click();
    await expect(table.getByText('Selected: 1')).toBeVisible();
    const before = new URL(page.url()).hash;
    await table.getByRole('button', { name: 'Zoom to selection' }).click();
    await expect.poll(() => new URL(page.url()).hash).not.toBe(before);
    await expectMapDrawn(page);
    // The selected feature is in the centre now; a click deselects it, another selects it again.
    const map = await page.locator('.esri-view-surface').boundingBox();
    if (!map) throw new Error('There is no map.');
    await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
    await expect(table.getByText('Selected: 1')).toBeHidden();
    await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
    await expect(table.getByText('Selected: 1')).toBeVisible();
  });

  test(
    'a service is added by URL, a bad URL shows why; bookmarks are added, renamed, used and deleted',
    long,
    async ({ page, site }) => {
      await openMap(page, site, 'Sights and monuments', 'at=51.128,71.43,15,0&tool=add');
      const panel = page.getByRole('region', { name: 'Add layers' });
      await panel.getByRole('tab', { name: 'Address' }).click();
      const address = panel.getByRole('textbox', { name: 'Address of a service or file' });
      const add = panel.getByRole('button', { name: 'Add', exact: true });
      await address.fill('not an address');
      await expect(panel.getByText('Enter a valid web address.')).toBeVisible();
      await expect(add).toBeDisabled();
      await address.fill(site.maps.layerOf('Nowhere'));
      await add.click();
      await expect(panel.getByRole('alert')).toBeVisible();
      await address.fill(site.maps.layerOf('Astana_bridges'));
      await add.click();
      await expect(page.getByText('Bridges is on the map')).toBeVisible();
      await expect(panel.getByRole('alert')).toBeHidden();

      await page.getByRole('button', { name: 'Bookmarks', exact: true }).click();
      const bookmarks = page.locator('arcgis-bookmarks');
      await bookmarks.getByRole('button', { name: 'Add bookmark' }).click();
      await bookmarks.getByRole('textbox', { name: 'Title' }).fill('My corner');
      await bookmarks.getByRole('button', { name: 'Add', exact: true }).click();
      await bookmarks.getByRole('button', { name: 'Edit My corner' }).click();
      await bookmarks.getByRole('textbox', { name: 'Title' }).fill('Our corner');
      await bookmarks.getByRole('button', { name: 'Save' }).click();
      await bookmarks.getByRole('row', { name: 'Old town' }).click();
      await expect(page).not.toHaveURL(/at=51\.128/);
      await bookmarks.getByRole('row', { name: 'Our corner' }).click();
      await expect(page).toHaveURL(/at=51\.128\d*,71\.43/);
      await bookmarks.getByRole('button', { name: 'Edit Our corner' }).click();
      await bookmarks.getByRole('button', { name: 'Delete' }).click();
      await expect(bookmarks.getByRole('row', { name: 'Our corner' })).toBeHidden();
      await expect(bookmarks.getByRole('row', { name: 'Old town' })).toBeVisible();
    },
  );
});
