import { expect, type Page } from '@playwright/test';
import { expectMapDrawn, test, tokenOf } from './steps.ts';

const service = '/broken-services';

/** A map with thirty layers: one whose file is missing, one that never responds, one for members only. */
async function makeMap(page: Page): Promise<string> {
  const token = await tokenOf(page, 'ada');
  const origin = new URL((await page.request.get('/health')).url()).origin;
  const collection = (index: number) => ({
    id: `good-${index}`,
    title: `Good ${index}`,
    layerType: 'GeoJSON',
    url: `${origin}${service}/good-${index}.geojson`,
  });
  const operationalLayers = [
    ...Array.from({ length: 27 }, (_, index) => collection(index)),
    { id: 'gone', title: 'Gone', layerType: 'GeoJSON', url: `${origin}${service}/gone.geojson` },
    { id: 'silent', title: 'Silent', layerType: 'GeoJSON', url: `${origin}${service}/silent.geojson` },
    {
      id: 'protected',
      title: 'Protected',
      layerType: 'ArcGISFeatureLayer',
      url: `${origin}${service}/FeatureServer/0`,
    },
  ];
  const answer = await page.request.post('/portal/sharing/rest/content/users/ada/addItem', {
    form: {
      f: 'json',
      token,
      type: 'Web Map',
      title: `Thirty layers ${Date.now()}`,
      tags: 'test',
      text: JSON.stringify({
        operationalLayers,
        baseMap: { title: 'None', baseMapLayers: [] },
        spatialReference: { wkid: 102100 },
        version: '2.31',
      }),
    },
  });
  const { id } = (await answer.json()) as { id: string };
  await page.request.post(`/portal/sharing/rest/content/users/ada/items/${id}/share`, {
    form: { f: 'json', token, everyone: 'true' },
  });
  return id;
}

test(
  'a map of thirty layers works with one broken, one unresponsive and one that needs a sign-in',
  { tag: '@long' },
  async ({ page }) => {
    const id = await makeMap(page);
    await page.route(`**${service}/good-*.geojson`, (route) =>
      route.fulfill({
        json: {
          type: 'FeatureCollection',
          features: [
            {
              type: 'Feature',
              properties: { a: 1 },
              geometry: { type: 'Point', coordinates: [71.43, 51.13] },
            },
          ],
        },
      }),
    );
    await page.route(`**${service}/gone.geojson`, (route) => route.fulfill({ status: 500, body: 'no' }));
    // Never responds.
    await page.route(`**${service}/silent.geojson`, () => {});
    await page.route(`**${service}/FeatureServer/**`, (route) =>
      route.fulfill({ json: { error: { code: 499, message: 'Token Required', details: [] } } }),
    );
    await page.goto(`/demo/map/wid/${id}#at=51.13,71.43,12,0&tool=layers`);
    await expectMapDrawn(page);

    const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await expect(page.getByRole('button', { name: /^More actions for / })).toHaveCount(30);
    // The broken layer shows an error with a retry button; the unresponsive one does so after its timeout.
    await expect(page.getByRole('button', { name: 'Load Gone again' })).toBeVisible();
    await expect(row('Protected').getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(row('Silent').getByText('The layer didn’t respond.')).toBeVisible({ timeout: 40_000 });
    // The other layers work meanwhile: one can be hidden, and the map can be moved.
    const eye = page.getByRole('button', { name: 'Show Good 3', exact: true });
    await eye.click();
    await expect(eye).toHaveAttribute('aria-pressed', 'false');
    const before = page.url();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(page).not.toHaveURL(before);
  },
);
