import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, test, tokenOf } from './steps.ts';

test.use({ quiet: true });

test(
  'layers of a service are chosen, and an invalid address shows why',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'grace');
    const token = await tokenOf(page, 'grace');
    const fields = [{ name: 'title', type: 'esriFieldTypeString', length: 50, alias: 'Title' }];
    const layers = [
      { name: 'Paths', geometryType: 'esriGeometryPolyline', fields },
      { name: 'Yards', geometryType: 'esriGeometryPolygon', fields },
      { name: 'Gates', geometryType: 'esriGeometryPoint', fields },
    ];
    const name = `Estate_${randomUUID().slice(0, 8)}`;
    const made = await page.request.post('/portal/sharing/rest/content/users/grace/createService', {
      form: {
        f: 'json',
        token,
        createParameters: JSON.stringify({ name, layers, capabilities: 'Create,Query' }),
      },
    });
    const { serviceurl, itemId } = (await made.json()) as { serviceurl: string; itemId: string };
    // OGC API Features of a private service need a token, which the SDK does not send to them.
    await page.request.post(`/portal/sharing/rest/content/users/grace/items/${itemId}/share`, {
      form: { f: 'json', token, everyone: 'true' },
    });
    // The SDK learns the geometry of a collection from its features.
    const gate = { geometry: { x: 71.42, y: 51.13 }, attributes: { title: 'West' } };
    const added = await page.request.post(`${serviceurl}/2/addFeatures`, {
      form: { f: 'json', token, features: JSON.stringify([gate]) },
    });
    expect(await added.json()).toMatchObject({ addResults: [{ success: true }] });
    await page.goto('/demo/map#tool=add');
    await expectMapDrawn(page);
    await page.getByRole('tab', { name: 'Address' }).click();
    const address = page.getByRole('textbox', { name: 'Address of a service or file' });
    const list = page.getByRole('region', { name: 'Layers of the service' });
    await address.fill(new URL(`/server/demo/ogc/${name}/collections`, serviceurl).href);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await list.getByRole('checkbox', { name: 'Gates Features' }).check();
    const legend = list.getByRole('list', { name: 'Legend of Gates' });
    await expect(legend.locator('img')).toHaveAttribute('src', /^data:image/);
    await list.getByRole('button', { name: 'Back to the address' }).click();
    await address.fill(new URL('/demo/rest/services/None/FeatureServer', serviceurl).href);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: /a web page or other text instead of a service/ }),
    ).toBeVisible();
    await address.fill(serviceurl);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(list.getByRole('listitem')).toHaveText(['Paths Lines', 'Yards Areas', 'Gates Points']);
    await list.getByRole('checkbox', { name: 'Gates Points' }).check();
    await list.getByRole('checkbox', { name: 'Yards Areas' }).check();
    await expect(list.getByRole('list', { name: 'Legend of Gates' }).getByRole('listitem')).toHaveCount(1);
    await list.getByRole('button', { name: 'Add selected layers' }).click();
    await expect(page.getByText(`${name.replaceAll('_', ' ')} is on the map`)).toBeVisible();
    await page.getByRole('button', { name: 'Layers', exact: true }).click();
    await expect(page.getByRole('button', { name: 'More actions for Yards' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'More actions for Gates' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'More actions for Paths' })).toBeHidden();
  },
);
