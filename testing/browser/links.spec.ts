import { expect, type Page } from '@playwright/test';
import { expectMapDrawn, findItem, test } from './steps.ts';

interface Sight {
  properties: { label: string };
  geometry: { coordinates: [number, number] };
}

/** A place in the demo city, with the URL of a map centred on it. */
async function aSight(page: Page): Promise<{ label: string; address: string }> {
  const answer = await page.request.get('/server/rest/services/Astana_sights/FeatureServer/0/query', {
    params: { f: 'geojson', where: "kind = 'Museum'", outFields: 'label', outSR: 4326, resultRecordCount: 1 },
  });
  const { features } = (await answer.json()) as { features: [Sight] };
  const [{ properties, geometry }] = features;
  const [lng, lat] = geometry.coordinates;
  const map = await findItem(page, 'Sights and monuments');
  return { label: properties.label, address: `/demo/map/wid/${map}#at=${lat},${lng},18,0` };
}

const popup = (page: Page) => page.locator('arcgis-popup');

test(
  'the URL holds the selected feature, and a link to it opens the feature',
  { tag: '@long' },
  async ({ page }) => {
    const { label, address } = await aSight(page);
    await page.goto(address);
    await expectMapDrawn(page);
    const map = await page.locator('.esri-view-surface').boundingBox();
    if (!map) throw new Error('There is no map.');
    await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
    await expect(popup(page).getByText(label).first()).toBeVisible();
    await expect(page).toHaveURL(/[#&]feature=sights(:|%3A)\d+/);
    const link = page.url();
    await popup(page).getByRole('button', { name: 'Close' }).first().click();
    await expect(page).not.toHaveURL(/feature=/);
    // Recipients of the link see the feature.
    await page.goto('about:blank');
    await page.goto(link);
    await expectMapDrawn(page);
    await expect(popup(page).getByText(label).first()).toBeVisible();
    await expect(page).toHaveURL(/[#&]feature=sights(:|%3A)\d+/);
  },
);

test('navigating back, pasting a link and reloading restore the same view and tool', async ({ page }) => {
  const map = await findItem(page, 'Sights and monuments');
  await page.goto(`/demo/map/wid/${map}#at=51.12,71.43,14,0&tool=legend`);
  await expectMapDrawn(page);
  await expect(page.getByRole('region', { name: 'Legend' })).toBeVisible();
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await expect(page).toHaveURL(/tool=measure/);
  // A link that is pasted into the open page.
  await page.evaluate(() => (location.hash = '#at=51.16,71.47,15,0&tool=bookmarks'));
  await expect(page.getByRole('region', { name: 'Bookmarks' })).toBeVisible();
  await expect(page).toHaveURL(/at=51\.16\d*,71\.47\d*,15,0/);
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Measure' })).toBeVisible();
  await expect(page).toHaveURL(/at=51\.12\d*,71\.43\d*,14,0/);
  await page.goForward();
  await expect(page.getByRole('region', { name: 'Bookmarks' })).toBeVisible();
  await expect(page).toHaveURL(/at=51\.16\d*,71\.47\d*,15,0/);
  await page.reload();
  await expectMapDrawn(page);
  await expect(page.getByRole('region', { name: 'Bookmarks' })).toBeVisible();
  await expect(page).toHaveURL(/at=51\.16\d*,71\.47\d*,15,0&tool=bookmarks/);
});

test(
  'the unreadable parts of a link are reported and the rest applies',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo/map#at=north,by,northwest&tool=legend');
    await expect(page.getByText('The location in this link couldn’t be read')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Legend' })).toBeVisible();
    await expectMapDrawn(page);
    await expect(page).toHaveURL(/at=[\d.]+,[\d.]+,/);
  },
);
