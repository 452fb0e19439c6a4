import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asRequester } from '../../platform/budgets/requester.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { holdsAll } from './spatial-condition.ts';
import { untilEdit } from './view-extent-store.ts';

const extent = { xmin: 0, ymin: 0, xmax: 1, ymax: 1 };
const viewOf = (isVolatile: boolean) =>
  ({
    tableName: 'view',
    extent,
    featureCount: 1,
    editedAt: 1,
    versions: [],
    viewDefinition: { where: 'x', isVolatile, shown: null, changes: {} },
  }) as unknown as HostedLayer;

beforeEach(() => void vi.useFakeTimers({ now: 60_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('what is computed from all features of a view', () => {
  test.each([
    ['is computed once until an edit', false, 1],
    ['that depends on the time is computed once a minute', true, 2],
  ])('%s', async (_what, isVolatile, times) => {
    const database = { isTransaction: false } as Database;
    const compute = vi.fn<() => Promise<number>>(async () => 1);
    const read = () => untilEdit(database, viewOf(isVolatile), 'count', compute);
    for (let request = 0; request < 40; request += 1) await read();
    vi.advanceTimersByTime(60_000);
    await read();
    expect(compute).toHaveBeenCalledTimes(times);
  });

  test('is computed once for all requests at the same time, also when the first of them is cancelled', async () => {
    const database = { isTransaction: false } as Database;
    const counted = Promise.withResolvers<number>();
    const compute = vi.fn<() => Promise<number>>(() => counted.promise);
    const callers = Array.from({ length: 40 }, () => new AbortController());
    const responses = callers.map(({ signal }) =>
      asRequester({ caller: 'address', signal }, () => untilEdit(database, viewOf(true), 'count', compute)),
    );
    callers[0]?.abort(new Error('left'));
    await expect(responses[0]).rejects.toThrow('left');
    counted.resolve(7);
    expect(await Promise.all(responses.slice(1))).toEqual(Array.from({ length: 39 }, () => 7));
    expect(compute).toHaveBeenCalledTimes(1);
  });

  test('does not decide which features a box contains where it may be a minute old', () => {
    const filter = { decides: 'meeting', boxes: [extent] } as never;
    expect([false, true].map((isVolatile) => holdsAll(viewOf(isVolatile), filter))).toEqual([true, false]);
  });
});
