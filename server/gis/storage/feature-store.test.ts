import { z } from 'zod';
import { readOperation } from '../../platform/arcgis/schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { multipoints, points, polygons, polylines } from '../../../testing/rig/geometries.ts';
import { sentStatements } from '../../../testing/rig/sent-statements.ts';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import type { BinaryRow } from '../../platform/database/binary-rows.ts';
import { type Database, poolOf } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import { Parameters } from '../../platform/arcgis/parameters.ts';
import { readSelection, selectionParameters } from '../feature-server/query/requested-features-condition.ts';
import { type EsriGeometryType, type Geometry, envelopeAsGeometry } from '../geometry/geometry.ts';
import { writeEsriGeometry } from '../geometry/esri-json.ts';
import { readGeoJson, writeGeoJson } from '../geometry/geojson.ts';
import { relationTest, spatialRelations } from '../geometry/relations/relation-test.ts';
import { decodeWkb } from '../geometry/wkb.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { readInt8 } from './binary-values.ts';
import { createHostedLayer } from './create-hosted-layer.ts';
import { countFeatures, readExtent } from './count-features-store.ts';
import {
  type FeaturePage,
  type FeatureSelection,
  type FeatureSink,
  readFeatures,
  readFeaturesInto,
  readObjectIds,
} from './feature-store.ts';
import { findLayer } from './service-store.ts';
import type { SpatialFilter } from './spatial-condition.ts';
import { runs } from '../../../testing/rig/long.ts';

let database: Database;
let drop: () => Promise<void>;
const layers: HostedLayer[] = [];
const kinds: [EsriGeometryType, fc.Arbitrary<Geometry>][] = [
  ['esriGeometryPoint', points()],
  ['esriGeometryMultipoint', multipoints()],
  ['esriGeometryPolyline', polylines()],
  ['esriGeometryPolygon', polygons()],
];
/** Content of each layer, by object id less one; every seventh feature has no geometry. */
const stored: (Geometry | null)[][] = kinds.map(([, shapes]) =>
  fc
    .sample(shapes, { numRuns: 120, seed: 3 })
    .map((shape, index) => (index % 7 === 6 ? null : readGeoJson(writeGeoJson(shape), ''))),
);

beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  await createHostedLayer(
    { database },
    {
      serviceName: 'Random',
      layers: [
        ...kinds.map(([geometryType], kind) => ({
          name: geometryType,
          geometryType,
          fields: [{ name: 'n', type: 'esriFieldTypeInteger' as const }],
          features: (stored[kind] ?? []).map((geometry, n) => ({
            properties: { n },
            geometry: geometry && writeGeoJson(geometry),
          })),
        })),
        {
          name: 'Many',
          geometryType: 'esriGeometryPoint',
          fields: [{ name: 'n', type: 'esriFieldTypeInteger' as const }],
          features: Array.from({ length: 5000 }, (_none, n) => ({
            properties: { n },
            geometry: { type: 'Point', coordinates: [(n % 100) / 10, Math.floor(n / 100) / 10] },
          })),
        },
      ],
    },
  );
  for (let id = 0; id < 5; id += 1)
    layers.push((await findLayer(database, 'random', id, 'root')) as HostedLayer);
});
afterAll(() => drop());

const everything: Omit<FeaturePage, 'selection'> = {
  fields: [],
  geometry: true,
  orderBy: [],
  offset: 0,
  limit: 10_000,
};

function select(layer: HostedLayer, parameters: object) {
  return readSelection(readOperation(z.object(selectionParameters), new Parameters(parameters)), layer, {
    now: 0,
    user: null,
  });
}

/** Takes the ids of features. */
class IdSink implements FeatureSink {
  ids: number[] = [];

  begin() {
    this.ids = [];
  }

  add({ bytes, starts, lengths }: BinaryRow, space: SpatialFilter | null) {
    const [id = 0, start = 0] = starts;
    const [, size = -1] = lengths;
    if (space && (size < 0 || !space.test(decodeWkb(bytes, start, size)))) return;
    this.ids.push(readInt8(bytes, id));
  }
}

async function countOnLoop(layer: HostedLayer, selection: FeatureSelection) {
  try {
    return await countFeatures(database, layer, { ...selection, onLoop: true });
  } catch (error) {
    if (error instanceof TooHeavy) return 'too heavy';
    throw error;
  }
}

test('the event loop reads a limited number of ids', async () => {
  const layer = layers[0] as HostedLayer;
  const selection = select(layer, { where: '1=1' });
  const all = await readObjectIds(database, layer, selection);
  const usual = limits.loopIds;
  onTestFinished(() => void Object.assign(limits, { loopIds: usual }));
  Object.assign(limits, { loopIds: all.length });
  expect(await readObjectIds(database, layer, { ...selection, onLoop: true })).toEqual(all);
  Object.assign(limits, { loopIds: all.length - 1 });
  const tooMany = readObjectIds(database, layer, { ...selection, onLoop: true });
  await expect(tooMany).rejects.toBeInstanceOf(TooHeavy);
  expect(await readObjectIds(database, layer, selection)).toEqual(all);
});

