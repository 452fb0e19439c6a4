import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { expect, it, vi } from 'vitest';
import { type FeatureReading, readFeatures } from './read-features.ts';

interface Requested {
  objectIds?: readonly number[];
  start?: number;
}

/** A layer of three features, of which its service returns two at once. */
function layerOf({ supportsPagination }: { supportsPagination: boolean }): FeatureLayer {
  const all = [1, 2, 3];
  return {
    objectIdField: 'OBJECTID',
    capabilities: { query: { maxRecordCount: 2, supportsPagination } },
    queryFeatureCount: async () => all.length,
    queryObjectIds: async () => all,
    queryFeatures: async ({ objectIds, start = 0 }: Requested) => {
      const found = objectIds ? all.filter((id) => objectIds.includes(id)) : all;
      return { features: found.slice(supportsPagination ? start : 0).slice(0, 2) };
    },
  } as unknown as FeatureLayer;
}

it.each([true, false])('reads each feature once, whether the service has pages or not: %s', async (pages) => {
  const { signal } = new AbortController();
  expect(await readFeatures(layerOf({ supportsPagination: pages }), { signal })).toEqual([1, 2, 3]);
});

it.each<[string, boolean, Partial<FeatureReading>]>([
  ['page by page', true, {}],
  ['by their ids', true, { objectIds: [1, 3] }],
  ['of a service without pages', false, {}],
])('reads the features of the moment that the layer shows, %s', async (_how, supportsPagination, reading) => {
  const { signal } = new AbortController();
  const historicMoment = new Date(Date.UTC(2026, 0, 1));
  const layer = Object.assign(layerOf({ supportsPagination }), { historicMoment });
  const asked = (['queryFeatureCount', 'queryObjectIds', 'queryFeatures'] as const).map((name) =>
    vi.spyOn(layer, name),
  );
  await readFeatures(layer, { ...reading, signal });
  const queries = asked.flatMap(({ mock }) => mock.calls as unknown[][]).map(([query]) => query);
  expect(queries.length).toBeGreaterThan(0);
  for (const query of queries) expect(query).toMatchObject({ historicMoment });
});
