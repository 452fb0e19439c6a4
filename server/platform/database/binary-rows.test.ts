import { PassThrough } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { type BinaryStatement, queryInBinary, readInBinary } from './binary-rows.ts';
import { type Database, poolOf } from './connect.ts';

let rig: TestDatabase;
beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

/** A connection for some statements. */
async function withClient(work: (client: pg.PoolClient) => Promise<void>, database: Database = rig.database) {
  const client = await poolOf(database).connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}

/** The rows of a statement as texts of their bytes, and the types of its columns. */
async function readHex(client: pg.PoolClient, text: string, values: unknown[] = []) {
  const read = { types: [] as number[], rows: [] as (string | null)[][] };
  const statement: BinaryStatement = {
    text,
    values,
    receive: (types) => {
      read.types = [...types];
      return ({ bytes, starts, lengths }) => {
        const value = (at: number, length: number) =>
          length < 0 ? null : bytes.toString('hex', at, at + length);
        read.rows.push(lengths.map((length, column) => value(starts[column] ?? 0, length)));
      };
    },
  };
  await readInBinary(client, statement);
  return read;
}

test('reads values as PostgreSQL stores them, and types of columns', async () => {
  await withClient(async (client) => {
    const read = await readHex(
      client,
      `select $1::int4 as "a ü", null::text, '\\xff00'::bytea, ''::text`,
      [258],
    );
    expect(read).toEqual({ types: [23, 25, 17, 25], rows: [['00000102', null, 'ff00', '']] });
  });
});

test('reads rows of any size, and leaves the connection to the driver', async () => {
  await withClient(async (client) => {
    const text = `select n::int4, repeat('x', n * n)::text from generate_series(0, 1500, 50) as n`;
    const { rows } = await readHex(client, text);
    expect(rows.map(([n, value]) => [parseInt(n ?? '', 16), (value ?? '').length / 2])).toEqual(
      Array.from({ length: 31 }, (_none, index) => [index * 50, (index * 50) ** 2]),
    );
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

test('reports an error after some rows, and the next statement works', async () => {
  await withClient(async (client) => {
    const text = 'select 10 / (5000 - n) from generate_series(1, 9000) as n';
    await expect(readHex(client, text)).rejects.toMatchObject({ code: '22012' });
    await expect(readHex(client, 'select nothing')).rejects.toMatchObject({ code: '42703' });
    expect((await readHex(client, 'select 7::int2')).rows).toEqual([['0007']]);
  });
});

test('an error of the reader ends the reading, not the connection', async () => {
  await withClient(async (client) => {
    const receive = () => () => {
      throw new Error('unreadable');
    };
    const statement: BinaryStatement = { text: 'select generate_series(1, 9)', values: [], receive };
    await expect(readInBinary(client, statement)).rejects.toThrow('unreadable');
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

test('takes rows out of what a connection receives, wherever it is cut', async () => {
  const message = (code: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(code), length, body]);
  };
  const column = Buffer.concat([
    Buffer.from('name\0'),
    Buffer.alloc(6),
    Buffer.from([0, 0, 0, 23]),
    Buffer.alloc(8),
  ]);
  const value = Buffer.from([0, 1, 0, 0, 0, 4, 0, 0, 0, 9]);
  const others = [message('1'), message('2'), message('T', Buffer.from([0, 1]), column)];
  const end = [message('C', Buffer.from('SELECT 2\0')), message('Z', Buffer.from('I')), message('N')];
  const all = Buffer.concat([...others, message('D', value), message('D', value), ...end]);
  for (let size = 1; size <= all.length; size += 1) {
    const stream = new PassThrough();
    const passed: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => passed.push(chunk));
    let rows = 0;
    const receive = (types: readonly number[]) => {
      expect(types).toEqual([23]);
      return () => void (rows += 1);
    };
    const connection = new Proxy({ stream }, { get: (target, name) => (name in target ? stream : () => {}) });
    void queryInBinary({ text: 'select', values: [], receive }, (query) =>
      query.submit(Object.assign(connection, { parsedStatements: {} }) as unknown as pg.Connection),
    );
    for (let at = 0; at < all.length; at += size) stream.emit('data', all.subarray(at, at + size));
    expect(rows).toBe(2);
    expect(Buffer.concat(passed).equals(Buffer.concat([...others, ...end]))).toBe(true);
  }
});
