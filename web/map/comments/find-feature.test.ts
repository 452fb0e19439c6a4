import Collection from '@arcgis/core/core/Collection.js';
import Point from '@arcgis/core/geometry/Point.js';
import Polygon from '@arcgis/core/geometry/Polygon.js';
import { expect, it } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { findFeature } from './find-feature.ts';

const spatialReference = { wkid: 4326 };
const at = (x: number, y: number) => new Point({ x, y, spatialReference });
const square = new Polygon({
  rings: [
    [
      [10, 0],
      [10, 2],
      [12, 2],
      [12, 0],
      [10, 0],
    ],
  ],
  spatialReference,
});

/** Finds a feature in a map whose centre is far away from it. */
async function find(geometry: object | undefined, location: Point | null, attributes: object = {}) {
  const layer = {
    id: 'parks',
    type: 'feature',
    popupTemplate: { title: 'Park {NAME}' },
    fields: [
      { name: 'NAME', type: 'string' },
      { name: 'kind', type: 'integer' },
    ],
    getField: () => null,
    getFieldDomain: () => null,
    queryFeatures: async ({ objectIds, outFields }: { objectIds: number[]; outFields: string[] }) => {
      if (!geometry) throw new Error('Failed to fetch');
      const queried = Object.entries(attributes).filter(([name]) => outFields.includes(name));
      return { features: objectIds.map(() => ({ geometry, attributes: Object.fromEntries(queried) })) };
    },
  };
  const view = { map: { layers: new Collection([layer as never]) }, center: at(50, 50) };
  const internals = { view, popup: async () => ({ location }) } as unknown as MapInternals;
  return findFeature(internals, { layer: 'parks', id: 7 });
}

const placeOf = async (geometry: object, location: Point | null) => (await find(geometry, location)).place;

it('a point is where it is, and an area where it was clicked, not in the middle of the map', async () => {
  expect(await placeOf(at(20, 5), at(21, 5))).toEqual({ latitude: 5, longitude: 20 });
  expect(await placeOf(square, at(11.5, 0.5))).toEqual({ latitude: 0.5, longitude: 11.5 });
});

it('an area that was not clicked itself is at its nearest part', async () => {
  expect(await placeOf(square, at(9, 1))).toEqual({ latitude: 1, longitude: 10 });
  expect(await placeOf(square, null)).toEqual({ latitude: 2, longitude: 12 });
});

it('has the title of its popup, and none without the name', async () => {
  expect((await find(square, null, { NAME: 'Atameken', kind: 7 })).title).toBe('Park Atameken');
  expect((await find(square, null, { kind: 7 })).title).toBe('');
});

it('a feature that cannot be read has neither place nor title', async () => {
  expect(await find(undefined, null)).toEqual({ place: undefined, title: '' });
});
