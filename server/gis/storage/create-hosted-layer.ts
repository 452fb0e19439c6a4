import type { Database } from '../../platform/database/connect.ts';
import { MappingError } from '../../../wire/errors.ts';
import { describeLayer } from './describe-layer.ts';
import { encodeRows } from './encode-rows.ts';
import { loadService } from './load-store.ts';
import type { ServiceInput } from './service-input.ts';

/**
 * Creates a service with its layers and loads their features in one transaction: until it commits, none of it
 * is visible, and an error or a killed process leaves nothing behind. Layers are numbered from 0 in the order
 * given.
 * @returns the number of features of each layer
 * @throws MappingError `services:service-exists` (409), `services:invalid-service` (400),
 * `services:invalid-feature` (400: layer, number of the feature, fault)
 */
export async function createHostedLayer(
  { database }: { database: Database },
  { layers, onProgress, ...shape }: ServiceInput,
): Promise<{ featureCounts: number[] }> {
  checkServiceName(shape.serviceName);
  const now = Date.now();
  const done = layers.map(() => 0);
  const totals = await loadService(database, shape, layers.map(describeLayer), {
    now,
    rowsOf: (layer, layerId) =>
      encodeRows(layer, groupsOf(layers[layerId]?.features ?? []), {
        now,
        creator: shape.creator,
        nameOf: (_feature, number) => `Feature ${number} of layer ${layerId}`,
        onProgress: (count) => {
          done[layerId] = count;
          onProgress?.(done.reduce((sum, each) => sum + each, 0));
        },
      }),
  });
  return { featureCounts: totals.map(({ featureCount }) => featureCount) };
}

async function* groupsOf<Feature>(features: AsyncIterable<Feature> | Iterable<Feature>) {
  if (Symbol.iterator in features) yield features;
  else for await (const feature of features) yield [feature];
}

/** @throws MappingError `services:invalid-service` (400) */
export function checkServiceName(name: string): void {
  if (/^[A-Za-z0-9_-]{1,120}$/.test(name)) return;
  throw new MappingError(
    'services:invalid-service',
    'Service names consist of letters, digits, hyphens and underscores.',
    { status: 400 },
  );
}
