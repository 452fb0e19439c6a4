import Collection from '@arcgis/core/core/Collection.js';
import Graphic from '@arcgis/core/Graphic.js';
import * as contains from '@arcgis/core/geometry/operators/containsOperator.js';
import * as intersects from '@arcgis/core/geometry/operators/intersectsOperator.js';
import Point from '@arcgis/core/geometry/Point.js';
import Polygon from '@arcgis/core/geometry/Polygon.js';
import { describe, expect, it, vi } from 'vitest';
import { openSelect } from './select-session.ts';
import type { Relation } from './select.ts';

// The SDK draws with a widget that needs a browser.
vi.mock('./draw-shapes.ts', () => ({ drawShapes: () => ({ stop: () => {}, close: () => {} }) }));

const spatialReference = { wkid: 102_100 };
const square = (x: number, side: number) =>
  new Polygon({
    rings: [
      [
        [x, 0],
        [x, side],
        [x + side, side],
        [x + side, 0],
        [x, 0],
      ],
    ],
    spatialReference,
  });
const point = (x: number, y: number) => new Point({ x, y, spatialReference });

type Shape = Point | Polygon;

/** A layer that compares features with one shape, as services do. */
function layerOf(id: string, shapes: readonly Shape[]) {
  const graphics = shapes.map((geometry, index) => {
    const graphic = new Graphic({ geometry, attributes: { OBJECTID: index + 1 } });
    graphic.getObjectId = () => index + 1;
    return graphic;
  });
  const relations = {
    intersects: (feature: Shape, given: Shape) => intersects.execute(feature, given),
    within: (feature: Shape, given: Shape) => contains.execute(feature, given),
    contains: (feature: Shape, given: Shape) => contains.execute(given, feature),
  };
  return {
    id,
    type: 'feature',
    objectIdField: 'OBJECTID',
    load: async () => {},
    queryFeatureCount: async () => graphics.length,
    queryObjectIds: async (query: { geometry: Shape; spatialRelationship: keyof typeof relations }) =>
      graphics.flatMap(({ geometry }, index) =>
        relations[query.spatialRelationship](geometry as Shape, query.geometry) ? [index + 1] : [],
      ),
    queryFeatures: async ({ objectIds, start = 0 }: { objectIds?: number[]; start?: number }) => ({
      features: objectIds ? objectIds.map((one) => graphics[one - 1]) : graphics.slice(start),
    }),
  };
}

function sessionOf(layers: readonly ReturnType<typeof layerOf>[]) {
  const chosen = new Map<{ id: string }, readonly number[]>();
  const listeners = new Set<() => void>();
  const selectionManager = {
    sources: { includes: () => true },
    get selections() {
      return [...chosen].map(([layer, selection]) => ({ layer, selection }));
    },
    on: (_name: string, listener: () => void) => listeners.add(listener),
    replace(layer: { id: string }, selection: number[]) {
      chosen.set(layer, selection);
      for (const listener of listeners) listener();
    },
  };
  const view = { selectionManager, map: { layers: new Collection(layers as never[]) } };
  return openSelect({ view, onLeave: () => () => {} } as never);
}

describe('selecting by another layer', () => {
  const districts = () => layerOf('districts', [square(0, 10), square(20, 10), square(40, 10)]);
  const by = async (relation: Relation, others: readonly Shape[]) => {
    const session = sessionOf([districts(), layerOf('others', others)]);
    const target = { layerIds: ['districts'], how: 'replace' as const };
    const { signal } = new AbortController();
    await session.byLayer({ layerId: 'others', relation, metres: 0, onlySelected: false }, target, signal);
    return session.selected.get().get('districts') ?? [];
  };

  it('finds the features that contain any of its features, not only those that contain all', async () => {
    expect(await by('contains', [point(5, 5), point(6, 6), point(45, 5)])).toEqual([1, 3]);
    expect(await by('contains', [square(1, 3), square(41, 3)])).toEqual([1, 3]);
  });

  it('finds no features that its features cross or only touch', async () => {
    expect(await by('contains', [square(5, 20), square(41, 3)])).toEqual([3]);
    expect(await by('contains', [point(0, 5), point(45, 5)])).toEqual([3]);
  });

  it('finds the features that contain its only feature', async () => {
    expect(await by('contains', [point(25, 5)])).toEqual([2]);
  });

  it('finds the features within its features, and those that they touch', async () => {
    expect(await by('within', [square(-5, 30), square(42, 3)])).toEqual([1]);
    expect(await by('intersects', [point(5, 5), point(45, 5)])).toEqual([1, 3]);
  });
});
