import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { columnStatistics } from './column-statistics.ts';
import { findRows, rowsAbove, whereBefore, whereContains } from './find-rows.ts';
import { readColumns, saveColumns, templateOf } from './layer-columns.ts';

const fields = [
  { name: 'OBJECTID', type: 'oid' },
  { name: 'name', alias: 'Name', type: 'string' },
  {
    name: 'kind',
    type: 'string',
    domain: {
      type: 'coded-value',
      name: 'kinds',
      codedValues: [
        { code: 'o', name: 'Oak' },
        { code: 'm', name: 'Maple' },
      ],
    },
  },
  { name: 'age', type: 'integer' },
  { name: 'planted', type: 'date' },
] as const;

const source = [
  ['Old oak', 'o', 100, 0],
  ['Young oak', 'o', 5, 1000],
  ['', 'm', 30, null],
  [null, null, null, null],
  ['50%', 'm', 30, 2000],
].map(([name, kind, age, planted], index) => ({
  geometry: { type: 'point' as const, x: index, y: 0, spatialReference: { wkid: 102100 } },
  attributes: { OBJECTID: index + 1, name, kind, age, planted },
}));

const layer = new FeatureLayer({
  fields: structuredClone(fields) as never,
  source: source as never,
  objectIdField: 'OBJECTID',
  geometryType: 'point',
  spatialReference: { wkid: 102100 },
});

/** A layer without features: its fields and what it was asked are enough. */
const query = (where?: string) => {
  const requested = layer.createQuery();
  requested.returnGeometry = false;
  requested.where = where ?? '1=1';
  return requested;
};
const { signal } = new AbortController();

beforeAll(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.spyOn(layer, 'load').mockResolvedValue(layer);
});

describe('the condition of rows with a text', () => {
  it('is about text fields and names of coded values', () => {
    const shown = [
      { name: 'name', title: 'Name', kind: 'text' as const },
      { name: 'age', title: 'Age', kind: 'number' as const },
      { name: 'kind', title: 'Kind', kind: 'number' as const, choices: [{ value: 1, title: 'Oak' }] },
    ];
    expect(whereContains(shown, 'oa%')).toBe(String.raw`UPPER(name) LIKE UPPER('%oa\%%') ESCAPE '\'`);
    expect(whereContains(shown, 'OA')).toBe(
      String.raw`UPPER(name) LIKE UPPER('%OA%') ESCAPE '\' OR kind IN (1)`,
    );
    expect(whereContains([], 'oak')).toBeUndefined();
    const cities = { ...shown[0]!, kind: 'text' as const, choices: [{ value: 'i', title: 'İzmir' }] };
    expect(whereContains([cities], 'izmir')).toBe(`${cities.name} IN ('i')`);
  });
});

describe('the condition of rows above a row', () => {
  it('compares field by field, and knows rows without a value', () => {
    const id = { name: 'id', descending: false, literal: '7' };
    expect(whereBefore([{ name: 'a', descending: false, literal: '3' }, id])).toBe(
      '(a < 3) OR ((a = 3) AND (id < 7))',
    );
    expect(whereBefore([{ name: 'a', descending: true, literal: '3' }, id])).toBe(
      '(a > 3 OR a IS NULL) OR ((a = 3) AND (id < 7))',
    );
    expect(whereBefore([{ name: 'a', descending: false, literal: undefined }, id])).toBe(
      '(a IS NOT NULL) OR ((a IS NULL) AND (id < 7))',
    );
    expect(whereBefore([{ name: 'a', descending: true, literal: undefined }])).toBe('1=0');
  });

  it('counts the rows of the table', async () => {
    const count = vi.spyOn(layer, 'queryFeatureCount').mockResolvedValue(2);
    vi.spyOn(layer, 'queryFeatures').mockResolvedValue({
      features: [{ attributes: { OBJECTID: 5, planted: 2000 } }],
    } as never);
    const sort = [{ name: 'planted', descending: true }];
    expect(await rowsAbove(layer, 5, { query, sort, signal })).toBe(2);
    expect(count.mock.lastCall?.[0]).toMatchObject({
      where:
        "(planted > TIMESTAMP '1970-01-01 00:00:02.000' OR planted IS NULL) OR " +
        "((planted = TIMESTAMP '1970-01-01 00:00:02.000') AND (OBJECTID < 5))",
    });
  });

  it('counts the rows of a service whose dates have a time zone', async () => {
    const count = vi.fn<(query: { where?: string | null }) => Promise<number>>(async () => 2);
    const there = {
      objectIdField: 'OBJECTID',
      dateFieldsTimeZone: 'Asia/Kolkata',
      getField: (name: string) => ({ type: name === 'planted' ? 'date' : 'oid' }),
      queryFeatures: async () => ({ features: [{ attributes: { OBJECTID: 5, planted: 2000 } }] }),
      queryFeatureCount: count,
    } as unknown as FeatureLayer;
    const sort = [{ name: 'planted', descending: false }];
    await rowsAbove(there, 5, { query, sort, signal });
    expect(count.mock.lastCall?.[0].where).toBe(
      "(planted < TIMESTAMP '1970-01-01 05:30:02.000') OR " +
        "((planted = TIMESTAMP '1970-01-01 05:30:02.000') AND (OBJECTID < 5))",
    );
  });
});

