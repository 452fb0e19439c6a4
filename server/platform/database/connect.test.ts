import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { poolOf } from './connect.ts';

let rig: TestDatabase;

beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

test('reads little of a large result in one turn of the event loop', async () => {
  const client = await poolOf(rig.database).connect();
  let max = 0;
  let inTurn = 0;
  let chunks = 0;
  client.connection.stream.on('data', (chunk: Buffer) => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    // PostgreSQL keeps sending while this thread is busy.
    if (chunks === 0) createHash('sha256').update(Buffer.alloc(100_000_000)).digest();
    chunks += 1;
    inTurn += chunk.length;
    max = Math.max(max, inTurn);
  });
  const { rows } = await client.query("select repeat('a', 1000) as text from generate_series(1, 8000)");
  expect(rows).toHaveLength(8000);
  expect(max).toBeLessThanOrEqual(2 * 64 * 1024);
  client.release(true);
});
