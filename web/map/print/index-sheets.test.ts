import Multipoint from '@arcgis/core/geometry/Multipoint.js';
import Point from '@arcgis/core/geometry/Point.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import CodedValueDomain from '@arcgis/core/layers/support/CodedValueDomain.js';
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
    getField: () => undefined,
    getFieldDomain: () => null,
  } as unknown as FeatureLayer;
  const { signal } = new AbortController();
  const [sheet] = await sheetsOf(layer, { field: 'name', signal, spatialReference });
  expect(sheet?.name).toBe('A');
  const [xmin = 0, , xmax = 0] = sheet?.place.kind === 'extent' ? sheet.place.extent : [];
  expect(xmax - xmin).toBeCloseTo(2 * half, 6);
});

it('names sheets as people read their field, with a sheet for several points at one place', async () => {
  const { WebMercator: spatialReference } = SpatialReference;
  const field = (name: string, type: string) => ({ name, type });
  const domain = new CodedValueDomain({ codedValues: [{ code: 'n', name: 'North' }] });
  const geometry = new Multipoint({ points: [[10, 20]], spatialReference });
  const sheetNames = async (name: string, type: string, values: readonly unknown[]) => {
    const layer = {
      load: async () => {},
      queryFeatureCount: async () => values.length,
      queryFeatures: async () => ({
        features: values.map((value) => ({ geometry, attributes: { [name]: value } })),
      }),
      getField: () => field(name, type),
      getFieldDomain: () => (name === 'part' ? domain : null),
    } as unknown as FeatureLayer;
    const { signal } = new AbortController();
    return (await sheetsOf(layer, { field: name, signal, spatialReference })).map((sheet) => sheet.name);
  };
  expect(await sheetNames('part', 'string', ['n', 'other'])).toEqual(['North', 'other']);
  const days = [Date.UTC(2026, 4, 1), Date.UTC(1969, 11, 31, 18, 30), null];
  expect(await sheetNames('surveyed', 'date', days)).toEqual(['', '1969-12-31 18:30', '2026-05-01']);
  expect(await sheetNames('number', 'integer', [10, 2])).toEqual(['2', '10']);
});
