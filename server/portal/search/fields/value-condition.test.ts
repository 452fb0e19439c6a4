import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../testing/rig/test-database.ts';
import { parseQuery } from '../grammar/parse.ts';
import { queryCondition } from '../query-condition.ts';
import { codeField, dateField, flagField, numberField, type Searched } from './value-condition.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());
afterEach(() => vi.unstubAllEnvs());

const day = 86_400_000;
const noon = Date.UTC(2026, 10, 21, 12);
const searched: Searched = {
  textColumn: sql`''::tsvector`,
  freeTerms: [],
  fields: {
    at: dateField('row.at'),
    many: numberField('row.many'),
    code: codeField('row.code'),
    flag: flagField('row.flag'),
  },
};

/** Whether a row with these values is found; a row with null values is tested beside it. */
async function found(q: string): Promise<{ given: boolean; nulls: boolean }> {
  const { condition = sql<boolean>`true` } = queryCondition(parseQuery(q), searched, 'q');
  const ask = async (values: ReturnType<typeof sql>) => {
    const statement = sql`select from ${values} as row (at, many, code, flag) where ${condition}`;
    return (await statement.execute(rig.database)).rows.length === 1;
  };
  return {
    given: await ask(sql`(values (${noon}::bigint, 4.1::double precision, 'Ab_%', true))`),
    nulls: await ask(sql`(values (null::bigint, null::double precision, null::text, null::boolean))`),
  };
}

describe('value condition', () => {
  test.each([
    [`at:${noon}`, true],
    [`at:000${noon}`, true],
    [`at:${noon + 1}`, false],
    // A day by itself means all of it, in UTC.
    ['at:2026-11-21', true],
    ['at:2026-11-20', false],
    ['at:[2026-11-21 TO 2026-11-21]', true],
    ['at:{2026-11-21 TO *]', false],
    ['at:{2026-11-20 TO 2026-11-22}', true],
    ['at:[* TO 2026-11-21}', false],
    [`at:[${noon} TO ${noon + day}]`, true],
    [`at:{${noon} TO ${noon + day}]`, false],
    ['at:"2026-11-21T12:00:00Z"', true],
    ['at:"2026-11-21T14:00:00+02:00"', true],
    ['many:4.1', true],
    ['many:[4.1 TO 4.1]', true],
    ['many:{4.1 TO 5]', false],
    ['many:[-1 TO 4.1e0]', true],
    // As stored, or in lower case, like ids.
    ['code:Ab_%', true],
    ['code:AB_%', false],
    // Neither is a wildcard of the database.
    ['code:ab__', false],
    ['code:a%', false],
    ['code:A*', true],
    ['flag:TRUE', true],
    ['flag:false', false],
  ])('%s: %s', async (q, expected) => {
    expect((await found(q)).given).toBe(expected);
    // The negation matches the rest.
    expect((await found(`-(${q})`)).given).toBe(!expected);
  });

  test.each(['2026-11-21T12:00:00', '2026-11-21 12:00'])(
    'reads %s in UTC, wherever the server is',
    async (time) => {
      vi.stubEnv('TZ', 'Asia/Almaty');
      expect((await found(`at:"${time}"`)).given).toBe(true);
    },
  );

  test.each(['at:2026-11-21', 'many:4.1', 'many:[0 TO 9]', 'code:x', 'flag:true'])(
    'with an empty value does not match %s, and its negation does',
    async (q) => {
      expect((await found(q)).nulls).toBe(false);
      expect((await found(`-${q}`)).nulls).toBe(true);
    },
  );
});

test.each([
  ['at:soon', /time in milliseconds/],
  ['at:2026-13-45', /time in milliseconds/],
  ['at:[soon TO *]', /time in milliseconds/],
  ['at:99999999999999999999', /time in milliseconds/],
  ['many:four', /“many” is a number/],
  ['many:1e999', /“many” is a number/],
  ['many:NaN', /“many” is a number/],
  ['flag:1', /“flag” is true or false/],
  ['flag:[true TO false]', /takes no range/],
  ['code:[a TO b]', /takes no range/],
])('rejects %s', async (q, reason) => {
  await expect(found(q)).rejects.toThrow(reason);
});
