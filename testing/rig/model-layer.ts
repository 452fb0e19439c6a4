import fc from 'fast-check';
import { query } from '../../server/gis/feature-server/query/query.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import type { Row } from './evaluate-where.ts';
import { createLayerCaller } from './layer-call.ts';
import { createTestDatabase } from './test-database.ts';

/** A feature of a layer that tests compare with a scan of its features. */
export interface ModelFeature extends Row {
  id: number;
  x: number;
  y: number;
}

export const modelFeatures: readonly ModelFeature[] = fc
  .sample(
    fc.record({
      n: fc.option(fc.integer({ min: -3, max: 3 })),
      d: fc.option(fc.integer({ min: -16, max: 16 }).map((value) => value / 8)),
      t: fc.option(fc.constantFrom('a', 'A', 'b', 'é', '', 'ab')),
      w: fc.option(fc.integer({ min: 0, max: 5 }).map((day) => Date.UTC(2026, 0, 1) + day * 86_400_000)),
      x: fc.integer({ min: 0, max: 9 }),
      y: fc.integer({ min: 0, max: 9 }),
    }),
    { numRuns: 150, seed: 11 },
  )
  .map((row, index) => ({ ...row, id: index + 1 }));

export interface ModelLayer {
  /** The result of `query` on the layer. */
  ask(parameters: Record<string, unknown>): Promise<any>;
  drop(): Promise<void>;
}

export async function createModelLayer(): Promise<ModelLayer> {
  const { database, drop } = await createTestDatabase();
  await createHostedLayer(
    { database },
    {
      serviceName: 'Model',
      layers: [
        {
          name: 'Features',
          geometryType: 'esriGeometryPoint',
          fields: [
            { name: 'n', type: 'esriFieldTypeInteger' },
            { name: 'd', type: 'esriFieldTypeDouble' },
            { name: 't', type: 'esriFieldTypeString' },
            { name: 'w', type: 'esriFieldTypeDate' },
          ],
          features: modelFeatures.map(({ n, d, t, w, x, y }) => ({
            properties: { n, d, t, w },
            geometry: { type: 'Point', coordinates: [x, y] },
          })),
        },
      ],
    },
  );
  const call = createLayerCaller(database, 'model');
  return { ask: async (parameters) => (await call(0, query, parameters)).json, drop };
}
