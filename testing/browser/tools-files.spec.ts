import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PNG } from 'pngjs';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';

const openMap = (page: Page, site: JourneySite, tool: string, language = 'en') =>
  site.openMap(page, 'Sights and monuments', `?lang=${language}#tool=${tool}`);

async function download(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

onEachPortal((_portal, { long }) => {
  test(
    'the map exports as a PDF with title, credits, scale, date and legend',
    long,
    async ({ page, site }) => {
      await openMap(page, site, 'print');
      await page.getByRole('textbox', { name: 'Title' }).fill('Көрікті жерлер: sights');
      const { name, bytes } = await download(page, () =>
        page.getByRole('button', { name: 'Create file' }).click(),
      );
      expect(name).toBe('Көрікті жерлер sights.pdf');
      const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
      expect(pdf.numPages).toBe(1);
      const sheet = await pdf.getPage(1);
      const [, , width = 0, height = 0] = sheet.view;
      expect([Math.round((width / 72) * 25.4), Math.round((height / 72) * 25.4)]).toEqual([297, 210]);
      const { items } = await sheet.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str : '')).join('\n');
      expect(text).toContain('Көрікті жерлер: sights');
      expect(text).toContain('© OpenStreetMap contributors');
      expect(text).toMatch(/^[\d,.]+ k?m\b/m);
      expect(text).toContain(String(new Date().getFullYear()));
      expect(text).toMatch(/Sights and monuments/);
    },
  );

  test('the legend of the PDF shows what is in view', long, async ({ page, site }) => {
    // The sea has no sights.
    await site.openMap(page, 'Sights and monuments', '#tool=print&at=0,-30,12,0');
    await page.getByRole('textbox', { name: 'Title' }).fill('The sea');
    const { bytes } = await download(page, () => page.getByRole('button', { name: 'Create file' }).click());
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join('\n');
    expect(text).toContain('The sea');
    expect(text).not.toMatch(/Sights and monuments/);
  });

  test('the features of a layer export as GeoJSON', long, async ({ page, site }) => {
    await openMap(page, site, 'print');
    await page.getByRole('tab', { name: 'Layer data' }).click();
    await page.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'GeoJSON' }).click();
    const { bytes } = await download(page, () =>
      page.getByRole('button', { name: 'Export features' }).click(),
    );
    const { type, features } = JSON.parse(bytes.toString()) as {
      type: string;
      features: { geometry: { type: string; coordinates: [number, number] } }[];
    };
    expect(type).toBe('FeatureCollection');
    expect(features.length).toBeGreaterThan(10);
    const [lng, lat] = features[0]!.geometry.coordinates;
    expect([Math.round(lng), Math.round(lat)]).toEqual([71, 51]);
  });

  test('a table of points becomes a layer; unreadable rows are listed', long, async ({ page, site }) => {
    await openMap(page, site, 'add');
    await page.getByRole('tab', { name: 'File' }).click();
    const csv = 'name,lat,lon\nfirst,51.13,71.43\nbroken,here,there\nsecond,51.14,71.44\n';
    await page
      .getByLabel('Choose a file')
      .last()
      .setInputFiles({ name: 'My places.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(page.getByText('My places is on the map')).toBeVisible();
    await expect(page.getByText(/Line 3: no coordinates in degrees \(here, there\)/)).toBeVisible();
    await page.getByRole('button', { name: 'Layers', exact: true }).click();
    await page.getByRole('button', { name: 'More actions for My places' }).click();
    await page.getByRole('menuitem', { name: 'Open table' }).click();
    const table = page.getByRole('region', { name: 'Table of My places' });
    await expect(table.getByText('first', { exact: true })).toBeVisible();
  });
});

test('layers are searched in the area of the map', { tag: '@long' }, async ({ page, site }) => {
  await openMap(page, site, 'add');
  const ofCity = page.getByRole('button', { name: 'Add Bridges' });
  const ofWorld = page.getByRole('button', { name: 'Add Basemap tiles, dark' });
  const here = page.getByRole('switch', { name: 'In the area shown' });
  await expect(ofCity).toBeVisible();
  await here.click();
  await expect(ofCity).toBeVisible();
  // Far from the city, in the sea.
  await page.evaluate(() => {
    location.hash = '#tool=add&at=0,-30,12,0';
  });
  await expect(ofCity).toHaveCount(0);
  await expect(ofWorld).toBeVisible();
  await here.click();
  await expect(ofCity).toBeVisible();
});

