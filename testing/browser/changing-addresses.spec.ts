import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { test, tokenOf } from './steps.ts';

const portal = '/portal/demo/sharing/rest';

/** A web map whose layers are at these addresses; the SDK requests some of them with the reader's token. */
function mapOf(addresses: readonly string[]): string {
  return JSON.stringify({
    version: '2.34',
    authoringApp: 'ArcGISMapViewer',
    operationalLayers: addresses.map((url, index) => ({
      id: `layer-${index}`,
      title: `Layer ${index}`,
      layerType: index % 2 ? 'CSV' : 'GeoJSON',
      ...(index % 2 && {
        locationInfo: { locationType: 'coordinates', latitudeFieldName: 'y', longitudeFieldName: 'x' },
      }),
      url,
      visibility: true,
      opacity: 1,
    })),
    baseMap: { title: 'None', baseMapLayers: [] },
    spatialReference: { wkid: 102100 },
  });
}

test(
  'a map changes nothing of its reader’s, whatever its layers’ addresses are',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'ada');
    const token = await tokenOf(page, 'ada');
    const post = async (path: string, form: Record<string, string>) => {
      const response = await page.request.post(`${portal}/${path}`, { form: { f: 'json', token, ...form } });
      return (await response.json()) as Record<string, any>;
    };
    const add = (title: string, text: string) =>
      post('content/users/ada/addItem', { title, type: 'Web Map', text });
    const { id: kept } = await add('Kept', mapOf([]));
    const item = `${new URL(page.url()).origin}${portal}/content/users/ada/items/${kept}`;
    const service = `${new URL(page.url()).origin}/server/demo/rest/services/Trees/FeatureServer`;
    const long = 'x'.repeat(3000);
    const addresses = [
      `${item}/delete`,
      `${item}/delete?long=${long}`,
      `${item}/share?everyone=true&long=${long}`,
      `${item}/%64elete?f=json`,
      `${service}/0/deleteFeatures?where=1%3D1&f=json`,
      `${service}/0/applyEdits?deletes=1&f=json&long=${long}`,
    ];
    const { id } = await add('Hostile addresses', mapOf(addresses));
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`/demo/map/wid/${id}#tool=layers`);
    await expect(page.getByText('Its address would change content')).toHaveCount(addresses.length);
    const changing = /\/(delete|%64elete|share|deleteFeatures|applyEdits)\b/;
    expect(requested.filter((address) => changing.test(address))).toEqual([]);
    expect(await post(`content/items/${kept}`, {})).toMatchObject({ id: kept, access: 'private' });
  },
);
