import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import { limits } from '../../limits.ts';
import { poolOf } from '../../platform/database/connect.ts';
import { groupsWithoutOthers } from '../people/people-store.ts';
import { createGroup } from './create-group.ts';
import { changeOwner, listMembers } from './member-store.ts';
import { listNotifications, notify } from './notifications/notification-store.ts';

let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
  for (const username of ['ada', 'grace', 'linus']) await data.addUser(username);
});
afterAll(() => data.stop());

/** Holds a lock until it is released, or the test has ended. */
async function hold(statement: string) {
  const client = await poolOf(data.database).connect();
  await client.query('begin');
  await client.query(statement);
  let isHeld = true;
  const release = async () => {
    if (isHeld) await client.query('rollback');
    isHeld = false;
  };
  onTestFinished(async () => {
    await release();
    client.release();
  });
  return release;
}

/** Waits until this many statements wait for a lock. */
async function waiting(count: number): Promise<void> {
  const read = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(data.database);
    return rows.length;
  };
  await expect.poll(read).toBe(count);
}

const create = (owner: string, others: readonly string[], id?: string) =>
  createGroup(data.context, { title: 'City', owner, access: 'org', members: others, ...(id && { id }) });

describe('two transactions that lock the same rows wait for each other', () => {
  test('to create groups with each other’s owner', async () => {
    const release = await hold('lock table portal_group in share mode');
    const creations = Promise.all([create('ada', ['grace']), create('grace', ['ada'])]);
    creations.catch(() => {});
    await waiting(2);
    await release();
    for (const id of await creations) expect(await listMembers(data.database, id)).toHaveLength(2);
  });

  test('to give groups to another owner, and to count who administers them', async () => {
    const ids = ['b', 'c', 'a'].map((letter) => letter.repeat(32));
    for (const id of ids) await create('ada', [], id);
    const release = await hold(`select from portal_group where id = '${ids[1]}' for update`);
    const giving = changeOwner(data.database, ids, 'linus', 1);
    giving.catch(() => {});
    await waiting(1);
    const counting = data.database
      .transaction()
      .execute((transaction) => groupsWithoutOthers(transaction, ids, ['ada']));
    counting.catch(() => {});
    await waiting(2);
    await release();
    await giving;
    expect(await counting).toEqual([]);
  });
});

test('a notification does not wait for another transaction that deletes an old one', async () => {
  const message = { type: 'message', data: {} } as const;
  for (let at = 0; at <= limits.notifications; at++) await notify(data.database, ['ada'], message, at);
  const [latest, ...others] = await listNotifications(data.database, 'ada');
  const oldest = others.at(-1);
  await hold(`select from portal_notification where id = '${oldest?.id}' for update`);
  await notify(data.database, ['ada'], message, 1000);
  expect((await listNotifications(data.database, 'ada')).map(({ id }) => id)).toContain(latest?.id);
});
