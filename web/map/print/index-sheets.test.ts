import Point from '@arcgis/core/geometry/Point.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { expect, it } from 'vitest';
import { sheetsOf } from './index-sheets.ts';

it.each([
  [SpatialReference.WebMercator, 50],
  [SpatialReference.WGS84, 50 / 111_319.49],
])('a sheet around a point extends 50 metres to each side', async (spatialReference, half) => {
  const features = [{ geometry: new Point({ x: 10, y: 20, spatialReference }), attributes: { name: 'A' } }];
  const layer = {
    load: async () => {},
    queryFeatureCount: async () => 1,
    queryFeatures: async () => ({ features }),
  } as unknown as FeatureLayer;
  const { signal } = new AbortController();
  const [sheet] = await sheetsOf(layer, { field: 'name', signal, spatialReference });
  expect(sheet?.name).toBe('A');
  const [xmin = 0, , xmax = 0] = sheet?.place.kind === 'extent' ? sheet.place.extent : [];
  expect(xmax - xmin).toBeCloseTo(2 * half, 6);
});
