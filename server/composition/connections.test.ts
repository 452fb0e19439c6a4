import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/rig/test-database.ts';
import { limits } from '../limits.ts';
import { connect, type Connections } from './connections.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
let connections: Connections;

beforeAll(async () => {
  rig = await createTestDatabase();
  connections = connect(rig.url, 60_000, () => {});
});
afterAll(async () => {
  await connections.close();
  await rig.drop();
});

describe('what answers questions that strangers word', () => {
  test('changes nothing, whatever it is asked', async () => {
    const change = sql`delete from portal_item`;
    await expect(change.execute(connections.reader)).rejects.toMatchObject({ code: '25006' });
    await expect(change.execute(connections.database)).resolves.toBeDefined();
  });

  test('gives up in time', async () => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(
      connections.reader,
    );
    expect(rows).toEqual([{ statement_timeout: `${limits.featureQuerySeconds}s` }]);
  });
});