test(
  'in Arabic the PDF starts at the right and its text is searchable',
  { tag: '@long' },
  async ({ page, site }) => {
    await openMap(page, site, 'print', 'ar');
    const title = 'معالم المدينة 2026';
    await page.getByRole('textbox', { name: 'العنوان' }).fill(title);
    const { bytes } = await download(page, () => page.getByRole('button', { name: 'إنشاء الملف' }).click());
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    const sheet = await pdf.getPage(1);
    const { items } = await sheet.getTextContent();
    const texts = items.flatMap((item) =>
      'str' in item
        ? [{ text: item.str.normalize('NFKC').trim(), left: item.transform[4], width: item.width }]
        : [],
    );
    const words = texts.find(({ text }) => text.includes('معالم المدينة'));
    const edge = sheet.view[2]! - (10 / 25.4) * 72;
    expect(Math.abs(edge - (words!.left + words!.width))).toBeLessThan(3);
    const legend = texts.find(({ text }) => text === 'Sights and monuments');
    expect(legend!.left).toBeLessThan((58 / 25.4) * 72);
    expect(texts.map(({ text }) => text).join(' ')).toContain('© OpenStreetMap contributors');
  },
);

test(
  'the map exports as an image of its screen size, with credits below',
  { tag: '@long' },
  async ({ page, site }) => {
    await openMap(page, site, 'print');
    await page.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'Image (PNG)' }).click();
    const { bytes } = await download(page, () => page.getByRole('button', { name: 'Create file' }).click());
    const picture = PNG.sync.read(bytes);
    const box = (await page.locator('.esri-view').boundingBox())!;
    expect([picture.width, picture.height]).toEqual([Math.round(box.width), Math.round(box.height) + 22]);
    const colours = new Set<number>();
    for (let at = 0; at < picture.data.length; at += 4 * 97) colours.add(picture.data.readUInt32BE(at));
    expect(colours.size).toBeGreaterThan(20);
  },
);

// East and west of Greenwich.
for (const timezoneId of ['Pacific/Auckland', 'America/Los_Angeles'])
  test.describe(`in ${timezoneId}`, { tag: '@long' }, () => {
    test.use({ timezoneId });

    test('the popup of a table’s point has the day of the table', async ({ page }) => {
      await page.goto('/demo/map#at=51.13,71.43,15,0&tool=add');
      await expectMapDrawn(page);
      await page.getByRole('tab', { name: 'File' }).click();
      const csv = 'name,lat,lon,opened\nBridge,51.13,71.43,2024-03-01\n';
      await page
        .getByLabel('Choose a file')
        .last()
        .setInputFiles({ name: 'bridges.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await expect(page.getByText('bridges is on the map')).toBeVisible();
      await expectMapDrawn(page);
      const map = (await page.locator('.esri-view-surface').boundingBox())!;
      const popup = page.locator('arcgis-popup');
      await expect(async () => {
        await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
        await expect(popup.getByText('Bridge').first()).toBeVisible({ timeout: 5000 });
      }).toPass();
      await expect(popup.getByText(/3\/1\/2024|Mar(ch)? 1, 2024/)).toBeVisible();
    });
  });

test(
  'a hosted layer exports as GeoPackage, which the member also has',
  { tag: '@long' },
  async ({ page, site }) => {
    await arriveSignedIn(page, 'ada');
    await openMap(page, site, 'print');
    await page.getByRole('tab', { name: 'Layer data' }).click();
    await page.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'GeoPackage' }).click();
    const { name, bytes } = await download(page, () =>
      page.getByRole('button', { name: 'Export features' }).click(),
    );
    expect(name).toMatch(/\.gpkg$/);
    expect(bytes.toString('latin1', 0, 15)).toBe('SQLite format 3');
    await expect(page.getByText('It’s also in your content')).toBeVisible();
  },
);
