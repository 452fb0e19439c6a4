import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, test, tokenOf } from './steps.ts';

const symbol = { type: 'esriSMS', style: 'esriSMSCircle', size: 12, color: [200, 0, 0, 255] };

/** A layer of points with a number, drawn by a style and labels of Arcade. */
function layer(title: string, valueExpression: string, labelExpression: string) {
  const spatialReference = { wkid: 4326 };
  const drawingInfo = {
    renderer: {
      type: 'uniqueValue',
      valueExpression,
      defaultSymbol: symbol,
      uniqueValueInfos: [{ value: '64', label: 'Sixty-four', symbol }],
    },
    labelingInfo: [
      {
        labelExpressionInfo: { expression: labelExpression },
        labelPlacement: 'esriServerPointLabelPlacementAboveRight',
        symbol: { type: 'esriTS', color: [0, 0, 0, 255], font: { size: 9 } },
      },
    ],
  };
  const features = Array.from({ length: 500 }, (_, index) => ({
    geometry: { x: 71.42 + index / 10_000, y: 51.13, spatialReference },
    attributes: { OBJECTID: index + 1, amount: index % 2 },
  }));
  const geometryType = 'esriGeometryPoint';
  const fields = [
    { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' },
    { name: 'amount', type: 'esriFieldTypeDouble', alias: 'Amount' },
  ];
  const layerDefinition = { name: title, geometryType, objectIdField: 'OBJECTID', fields, spatialReference };
  return {
    id: title.toLowerCase(),
    title,
    layerType: 'ArcGISFeatureLayer',
    visibility: true,
    opacity: 1,
    showLabels: true,
    featureCollection: {
      layers: [
        { layerDefinition: { ...layerDefinition, drawingInfo }, featureSet: { geometryType, features } },
      ],
    },
  };
}

const doubled = 'var n = $feature.amount; while (n < 60) { n *= 2; } return Text(n);';
const webMap = {
  version: '2.34',
  authoringApp: 'ArcGISMapViewer',
  operationalLayers: [
    layer('Style', doubled, '$feature.amount'),
    layer('Labels', '"64"', 'while (true) { }'),
    layer('Ends', 'var n = 1; while (n < 60) { n *= 2; } return Text(n);', 'Text($feature.amount)'),
  ],
  baseMap: { title: 'None', baseMapLayers: [] },
  spatialReference: { wkid: 102100 },
  initialState: {
    viewpoint: {
      targetGeometry: {
        xmin: 7_949_000,
        ymin: 6_642_000,
        xmax: 7_957_000,
        ymax: 6_645_000,
        spatialReference: { wkid: 102100 },
      },
    },
  },
};

test(
  'expressions of an opened map that do not end are stopped, and named at their layers',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'ada');
    const added = await page.request.post('/portal/demo/sharing/rest/content/users/ada/addItem', {
      form: {
        f: 'json',
        token: await tokenOf(page, 'ada'),
        title: 'Endless expressions',
        type: 'Web Map',
        text: JSON.stringify(webMap),
      },
    });
    const { id } = (await added.json()) as { id: string };
    await page.goto(`/demo/map/wid/${id}#tool=layers`);
    const layers = page.getByRole('region', { name: 'Layers' });
    await expect(layers.getByRole('alert').filter({ hasText: 'doesn’t end, and was stopped' })).toHaveCount(
      2,
    );
    // The workers still draw.
    await expectMapDrawn(page);
  },
);
