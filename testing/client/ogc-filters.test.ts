import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCity } from '../rig/city-service.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** OGC API – Features, part 3: CQL2 as text and as JSON. */
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await loadCity(server.database);
});
afterAll(() => server.stop());

const [blocks, streets, stops, table] = [0, 1, 2, 3];

async function ask(
  layer: number,
  parameters: Record<string, string>,
): Promise<{ status: number; body: any }> {
  const query = new URLSearchParams({ limit: '1000', ...parameters });
  const response = await fetch(
    `${server.url}/server/ogc/City/collections/${layer}/items?${query.toString()}`,
  );
  return { status: response.status, body: await response.json() };
}

async function count(layer: number, parameters: Record<string, string>): Promise<number> {
  const { body } = await ask(layer, parameters);
  return body.features?.length ?? body;
}

const square = 'POLYGON((71 51, 71.0205 51, 71.0205 51.0205, 71 51.0205, 71 51))';

test.each([
  [blocks, 'levels = 3', 14],
  [blocks, 'levels <> 3', 86],
  [blocks, 'levels < 2', 30],
  [blocks, 'levels <= 2 AND levels >= 1', 29],
  [blocks, 'levels > 5', 14],
  [blocks, 'LEVELS = 3 and "use" = \'office\'', 5],
  [blocks, 'height IS NULL', 15],
  [blocks, 'height IS NOT NULL', 85],
  [blocks, 'NOT (levels = 3 OR levels = 4)', 72],
  [blocks, 'levels IN (1, 2) OR levels BETWEEN 5 AND 6', 57],
  [blocks, 'levels NOT IN (1, 2)', 71],
  [blocks, 'levels NOT BETWEEN 1 AND 5', 29],
  [blocks, "name LIKE 'Block 1%'", 12],
  [blocks, "name NOT LIKE 'Block 1%'", 88],
  [blocks, "CASEI(name) LIKE CASEI('block 10_')", 1],
  [blocks, "CASEI(name) = CASEI('BLOCK 10')", 1],
  [stops, "name LIKE '50\\% off'", 25],
  [stops, "name LIKE 'under\\_score'", 25],
  [stops, "name = 'Есіл'", 25],
  [stops, "name = 'King''s Cross'", 25],
  [blocks, "built >= DATE('2026-01-11') AND built < DATE('2026-01-21')", 10],
  [blocks, "built = TIMESTAMP('2026-01-02T00:00:00Z')", 1],
  [blocks, 'levels = height', 0],
  [stops, 'score * 8 = code - 1', 200],
  [blocks, '(levels + 1) * 2 = 8', 14],
  [blocks, 'levels = -1', 0],
  [blocks, 'TRUE', 100],
  [blocks, 'FALSE', 0],
  [table, "result = 'good'", 15],
  [blocks, `S_INTERSECTS(geometry, ${square})`, 9],
  [blocks, `S_INTERSECTS(${square}, geometry)`, 9],
  [blocks, 'S_INTERSECTS(geometry, POINT(71.004 51.006))', 1],
  [blocks, 'S_INTERSECTS(geometry, BBOX(71, 51, 71.0105, 51.0105))', 4],
  [blocks, 'S_INTERSECTS(geometry, MULTIPOINT((71.004 51.0061), (71.0141 51.0061)))', 2],
  [blocks, 'S_INTERSECTS(geometry, LINESTRING(71 51.006, 71.1 51.006))', 10],
  [blocks, 'S_DISJOINT(geometry, BBOX(71, 51, 71.0105, 51.0105))', 96],
  [blocks, `S_WITHIN(geometry, ${square})`, 4],
  [blocks, `S_CONTAINS(${square}, geometry)`, 4],
  [blocks, 'S_CONTAINS(geometry, POINT(71.0145 51.0045))', 1],
  [blocks, `S_OVERLAPS(geometry, ${square})`, 5],
  [blocks, 'S_TOUCHES(geometry, POINT(71.01 51))', 1],
  [streets, 'S_CROSSES(geometry, LINESTRING(71.05 50, 71.05 51.02))', 3],
  [stops, 'S_EQUALS(geometry, POINT(71 51))', 1],
  [blocks, `levels = 3 AND S_INTERSECTS(geometry, ${square})`, 1],
  [blocks, `levels < 3 AND S_INTERSECTS(geometry, ${square})`, 5],
  [blocks, `NOT S_INTERSECTS(geometry, ${square}) AND levels = 3`, 13],
  [blocks, `S_INTERSECTS(geometry, BBOX(71, 51, 71.0105, 51.0105)) OR name = 'Block 100'`, 5],
  [stops, 'NOT S_INTERSECTS(geometry, BBOX(0, 0, 1, 1))', 199],
])('layer %i, %s: %i', async (layer, filter, expected) => {
  expect(await count(layer, { filter })).toBe(expected);
});

const property = (name: string) => ({ property: name });
const point = { type: 'Point', coordinates: [71.0145, 51.0045] };