describe('rows with a text', () => {
  it('come in the order of the table', async () => {
    vi.spyOn(layer, 'queryFeatureCount').mockResolvedValue(3000);
    const ask = vi
      .spyOn(layer, 'queryFeatures')
      .mockResolvedValue({ features: [{ getObjectId: () => 4 }, { getObjectId: () => 2 }] } as never);
    const sort = [{ name: 'age', descending: true }];
    const found = await findRows(layer, { text: 'oak', shown: ['name'], query, sort, signal });
    expect(found).toEqual({ ids: [4, 2], total: 3000 });
    expect(ask.mock.lastCall?.[0]).toMatchObject({ orderByFields: ['age DESC', 'OBJECTID'], num: 1000 });
  });

  it('are none where no shown column has texts', async () => {
    const requested = { text: 'oak', shown: ['age'], query, sort: [], signal };
    expect(await findRows(layer, requested)).toEqual({ ids: [], total: 0 });
  });
});

describe('statistics of a column', () => {
  const answers = (groups: object[], summary: object = {}) =>
    vi.spyOn(layer, 'queryFeatures').mockImplementation((async (requested: {
      groupByFieldsForStatistics?: unknown;
    }) => ({
      features: requested.groupByFieldsForStatistics
        ? groups.map((attributes) => ({ attributes }))
        : [{ attributes: summary }],
    })) as never);

  it('are asked of the service, whatever the case of its names', async () => {
    const count = vi
      .spyOn(layer, 'queryFeatureCount')
      .mockImplementation(async (requested) =>
        (requested as { where: string }).where.includes('IS NULL') ? 1 : 5,
      );
    answers(
      [
        { AGE: 30, GROUP_AMOUNT: 2 },
        { AGE: 5, GROUP_AMOUNT: 2 },
      ],
      {
        MIN_VALUE: 5,
        MAX_VALUE: 100,
        SUM_VALUE: 165,
        AVG_VALUE: 41.25,
        STDDEV_VALUE: 40.9,
      },
    );
    expect(await columnStatistics(layer, 'age', { query, signal })).toEqual({
      count: 5,
      empty: 1,
      min: 5,
      max: 100,
      sum: 165,
      mean: 41.25,
      deviation: 40.9,
      distinct: 2,
      values: [
        { title: '30', value: 30, count: 2 },
        { title: '5', value: 5, count: 2 },
      ],
    });
    expect(count.mock.calls.map(([requested]) => (requested as { where: string }).where)).toContain(
      'age IS NULL',
    );
  });

  it('of texts count empty ones as missing, and have no sums', async () => {
    const count = vi.spyOn(layer, 'queryFeatureCount').mockResolvedValue(3);
    const ask = answers([{ name: 'Old oak', group_amount: 1 }]);
    const found = await columnStatistics(layer, 'name', { query, signal });
    expect(found).toMatchObject({ count: 3, empty: 3, distinct: 1 });
    expect(found.sum).toBeUndefined();
    expect(ask).toHaveBeenCalledOnce();
    expect(count.mock.calls.at(-1)?.[0]).toMatchObject({ where: "name IS NULL OR name = ''" });
  });

  it('list a hundred values, and ask for the number of all', async () => {
    vi.spyOn(layer, 'queryFeatureCount').mockResolvedValue(4321);
    answers(Array.from({ length: 101 }, (_none, value) => ({ name: `n${value}`, group_amount: 1 })));
    const { values, distinct } = await columnStatistics(layer, 'name', { query, signal });
    expect([values.length, distinct]).toEqual([100, 4321]);
  });
});

describe('arranged columns', () => {
  const service = () =>
    new FeatureLayer({
      url: 'https://maps.example/rest/services/Trees/FeatureServer/0',
      fields: fields as never,
      objectIdField: 'OBJECTID',
    });

  it('of a service are stored with the map, except which are pinned', () => {
    const trees = service();
    const { columns } = readColumns(trees);
    const age = columns.find(({ name }) => name === 'age');
    saveColumns(trees, {
      columns: age ? [{ ...age, pinned: true }] : [],
      sort: [{ name: 'age', descending: true }],
    });
    expect(trees.attributeTableTemplate?.toJSON()).toEqual({
      attributeTableElements: [{ type: 'field', fieldName: 'age' }],
      orderByFields: [{ field: 'age', order: 'desc' }],
    });
    const { columns: now, sort } = readColumns(trees);
    expect(now.filter(({ shown }) => shown)).toEqual([
      { name: 'age', title: 'age', shown: true, pinned: true },
    ]);
    expect(sort).toEqual([{ name: 'age', descending: true }]);
    // Only what changed is a change of the map.
    const before = trees.attributeTableTemplate;
    saveColumns(trees, readColumns(trees));
    expect(trees.attributeTableTemplate).toBe(before);
  });

  it('of other layers are stored on this device', () => {
    const { columns } = readColumns(layer);
    saveColumns(layer, {
      columns: columns.map((column) => ({ ...column, shown: column.name === 'kind' })),
      sort: [],
    });
    expect(layer.attributeTableTemplate).toBeNull();
    expect(
      readColumns(layer)
        .columns.filter(({ shown }) => shown)
        .map(({ name }) => name),
    ).toEqual(['kind']);
  });

  it('are columns of the SDK’s table, sorted by several fields, before those of related rows', () => {
    const trees = service();
    const { columnTemplates } = templateOf(
      trees,
      {
        columns: [
          { name: 'age', title: 'Age', shown: true, pinned: true },
          { name: 'name', title: 'Name', shown: false, pinned: false },
        ],
        sort: [
          { name: 'name', descending: false },
          { name: 'age', descending: true },
        ],
      },
      [{ relationshipId: 3, title: 'Inspections', layer: trees }],
    );
    expect(columnTemplates).toMatchObject([
      { fieldName: 'age', frozen: true, visible: true, direction: 'desc', initialSortPriority: 1 },
      { fieldName: 'name', frozen: false, visible: false, direction: 'asc', initialSortPriority: 0 },
      { type: 'relationship', relationshipId: 3, label: 'Inspections' },
    ]);
  });
});
