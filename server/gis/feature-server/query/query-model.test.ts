import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluate } from '../../../../testing/rig/evaluate-where.ts';
import {
  createModelLayer,
  type ModelFeature,
  modelFeatures as features,
  type ModelLayer,
} from '../../../../testing/rig/model-layer.ts';
import { conditions } from '../../../../testing/rig/where-clauses.ts';
import { print } from '../../where/print.ts';

/** Every form of a query compared with a scan of the same features. */

let ask: ModelLayer['ask'];
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ ask, drop } = await createModelLayer());
});
afterAll(() => drop());

interface Input {
  where: string;
  box: number[] | null;
  ids: number[] | null;
}
const small = fc.integer({ min: -1, max: 10 });
const requests = fc.record({
  condition: fc.option(conditions),
  box: fc.option(
    fc
      .tuple(small, small, small, small)
      .map(([a, b, c, d]) => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]),
  ),
  ids: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 160 }), { maxLength: 30 })),
});

/**
 * The parameters of a query and the features it selects. Null where arithmetic fails: the database rejects
 * that.
 */
function read({ condition, box, ids }: typeof requests extends fc.Arbitrary<infer Q> ? Q : never): {
  parameters: Record<string, unknown>;
  expected: ModelFeature[];
} {
  const input: Input = { where: condition ? print(condition) : '1=1', box, ids };
  const expected = features.filter(
    (feature) =>
      (!condition || evaluate(condition, feature) === true) &&
      (!box ||
        (feature.x >= box[0]! && feature.y >= box[1]! && feature.x <= box[2]! && feature.y <= box[3]!)) &&
      (!ids || ids.includes(feature.id)),
  );
  return {
    parameters: {
      where: input.where,
      ...(box && { geometry: box.join(',') }),
      ...(ids && { objectIds: JSON.stringify(ids) }),
    },
    expected,
  };
}

const orders = ['n', 'd', 'w'] as const;
const order = fc.record({ field: fc.constantFrom(...orders), descending: fc.boolean() });

/** Nulls sort first; object ids break ties. */
function sorted(
  rows: ModelFeature[],
  steps: { field: (typeof orders)[number]; descending: boolean }[],
): ModelFeature[] {
  return rows.toSorted((a, b) => {
    for (const { field, descending } of steps) {
      const [left, right] = [a[field] ?? -Infinity, b[field] ?? -Infinity];
      if (left !== right) return (left < right ? -1 : 1) * (descending ? -1 : 1);
    }
    return a.id - b.id;
  });
}

