import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/rig/test-database.ts';
import { limits } from '../../../limits.ts';
import { createHostedLayer } from '../../storage/create-hosted-layer.ts';
import { findService } from '../../storage/service-store.ts';
import { makeTile, type NamedLayer } from './make-tile.ts';

/** How the layers of a tile share its bytes. */
let rig: TestDatabase;
let layers: NamedLayer[];
const vertexBytes = 16;
const vertices = 1000;

/** Circles that cover a good part of the tile, each smaller than the one before. */
const circles = (count: number) =>
  Array.from({ length: count }, (_none, n) => ({
    properties: {},
    geometry: {
      type: 'Polygon',
      coordinates: [
        Array.from({ length: vertices }, (_vertex, at) => {
          const angle = (-2 * Math.PI * (at % (vertices - 1))) / (vertices - 1);
          const radius = 30 - n;
          return [n * 5 + radius * Math.cos(angle), radius * Math.sin(angle)];
        }),
      ],
    },
  }));

beforeAll(async () => {
  rig = await createTestDatabase();
  const layer = (name: string, count: number) => ({
    name,
    geometryType: 'esriGeometryPolygon' as const,
    fields: [],
    features: circles(count),
  });
  await createHostedLayer(
    { database: rig.database },
    { serviceName: 'Circles', layers: [layer('one', 1), layer('many', 9), layer('few', 3)] },
  );
  const service = await findService(rig.database, 'Circles', 'root');
  layers = (service?.layers ?? []).map((each) => ({ name: each.name, layer: each }));
});
afterAll(() => rig.drop());

test('a detailed layer leaves the others their part, and has what those before it left', async () => {
  const usual = { ...limits };
  onTestFinished(() => void Object.assign(limits, usual));
  // For nine circles: three of each layer, of which the first one needs one.
  Object.assign(limits, { vectorTileBytes: 9.5 * vertices * vertexBytes });
  const tile = new VectorTile(
    new PbfReader(gunzipSync(await makeTile(rig.database, layers, { z: 0, x: 0, y: 0 }))),
  );
  /** Features that are larger than a dot. */
  const drawn = (name: string) => {
    const layer = tile.layers[name];
    let count = 0;
    for (let at = 0; at < (layer?.length ?? 0); at += 1) {
      const [x0 = 0, , x1 = 0] = layer?.feature(at).bbox() ?? [];
      if (x1 - x0 > 100) count += 1;
    }
    return count;
  };
  expect(['one', 'many', 'few'].map(drawn)).toEqual([1, 4, 3]);
});
