import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../../wire/analysis.ts';
import { createStore } from '../../store.ts';
import { hostedInputs, wkidOf } from './hosted-inputs.ts';

const server = 'https://gis.example/server/rest/services/';
const wkt =
  'PROJCS["City grid",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],' +
  'PARAMETER["Central_Meridian",71.4],PARAMETER["Scale_Factor",1.0],UNIT["Meter",1.0]]';
const recipe: Recipe = { tool: 'buffer', input: 'stops', onlySelected: false, metres: 500 };

function inputsIn(spatialReference: SpatialReference, part: object = {}) {
  const url = `${server}Stops/FeatureServer`;
  const layer = { url, layerId: 0, queryFeatureCount: async () => 7, ...part };
  return {
    view: { spatialReference } as MapView,
    layerOf: async () => layer as unknown as FeatureLayer,
    selected: createStore<ReadonlyMap<string, readonly number[]>>(new Map()),
  };
}

describe('the coordinate system of an analysis', () => {
  it('is that of the map', async () => {
    const inputs = inputsIn(new SpatialReference({ wkid: 32642 }));
    expect(await hostedInputs(inputs, recipe, server)).toMatchObject({ wkid: 32642, features: 7 });
  });

  it('is refused where the map describes it without a code: results would be elsewhere', async () => {
    const inputs = inputsIn(SpatialReference.fromJSON({ wkt }) as SpatialReference);
    const refused = { id: 'analysis:no-wkid' };
    expect(() => wkidOf(inputs.view)).toThrow(expect.objectContaining(refused));
    await expect(hostedInputs(inputs, recipe, server)).rejects.toMatchObject(refused);
  });
});

it('refuses a recipe for selected features where none are: the server has no selection to check', async () => {
  const inputs = inputsIn(new SpatialReference({ wkid: 102_100 }));
  const again = hostedInputs(inputs, { ...recipe, onlySelected: true }, server);
  await expect(again).rejects.toMatchObject({ id: 'analysis:nothing-selected' });
});

it('leaves former features to the browser', async () => {
  const moment = { historicMoment: new Date(Date.UTC(2026, 0, 1)) };
  const inputs = inputsIn(new SpatialReference({ wkid: 102_100 }), moment);
  expect(await hostedInputs(inputs, recipe, server)).toBeUndefined();
});
