import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { OwnFieldType } from '../layer/field.ts';
import { createHostedLayer } from './create-hosted-layer.ts';
import type { LayerInput } from './service-input.ts';
import { findService } from './service-store.ts';
import { readTimeExtent } from './statistics-store.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

let number = 0;
/** The time extent of a layer whose features have these start and end times. */
async function extentOf(
  moments: readonly (readonly [number | null, number | null])[],
  timeInfo?: LayerInput['timeInfo'],
  type: OwnFieldType = 'esriFieldTypeDate',
): Promise<[number, number] | null> {
  number += 1;
  const serviceName = `Time${number}`;
  const layer: LayerInput = {
    name: 'L',
    fields: ['from', 'to'].map((name) => ({ name, type })),
    features: moments.map(([from, to]) => ({ properties: { from, to }, geometry: null })),
    ...(timeInfo && { timeInfo }),
  };
  await createHostedLayer({ database }, { serviceName, layers: [layer] });
  return readTimeExtent(database, (await findService(database, serviceName, 'root'))!.layers[0]!);
}

const spans = { startTimeField: 'from', endTimeField: 'to' };
const instants = { startTimeField: 'from', endTimeField: null };
const day = 86_400_000;

describe('time extent of a layer', () => {
  test('ranges from the first start to the last end', async () => {
    const moments = [
      [3 * day, 5 * day],
      [day, 2 * day],
      [4 * day, 9 * day],
    ] as const;
    expect(await extentOf(moments, spans)).toEqual([day, 9 * day]);
  });

  test('of instants ranges from the first to the last', async () => {
    const moments = [
      [3 * day, 50 * day],
      [day, null],
    ] as const;
    expect(await extentOf(moments, instants)).toEqual([day, 3 * day]);
  });

  test('includes features with only a start or only an end', async () => {
    const moments = [
      [null, 12 * day],
      [2 * day, null],
      [null, null],
    ] as const;
    expect(await extentOf(moments, spans)).toEqual([2 * day, 12 * day]);
  });

  test('handles ends before starts, times before 1970 and milliseconds', async () => {
    expect(await extentOf([[5 * day, -3 * day - 1]], spans)).toEqual([-3 * day - 1, 5 * day]);
  });

  test('of days ranges from the beginning of the first to that of the last', async () => {
    expect(await extentOf([[3 * day, 5 * day]], spans, 'esriFieldTypeDateOnly')).toEqual([3 * day, 5 * day]);
  });

  test('is null without features, without dates and without time fields', async () => {
    expect(await extentOf([], spans)).toBeNull();
    expect(await extentOf([[null, null]], spans)).toBeNull();
    expect(await extentOf([[day, day]])).toBeNull();
  });
});
