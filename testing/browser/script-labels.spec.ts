import { expect, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { textFonts } from '../../wire/script-fonts.ts';
import { type DemoMaps, embeddedMaps } from './demo-maps.ts';
import { expectMapDrawn, test, tokenOf } from './steps.ts';

/** From north to south: scripts whose letters a font puts together. */
const names = ['दिल्ली क्षेत्र', 'চট্টগ্রাম', 'ភ្នំពេញ', 'မန္တလေးမြို့', 'ශ්‍රී ලංකාව'];
const size = 30;
const spacing = 400;

const fields = [{ name: 'name', type: 'esriFieldTypeString', alias: 'name', length: 60 }];
const layer = {
  name: 'Names',
  geometryType: 'esriGeometryPoint',
  fields,
  drawingInfo: {
    renderer: {
      type: 'simple',
      symbol: { type: 'esriSMS', style: 'esriSMSCircle', size: 1, color: [0, 0, 0, 0], outline: null },
    },
    labelingInfo: [
      {
        labelExpression: '[name]',
        labelExpressionInfo: { expression: '$feature.name' },
        labelPlacement: 'esriServerPointLabelPlacementCenterCenter',
        symbol: { type: 'esriTS', color: [0, 0, 0, 255], font: { family: 'Arial Unicode MS', size } },
      },
    ],
  },
};

/** A public layer of the names, in a column. */
async function addNames(page: Page, maps: DemoMaps): Promise<string> {
  const service = `Names_${Date.now()}`;
  const item = await maps.addService(service, [layer]);
  await maps.ask(service, '0/addFeatures', {
    features: names.map((name, row) => ({
      geometry: { x: 0, y: (2 - row) * spacing, spatialReference: { wkid: 102100 } },
      attributes: { name },
    })),
  });
  const token = await tokenOf(page, 'grace');
  await page.request.post(`/portal/sharing/rest/content/users/grace/items/${item}/share`, {
    form: { f: 'json', token, everyone: 'true' },
  });
  return service;
}

/** Widths in px of the texts in the middle of the map, from north to south. */
async function drawnWidths(page: Page): Promise<number[]> {
  const { width, height, data } = PNG.sync.read(await page.getByRole('application').first().screenshot());
  const widths: number[] = [];
  let ink: { from: number; to: number; last: number } | undefined;
  for (let y = Math.round(height * 0.1); y < height * 0.9; y += 1) {
    for (let x = Math.round(width * 0.25); x < width * 0.75; x += 1) {
      if ((data[(y * width + x) * 4] ?? 255) > 90) continue;
      ink ??= { from: x, to: x, last: y };
      ink = { from: Math.min(ink.from, x), to: Math.max(ink.to, x), last: y };
    }
    if (!ink || y - ink.last < 12) continue;
    widths.push(ink.to - ink.from + 1);
    ink = undefined;
  }
  return widths;
}

/** Their widths as the browser sets them in a page. */
function setWidths(page: Page): Promise<number[]> {
  return page.evaluate(
    async ({ names, size, textFonts }) => {
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('This browser cannot draw pictures.');
      context.font = `${(size * 96) / 72}px ${textFonts}`;
      await Promise.all(names.map((name) => document.fonts.load(context.font, name)));
      return names.map((name) => {
        const { actualBoundingBoxLeft, actualBoundingBoxRight } = context.measureText(name);
        return actualBoundingBoxLeft + actualBoundingBoxRight;
      });
    },
    { names, size, textFonts },
  );
}

for (const [kind, layerOf] of [
  [
    'a feature layer',
    (service: string) => ({ url: `${service}/FeatureServer/0`, layerType: 'ArcGISFeatureLayer' }),
  ],
  [
    'vector tiles',
    (service: string) => ({
      styleUrl: `${service}/VectorTileServer/resources/styles/root.json`,
      layerType: 'VectorTileLayer',
    }),
  ],
] as const)
  test(
    `labels of ${kind} have the letters of five scripts put together as in a page`,
    { tag: '@long' },
    async ({ page, baseURL }) => {
      const maps = embeddedMaps(page.request, baseURL ?? '');
      const service = await addNames(page, maps);
      const half = 3 * spacing;
      const id = await maps.add(service, {
        operationalLayers: [
          { id: 'names', title: 'Names', ...layerOf(`${baseURL ?? ''}/server/rest/services/${service}`) },
        ],
        baseMap: { title: 'None', baseMapLayers: [] },
        initialState: {
          viewpoint: {
            targetGeometry: {
              xmin: -half,
              ymin: -half,
              xmax: half,
              ymax: half,
              spatialReference: { wkid: 102100 },
            },
          },
        },
        spatialReference: { wkid: 102100, latestWkid: 3857 },
        version: '2.31',
      });
      await page.goto(`/demo/map/wid/${id}`);
      await expectMapDrawn(page);
      await expect.poll(() => drawnWidths(page)).toHaveLength(names.length);
      const drawn = await drawnWidths(page);
      for (const [row, width] of (await setWidths(page)).entries()) {
        expect(drawn[row], names[row]).toBeGreaterThan(width * 0.93);
        expect(drawn[row], names[row]).toBeLessThan(width * 1.07);
      }
    },
  );
