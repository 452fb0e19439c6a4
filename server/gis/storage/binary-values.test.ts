import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { poolOf } from '../../platform/database/connect.ts';
import { encodeWkb } from '../geometry/wkb.ts';
import { readRowsOf } from './feature-rows-store.ts';

let rig: TestDatabase;
beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

/** A value as it is read, and as PostgreSQL writes it. */
async function read(expression: string): Promise<{ value: unknown; text: string }> {
  const client = await poolOf(rig.database).connect();
  try {
    const [row] = await readRowsOf(client, `select v, v::text from (select ${expression} as v) as one`);
    return { value: row?.[0], text: String(row?.[1]) };
  } finally {
    client.release();
  }
}

const numbers = [
  ...['0', '1', '-1', '32767', '-32768'].map((value) => `(${value})::int2`),
  ...['0', '2147483647', '-2147483648', '-5'].map((value) => `(${value})::int4`),
  ...['0', '-1', '4294967296', '-4294967297', '9007199254740991', '-9007199254740991'].map(
    (value) => `(${value})::int8`,
  ),
  ...['0', '0.1', '-0.1', '1e-45', '3.4028235e38', '16777216', '0.333333343', '1.00000012', '-7.5e-8'].map(
    (value) => `(${value})::float4`,
  ),
  ...['0', '0.1', '-1e-300', '1.7976931348623157e308', '5e-324'].map((value) => `(${value})::float8`),
  ...['0', '0.1', '-0.1', '10000', '12345678.000100', '-99999999.9999', '1e20', '1e-20', '0.00001234'].map(
    (value) => `(${value})::numeric`,
  ),
  '(1.0 / 3)::numeric',
  'avg(5)',
];

test.each(numbers)('reads %s as its text says', async (expression) => {
  const { value, text } = await read(expression);
  expect(value).toBe(Number(text));
});

test.each([
  ...['1', '0.5', '1e10'].map((value) => `'${value}'::text`),
  `'Zürich 東京 \u{1f600}'::text`,
  `''::text`,
  ...[
    '2026-11-28',
    '1970-01-01',
    '1999-12-31',
    '0001-01-01',
    '0099-03-01',
    '9999-12-31',
    '0044-03-15 BC',
  ].map((day) => `'${day}'::date`),
  ...['00:00', '09:30:05', '23:59:59', '24:00', '12:00:00.25', '00:00:00.000001'].map(
    (time) => `'${time}'::time`,
  ),
  `'123e4567-e89b-12d3-a456-426614174000'::uuid`,
])('reads %s as text', async (expression) => {
  const { value, text } = await read(expression);
  expect(value).toBe(text);
});

test.each([
  '2026-11-28 09:30:05.123',
  '1970-01-01',
  '1969-12-31 23:59:59.999',
  '0001-01-01',
  '9999-12-31 23:59:59.999',
])('reads the timestamp %s in epoch milliseconds', async (moment) => {
  const { value, text } = await read(`'${moment}'::timestamp(3)`);
  expect(value).toBe(Date.parse(`${text.replace(' ', 'T')}Z`));
});

test('reads truth, geometry and nothing', async () => {
  const wkb = encodeWkb({
    kind: 'point',
    hasZ: false,
    hasM: false,
    coordinates: Float64Array.of(1, 2),
    parts: [],
  });
  expect((await read('true')).value).toBe(true);
  expect((await read('false')).value).toBe(false);
  expect((await read('null::int4')).value).toBeNull();
  expect((await read(`'\\x${wkb.toString('hex')}'::bytea`)).value).toMatchObject({ kind: 'point' });
});

test('names a type that it cannot read', async () => {
  await expect(read(`'{}'::json`)).rejects.toThrow("No reader for PostgreSQL's type 114.");
});