describe('queries by the database agree with a scan of every feature', () => {
  const filters = fc.oneof(
    fc
      .record({
        x: fc.integer({ min: -2, max: 14 }),
        y: fc.integer({ min: -2, max: 14 }),
        w: fc.integer({ min: 0, max: 8 }),
        h: fc.integer({ min: 0, max: 8 }),
      })
      .map(({ x, y, w, h }) => ({ xmin: x, ymin: y, xmax: x + w, ymax: y + h })),
    polygons(),
    polylines(),
    points(),
    multipoints(),
  );

  /** Interiors with a common point. */
  const pattern = 'T********';

  test.each(kinds.map(([kind], index) => [kind, index] as const))(
    '%s',
    { timeout: 60_000 },
    async (_kind, index) => {
      const layer = layers[index] as HostedLayer;
      const shapes = stored[index] ?? [];
      await fc.assert(
        fc.asyncProperty(
          filters,
          fc.constantFrom(...Object.keys(spatialRelations)),
          fc.boolean(),
          async (filter, spatialRel, odd) => {
            const geometry = 'xmin' in filter ? filter : writeEsriGeometry(filter);
            const relation = spatialRelations[spatialRel as keyof typeof spatialRelations];
            const shape = 'xmin' in filter ? envelopeAsGeometry(filter) : filter;
            const matches = relationTest(shape, relation, pattern);
            const expected = shapes.flatMap((shape, n) =>
              shape && (!odd || n % 2 === 1) && matches(shape) ? [n + 1] : [],
            );
            const selection = select(layer, {
              geometry: JSON.stringify(geometry),
              spatialRel,
              ...(relation === 'pattern' && { relationParam: pattern }),
              ...(odd && { where: 'MOD(n, 2) = 1' }),
            });
            expect(await readObjectIds(database, layer, selection)).toEqual(expected);
            expect(await countFeatures(database, layer, selection)).toBe(expected.length);
            expect(await countOnLoop(layer, selection)).toBeOneOf([expected.length, 'too heavy']);
            const rows = await readFeatures(database, layer, { ...everything, selection });
            expect(rows.map(({ objectId }) => objectId)).toEqual(expected);
            const page = await readFeatures(database, layer, {
              ...everything,
              selection,
              offset: 2,
              limit: 3,
            });
            expect(page.map(({ objectId }) => objectId)).toEqual(expected.slice(2, 5));
            const capped = await readFeatures(database, layer, { ...everything, selection, limit: 4 });
            expect(capped.map(({ objectId }) => objectId)).toEqual(expected.slice(0, 4));
            for (const limit of [4, everything.limit]) {
              const sink = new IdSink();
              await readFeaturesInto(database, layer, { ...everything, selection, limit }, sink);
              expect(sink.ids).toEqual(expected.slice(0, limit));
            }
            expect((await readExtent(database, layer, selection)).count).toBe(expected.length);
          },
        ),
        { numRuns: runs(20, 120) },
      );
    },
  );
});

test('finds more candidates than are read at once', async () => {
  const layer = layers[4] as HostedLayer;
  // A triangle over half of everything.
  const geometry = JSON.stringify({
    rings: [
      [
        [-0.05, -0.05],
        [-0.05, 10.06],
        [10.06, -0.05],
        [-0.05, -0.05],
      ],
    ],
  });
  const selection = select(layer, { geometry });
  const expected = Array.from({ length: 5000 }, (_none, n) => n).filter(
    (n) => (n % 100) / 10 + Math.floor(n / 100) / 10 <= 10.000_001,
  );
  expect(await countFeatures(database, layer, selection)).toBe(expected.length);
  expect(expected.length).toBeGreaterThan(2000);
});

test('stores geometry bit by bit', async () => {
  for (const [index] of kinds.entries()) {
    const layer = layers[index] as HostedLayer;
    const rows = await readFeatures(database, layer, {
      ...everything,
      selection: { conditions: [], space: null },
    });
    const expected = (stored[index] ?? []).map((shape) => shape && [...shape.coordinates]);
    expect(rows.map(({ geometry }) => geometry && [...geometry.coordinates])).toEqual(expected);
  }
});

test('counts everything without a scan, and has an exact extent', async () => {
  const layer = layers[4] as HostedLayer;
  expect(layer.extent).toEqual({ xmin: 0, ymin: 0, xmax: 9.9, ymax: 4.9 });
  expect(await countFeatures(database, layer, { conditions: [], space: null })).toBe(5000);
  expect(await readExtent(database, layer, { conditions: [], space: null })).toEqual({
    count: 5000,
    extent: layer.extent,
  });
  const none = await readExtent(database, layer, select(layer, { where: '1=0' }));
  expect(none).toEqual({ count: 0, extent: null });
});

describe('uses an index', () => {
  async function plan(parameters: object): Promise<string> {
    const layer = layers[4] as HostedLayer;
    const statements = await sentStatements(() =>
      readFeatures(database, layer, { ...everything, selection: select(layer, parameters), limit: 10 }),
    );
    const plans = await Promise.all(
      statements.map(({ text, values }) => poolOf(database).query(`explain ${text}`, values)),
    );
    return plans.flatMap(({ rows }) => rows.map((row) => row['QUERY PLAN'])).join('\n');
  }

  test('for a small window, whatever the order', async () => {
    expect(await plan({ geometry: '1,1,1.5,1.5' })).toMatch(
      /Index Scan.*box_idx|Bitmap Index Scan on .*box_idx/,
    );
  });

  test('on the key for the order of the whole layer', async () => {
    const explained = await plan({ geometry: '-180,-90,180,90' });
    expect(explained).toContain('pkey');
    expect(explained).not.toContain('box_idx');
  });

  test('for ids', async () => {
    expect(await plan({ objectIds: '5,6' })).toContain('pkey');
  });
});
