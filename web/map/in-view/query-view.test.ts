import Collection from '@arcgis/core/core/Collection.js';
import Graphic from '@arcgis/core/Graphic.js';
import Extent from '@arcgis/core/geometry/Extent.js';
import Point from '@arcgis/core/geometry/Point.js';
import Polygon from '@arcgis/core/geometry/Polygon.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import MapNotesLayer from '@arcgis/core/layers/MapNotesLayer.js';
import Query from '@arcgis/core/rest/support/Query.js';
import TextSymbol from '@arcgis/core/symbols/TextSymbol.js';
import { describe, expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { addDrawing } from '../sketch/drawings-layer.ts';
import { featuresInView } from './query-view.ts';

const spatialReference = SpatialReference.WebMercator;
const at = (x: number, y = 0) => new Point({ x, y, spatialReference });
const { signal } = new AbortController();

/** A map around 0, 0 with some layers, all of which are drawn. */
function mapOf(layers: object[], isDrawnOnly: object[] = []) {
  const extent = new Extent({ xmin: -1000, ymin: -1000, xmax: 1000, ymax: 1000, spatialReference });
  const layerViews = [...isDrawnOnly, ...layers].map(
    (layer) => (layer as { view?: object }).view ?? { layer, suspended: false, updating: false },
  );
  const view = {
    extent,
    center: at(0),
    scale: 5000,
    resolution: 1,
    spatialReference,
    map: { layers: new Collection(layers) },
    allLayerViews: new Collection(layerViews),
  };
  return { view } as unknown as MapInternals;
}

const layerParts = { visible: true, listMode: 'show', loaded: true };

/** A feature layer, or sublayer, with a number of features, the first at the centre. */
function answers(count: number) {
  const features = Array.from({ length: count }, (_none, index) => {
    const graphic = new Graphic({
      geometry: at(index),
      attributes: { OBJECTID: index + 1, NAME: `N${index + 1}` },
    });
    return Object.assign(graphic, { getObjectId: () => index + 1 });
  });
  return {
    objectIdField: 'OBJECTID',
    displayField: 'NAME',
    fields: [{ name: 'NAME', type: 'string' }],
    getFieldDomain: () => null,
    getField: () => ({ type: 'string' }),
    queryFeatureCount: async () => count,
    queryFeatures: vi.fn<(query: { objectIds?: number[] }) => Promise<object>>(async ({ objectIds }) => ({
      features: objectIds ? features.filter((_one, index) => objectIds.includes(index + 1)) : features,
    })),
  };
}

describe('a layer', () => {
  it('lists its nearest features, and more on request', async () => {
    const layer = { ...layerParts, ...answers(450), id: 'stops', title: 'Stops', type: 'feature' };
    const view = { ...answers(450), layer, suspended: false, updating: false };
    const map = mapOf([{ ...layer, view }]);
    const [few] = await featuresInView(map, signal);
    expect([few?.total, few?.features.length]).toEqual([450, 20]);
    const [many] = await featuresInView(map, signal, { stops: 440 });
    expect(many?.features.length).toBe(440);
    expect(many?.features.at(-1)?.title).toBe('N440');
    // No request for titles is longer than services accept.
    const asked = layer.queryFeatures.mock.calls.map(([{ objectIds }]) => objectIds?.length);
    expect(asked).toEqual([20, 200, 200, 40]);
  });
});

/** A map service with three sublayers, of which the last is topmost. */
function cityOf(parts: Record<number, object> = {}) {
  const sublayer = (id: number, title: string) => ({
    ...answers(2),
    id,
    title,
    visible: true,
    minScale: 0,
    maxScale: 0,
    load: async () => {},
    capabilities: { operations: { supportsQuery: true } },
    createQuery: () => new Query({ where: '1=1' }),
    ...parts[id],
  });
  const sublayers = new Collection(
    ['Districts', 'Roads', 'Buildings'].map((title, id) => sublayer(id, title)),
  );
  return { ...layerParts, id: 'city', title: 'City', type: 'map-image', sublayers };
}

describe('the sublayers of a map service', () => {
  const titles = async (city: object) =>
    (await featuresInView(mapOf([city]), signal)).map(({ title, total }) => [title, total]);

  it('are listed one by one, topmost first', async () => {
    const [first] = await featuresInView(mapOf([cityOf()]), signal);
    expect(first).toMatchObject({ layerId: 'city', sublayerId: 2, title: 'City: Buildings', total: 2 });
    expect(first?.features.map(({ title }) => title)).toEqual(['N1', 'N2']);
    expect((await titles(cityOf())).map(([title]) => title)).toEqual([
      'City: Buildings',
      'City: Roads',
      'City: Districts',
    ]);
  });

  it('are left out where they are hidden, out of scale or cannot be queried', async () => {
    const noQueries = { capabilities: { operations: { supportsQuery: false } } };
    expect(await titles(cityOf({ 0: { visible: false }, 1: { minScale: 1000 }, 2: noQueries }))).toEqual([]);
    const group = { sublayers: new Collection([{ ...cityOf().sublayers.at(1) }]), visible: false };
    expect(await titles(cityOf({ 0: group, 1: { maxScale: 9000 } }))).toEqual([['City: Buildings', 2]]);
  });

  it('fail without an answer to their loading', async () => {
    const stop = new AbortController();
    const city = cityOf({ 1: { load: () => new Promise(() => {}) } });
    const found = featuresInView(mapOf([city]), stop.signal);
    stop.abort();
    expect((await found)[1]?.failed).toBe(true);
  });

  it('name where the service returns no more, and are limited by those that have pages only', async () => {
    const { features } = (await answers(25).queryFeatures({})) as { features: object[] };
    const queryFeatures = vi.fn<(query: object) => Promise<object>>(async () => ({ features }));
    const sourceJSON = { advancedQueryCapabilities: { supportsPagination: false } };
    const city = cityOf({ 2: { ...answers(40), queryFeatures, sourceJSON } });
    const read = async (limit: number) =>
      (await featuresInView(mapOf([city]), signal, { 'city/2': limit }))[0];
    expect([(await read(20))?.hasNoMore, (await read(40))?.hasNoMore]).toEqual([false, true]);
    expect(queryFeatures.mock.calls[0]?.[0]).toMatchObject({ num: undefined });
  });

  it('fail one by one', async () => {
    const fails = { queryFeatureCount: async () => Promise.reject(new Error('No answer')) };
    const found = await featuresInView(mapOf([cityOf({ 1: fails })]), signal);
    expect(found.map(({ failed }) => failed)).toEqual([false, true, false]);
  });
});

describe('drawings', () => {
  function notes() {
    const layer = new MapNotesLayer({ id: 'notes', title: 'Drawings' });
    const rings = [
      [
        [100, 100],
        [100, 200],
        [200, 200],
        [200, 100],
        [100, 100],
      ],
    ];
    addDrawing(layer, new Graphic({ geometry: new Polygon({ rings, spatialReference }) }));
    addDrawing(layer, new Graphic({ geometry: at(5000) }));
    addDrawing(layer, new Graphic({ geometry: at(-20), attributes: { TITLE: 'Meeting place' } }));
    addDrawing(layer, new Graphic({ geometry: at(30), symbol: new TextSymbol({ text: 'North gate' }) }));
    return layer;
  }

  it('are listed as far as they are in view, by title, text or shape', async () => {
    const [found] = await featuresInView(mapOf([notes()]), signal);
    expect(found).toMatchObject({ layerId: 'notes', title: 'Drawings', total: 3, failed: false });
    expect(found?.features.map(({ title, shape }) => [title, shape])).toEqual([
      ['Meeting place', 'point'],
      ['North gate', 'point'],
      ['', 'polygon'],
    ]);
  });

  it('are listed if they are in degrees on a map in Web Mercator', async () => {
    const layer = new GraphicsLayer({ id: 'own', title: 'Own' });
    layer.add(new Graphic({ geometry: new Point({ longitude: 0, latitude: 0 }) }));
    const [found] = await featuresInView(mapOf([layer]), signal);
    expect(found).toMatchObject({ title: 'Own', total: 1 });
  });

  it('of tools are no part of the map', async () => {
    const layer = new GraphicsLayer({ title: 'Marks' });
    layer.add(new Graphic({ geometry: at(0) }));
    expect(await featuresInView(mapOf([], [layer]), signal)).toEqual([]);
  });
});