test.each([
  [{ op: '=', args: [property('levels'), 3] }, 14],
  [{ op: 'and', args: [{ op: '>', args: [property('levels'), 5] }, true] }, 14],
  [
    {
      op: 'or',
      args: [
        { op: '=', args: [property('levels'), 1] },
        { op: '=', args: [property('levels'), 2] },
      ],
    },
    29,
  ],
  [{ op: 'not', args: [{ op: 'isNull', args: [property('height')] }] }, 85],
  [
    {
      op: 'like',
      args: [
        { op: 'casei', args: [property('name')] },
        { op: 'casei', args: ['block 1%'] },
      ],
    },
    12,
  ],
  [{ op: 'between', args: [property('levels'), 5, 6] }, 28],
  [{ op: 'in', args: [property('use'), ['office', 'shop']] }, 66],
  [{ op: '<', args: [property('built'), { date: '2026-01-03' }] }, 2],
  [{ op: '<=', args: [property('built'), { timestamp: '2026-01-03T00:00:00Z' }] }, 3],
  [{ op: '=', args: [{ op: '+', args: [property('levels'), 1] }, 4] }, 14],
  [{ op: 's_intersects', args: [property('geometry'), point] }, 1],
  [{ op: 's_intersects', args: [property('geometry'), { bbox: [71, 51, 71.0105, 51.0105] }] }, 4],
  [{ op: 's_disjoint', args: [property('geometry'), { bbox: [71, 51, 71.0105, 51.0105] }] }, 96],
  [{ op: 's_within', args: [property('geometry'), { type: 'Polygon', coordinates: [] }] }, 0],
])('JSON %j: %i', async (filter, expected) => {
  expect(await count(blocks, { filter: JSON.stringify(filter), 'filter-lang': 'cql2-json' })).toBe(expected);
});

describe('a filter', () => {
  test('joins the other parameters', async () => {
    const filter = 'S_INTERSECTS(geometry, BBOX(71, 51, 71.0105, 51.0105))';
    expect(await count(blocks, { filter, bbox: '71,51,71.005,51.005' })).toBe(1);
    expect(await count(blocks, { filter, levels: '1' })).toBe(1);
  });

  test('has coordinates in the system of filter-crs', async () => {
    const filter = 'S_INTERSECTS(geometry, POINT(51.0045 71.0145))';
    expect(await count(blocks, { filter })).toBe(0);
    const crs = 'http://www.opengis.net/def/crs/EPSG/0/4326';
    expect(await count(blocks, { filter, 'filter-crs': crs })).toBe(1);
  });

  test.each([
    ['levels = = 3', 'At character 10'],
    ['nofield = 1', 'nofield'],
    ["levels = 'high'", 'expected a number'],
    ['levels', 'expected a predicate'],
    ['levels = 3 ORDER', 'AND, OR or the end'],
    ['POPULATION(levels) = 1', 'POPULATION is not supported'],
    ["built > DATE('soon')", 'expected a date'],
    ["name LIKE 'x\\'", 'escape'],
    ['S_INTERSECTS(geometry, geometry)', 'with one geometry'],
    ['S_INTERSECTS(geometry, POINT(71))', 'position'],
    ['S_INTERSECTS(geometry, BBOX(71 51 72 52))', '“)”'],
    ['S_INTERSECTS(geometry, POLYGON((71 51, 72 52)', '“)”'],
    ['S_DWITHIN(geometry, POINT(71 51))', 'S_DWITHIN is not supported'],
    [`${'('.repeat(100)}levels = 1${')'.repeat(100)}`, 'nested more than'],
    ['levels = 3; DROP TABLE hosted_service', 'has no meaning here'],
  ])('%s is refused: %s', async (filter, problem) => {
    const { status, body } = await ask(blocks, { filter });
    expect([status, body.detail]).toEqual([400, expect.stringContaining(problem)]);
  });

  test.each([
    ['{', 'not valid JSON'],
    ['null', 'expected a predicate'],
    ['{"op":"=","args":[1]}', 'takes 2 operands'],
    ['{"op":"=","args":"levels"}', 'expected a predicate'],
    ['{"op":"__proto__","args":[]}', 'not supported'],
    ['{"op":"s_intersects","args":[{"property":"geometry"},{"type":"Point","coordinates":{}}]}', 'array'],
    ['{"op":"s_intersects","args":[{"property":"geometry"},{"bbox":["a",1,2,3]}]}', 'four or six'],
    ['{"op":"=","args":[{"property":{}},1]}', 'expected a property'],
    ['{"op":"=","args":[{"property":"levels"},{"date":{}}]}', 'expected a date'],
    ['{"op":"=","args":[{"property":"levels"},1e999]}', 'finite'],
    ['{"op":"in","args":[{"property":"levels"},[]]}', 'list of values'],
  ])('JSON %s is refused: %s', async (filter, problem) => {
    const { status, body } = await ask(blocks, { filter, 'filter-lang': 'cql2-json' });
    expect([status, body.detail]).toEqual([400, expect.stringContaining(problem)]);
  });

  test('in another language, or about the place of a table, is refused', async () => {
    expect((await ask(blocks, { filter: 'levels = 1', 'filter-lang': 'ecql' })).status).toBe(400);
    const { status, body } = await ask(table, { filter: 'S_INTERSECTS(geometry, POINT(0 0))' });
    expect([status, body.detail]).toEqual([400, expect.stringContaining('no geometry')]);
  });

  test('too heavy for the event loop is answered by a thread', async () => {
    const ring = Array.from({ length: 600 }, (_none, at) => {
      const angle = (at / 600) * 2 * Math.PI;
      return `${(71.05 + Math.cos(angle)).toFixed(3)} ${(51.05 + Math.sin(angle)).toFixed(3)}`;
    });
    const filter = `S_WITHIN(geometry, POLYGON((${[...ring, ring[0]].join(', ')})))`;
    expect(await count(blocks, { filter })).toBe(100);
    expect(await count(blocks, { filter: `NOT ${filter}` })).toBe(0);
  });
});
