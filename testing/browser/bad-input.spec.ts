import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, test, tokenOf } from './steps.ts';

const fields = [
  { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' },
  { name: 'kind', type: 'esriFieldTypeString', alias: 'Kind', length: 20 },
  { name: 'amount', type: 'esriFieldTypeDouble', alias: 'Amount' },
];
const circle = (color: number[]) => ({ type: 'esriSMS', style: 'esriSMSCircle', size: 8, color });

function collection(title: string, renderer: object, count: number) {
  const spatialReference = { wkid: 4326 };
  const features = Array.from({ length: count }, (_, index) => ({
    geometry: { x: 71.42 + index / 1000, y: 51.13, spatialReference },
    attributes: { OBJECTID: index + 1, kind: `kind ${index}`, amount: index },
  }));
  const geometryType = 'esriGeometryPoint';
  const layerDefinition = {
    name: title,
    geometryType,
    objectIdField: 'OBJECTID',
    fields,
    spatialReference,
    drawingInfo: { renderer },
  };
  return {
    id: title.toLowerCase().replaceAll(' ', '-'),
    title,
    layerType: 'ArcGISFeatureLayer',
    visibility: true,
    opacity: 1,
    featureCollection: { layers: [{ layerDefinition, featureSet: { geometryType, features } }] },
  };
}

const manyClasses = 10_000;

/** A web map with a layer for each kind of bad content. */
const webMap = {
  version: '2.34',
  authoringApp: 'ArcGISMapViewer',
  operationalLayers: [
    collection('No features', { type: 'simple', symbol: circle([0, 0, 200, 255]) }, 0),
    collection(
      'Many classes',
      {
        type: 'uniqueValue',
        field1: 'kind',
        uniqueValueInfos: Array.from({ length: manyClasses }, (_, index) => ({
          value: `kind ${index}`,
          label: `Class ${index}`,
          symbol: circle([index % 256, 90, 90, 255]),
        })),
      },
      3,
    ),
    {
      id: 'gone',
      title: 'Vanished field',
      layerType: 'ArcGISFeatureLayer',
      url: '/server/demo/rest/services/Astana_buildings/FeatureServer/0',
      visibility: true,
      opacity: 1,
      popupInfo: { title: '{storeys_gone}', fieldInfos: [{ fieldName: 'storeys_gone', visible: true }] },
      layerDefinition: {
        definitionExpression: 'storeys_gone > 2',
        drawingInfo: {
          renderer: {
            type: 'uniqueValue',
            field1: 'storeys_gone',
            defaultSymbol: { type: 'esriSFS', style: 'esriSFSSolid', color: [200, 0, 0, 120] },
            uniqueValueInfos: [],
          },
          labelingInfo: [
            {
              labelExpressionInfo: { expression: 'IIf($feature.storeys_gone' },
              labelPlacement: 'esriServerPolygonPlacementAlwaysHorizontal',
              symbol: { type: 'esriTS', color: [0, 0, 0, 255], font: { size: 9 } },
            },
          ],
        },
      },
    },
  ],
  baseMap: { title: 'None', baseMapLayers: [] },
  spatialReference: { wkid: 102100 },
  initialState: {
    viewpoint: {
      targetGeometry: {
        xmin: 7_949_000,
        ymin: 6_642_000,
        xmax: 7_953_000,
        ymax: 6_645_000,
        spatialReference: { wkid: 102100 },
      },
    },
  },
};

async function openPanel(page: Page, layer: string, panel: string) {
  await page.getByRole('button', { name: `More actions for ${layer}` }).click();
  await page.getByRole('menuitem', { name: panel }).click();
}

async function show(page: Page, option: string) {
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Reading the layer’s values' })).toBeHidden();
}

test(
  'bad content of a map is named where it is, and the map stays',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    test.slow();
    await arriveSignedIn(page, 'ada');
    const text = JSON.stringify(webMap).replaceAll('"/server/', `"${baseURL}/server/`);
    const added = await page.request.post('/portal/demo/sharing/rest/content/users/ada/addItem', {
      form: { f: 'json', token: await tokenOf(page, 'ada'), title: 'Bad content', type: 'Web Map', text },
    });
    const { id } = (await added.json()) as { id: string };
    await page.goto(`/demo/map/wid/${id}#tool=layers`);
    await expectMapDrawn(page);
    const back = page.getByRole('button', { name: 'Back to layers' });

    await openPanel(page, 'No features', 'Style…');
    await expect(page.getByRole('alert').filter({ hasText: /no features, or its filter/ })).toBeVisible();
    await show(page, 'Amounts by colour');
    await back.click();

    await openPanel(page, 'Many classes', 'Style…');
    await expect(page.getByRole('textbox', { name: /^Legend text of/ })).toHaveCount(50);
    await expect(page.getByRole('button', { name: 'Show more (9,950)' })).toBeVisible();
    await back.click();

    await openPanel(page, 'Vanished field', 'Labels…');
    await expect(page.getByRole('alert').filter({ hasText: /^Line 1, column/ })).toBeVisible();
    await back.click();
    const gone = page.getByRole('alert').filter({ hasText: /The field .*storeys_gone.* no longer exists/ });
    await openPanel(page, 'Vanished field', 'Popup…');
    await expect(gone).toBeVisible();
    await back.click();
    // The filter hides all features, so the list of layers says why.
    await expect(gone).toContainText('No features are shown');
    const style = page.getByRole('note').filter({ hasText: /storeys_gone.* no longer exists/ });
    await expect(style).toContainText('Choose another field or another style.');
    await page.getByRole('button', { name: 'Filtered' }).click();
    await expect(page.getByRole('dialog').locator(gone)).toBeVisible();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect(gone).toBeHidden();
    await openPanel(page, 'Vanished field', 'Popup…');
    await expect(page.locator('arcgis-feature')).toBeVisible();
    await back.click();
    await expectMapDrawn(page);

    await page.route(/\/FeatureServer\/0\/(query|generateRenderer)/, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<html>Maintenance</html>' }),
    );
    await openPanel(page, 'Vanished field', 'Style…');
    await expect(gone).toBeVisible();
    await show(page, 'Amounts by colour');
    const unread = page.getByRole('alert').filter({ hasText: /The style was not changed/ });
    await expect(unread).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Show' })).toHaveText('Types (unique values)');
    await unread.getByRole('button', { name: 'Use the features in view' }).click();
    await expect(page.getByRole('combobox', { name: 'Show' })).toHaveText('Amounts by colour');
    await expect(gone).toBeHidden();
    await expectMapDrawn(page);
  },
);