describe('responses of the query', { timeout: 60_000 }, () => {
  test('are right for features, counts, ids and the extent of any selection', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { parameters, expected } = read(request);
        const ids = expected.map(({ id }) => id);
        expect(await ask({ ...parameters, returnIdsOnly: true })).toEqual({
          objectIdFieldName: 'OBJECTID',
          objectIds: ids,
        });
        expect(await ask({ ...parameters, returnCountOnly: true })).toEqual({ count: ids.length });
        const { features: found } = await ask({ ...parameters, outFields: '*' });
        expect(
          found.map(({ attributes, geometry }: any) => ({
            id: attributes.OBJECTID,
            n: attributes.n,
            d: attributes.d,
            t: attributes.t,
            w: attributes.w,
            x: geometry.x,
            y: geometry.y,
          })),
        ).toEqual(expected.map(({ id, n, d, t, w, x, y }) => ({ id, n, d, t, w, x, y })));
        const { extent, count } = await ask({ ...parameters, returnExtentOnly: true, returnCountOnly: true });
        const [xs, ys] = [expected.map(({ x }) => x), expected.map(({ y }) => y)];
        const box = (values: number[], pick: (...numbers: number[]) => number) =>
          values.length > 0 ? pick(...values) : 'NaN';
        expect(count).toBe(ids.length);
        expect([extent.xmin, extent.ymin, extent.xmax, extent.ymax]).toEqual([
          box(xs, Math.min),
          box(ys, Math.min),
          box(xs, Math.max),
          box(ys, Math.max),
        ]);
      }),
      { numRuns: 60 },
    );
  });

  test('contain every feature once when paged in any order, and report whether there is more', async () => {
    await fc.assert(
      fc.asyncProperty(
        requests,
        fc.array(order, { maxLength: 2 }),
        fc.integer({ min: 1, max: 60 }),
        async (request, steps, size) => {
          const { parameters, expected } = read(request);
          const orderByFields = steps
            .map(({ field, descending }) => `${field} ${descending ? 'DESC' : 'ASC'}`)
            .join(', ');
          const seen: number[] = [];
          for (let offset = 0; ; offset += size) {
            const page = await ask({
              ...parameters,
              orderByFields,
              resultOffset: offset,
              resultRecordCount: size,
            });
            seen.push(...page.features.map(({ attributes }: any) => attributes.OBJECTID));
            expect(page.exceededTransferLimit ?? false).toBe(offset + size < expected.length);
            if (!page.exceededTransferLimit) break;
          }
          expect(seen).toEqual(sorted(expected, steps).map(({ id }) => id));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('are right for statistics by group, with HAVING, in pages', async () => {
    const statistics = [
      { statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'c' },
      { statisticType: 'sum', onStatisticField: 'd', outStatisticFieldName: 's' },
      { statisticType: 'min', onStatisticField: 'd', outStatisticFieldName: 'low' },
      { statisticType: 'max', onStatisticField: 'w', outStatisticFieldName: 'late' },
    ];
    await fc.assert(
      fc.asyncProperty(
        requests,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 8 }),
        async (request, size, min) => {
          const { parameters, expected } = read(request);
          const groups = [...Map.groupBy(expected, ({ n }) => n)]
            .filter(([, members]) => members.length > min)
            .map(([n, members]) => {
              const ds = members.flatMap(({ d }) => d ?? []);
              const ws = members.flatMap(({ w }) => w ?? []);
              return {
                n,
                c: members.length,
                s: ds.length > 0 ? ds.reduce((sum, d) => sum + d, 0) : null,
                low: ds.length > 0 ? Math.min(...ds) : null,
                late: ws.length > 0 ? Math.max(...ws) : null,
              };
            })
            .sort((a, b) => (a.n ?? -99) - (b.n ?? -99));
          const input = {
            ...parameters,
            outStatistics: statistics,
            groupByFieldsForStatistics: 'n',
            having: `COUNT(OBJECTID) > ${min}`,
          };
          expect(await ask({ ...input, returnCountOnly: true })).toEqual({ count: groups.length });
          const seen: object[] = [];
          for (let offset = 0; offset <= groups.length; offset += size) {
            const page = await ask({ ...input, resultOffset: offset, resultRecordCount: size });
            seen.push(...page.features.map(({ attributes }: any) => attributes));
          }
          expect(seen).toEqual(groups);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('are right for distinct combinations of values, counted and in pages', async () => {
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 3, max: 20 }), async (request, size) => {
        const { parameters, expected } = read(request);
        const combinations = new Set(expected.map(({ n, w }) => `${n} ${w}`));
        const input = { ...parameters, returnDistinctValues: true, outFields: 'n,w' };
        expect(await ask({ ...input, returnCountOnly: true })).toEqual({ count: combinations.size });
        const seen: string[] = [];
        for (let offset = 0; offset <= combinations.size; offset += size) {
          // Sorted by one of two fields: the other must still put the pages in one order.
          const page = await ask({
            ...input,
            orderByFields: 'n DESC',
            resultOffset: offset,
            resultRecordCount: size,
          });
          seen.push(...page.features.map(({ attributes }: any) => `${attributes.n} ${attributes.w}`));
        }
        expect(seen.length).toBe(combinations.size);
        expect(new Set(seen)).toEqual(combinations);
      }),
      { numRuns: 40 },
    );
  });
});
