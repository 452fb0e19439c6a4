import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createPortalData, memberCaller, type PortalData } from '../../../testing/rig/portal-data.ts';
import { limits } from '../../limits.ts';
import { Parameters } from '../../platform/arcgis/parameters.ts';
import { connectDatabase, poolOf } from '../../platform/database/connect.ts';
import { insertComment } from '../content/comments/comment-store.ts';
import { addItem } from '../content/items/create-item.ts';
import { giveItems } from '../content/items/item-store.ts';
import type { PortalCall } from '../operation.ts';
import { groupsWithoutOthers } from './users/administrator-store.ts';
import { lockForRemoval, removeUser } from './users/delete-user-store.ts';
import { createGroup } from './create-group.ts';
import { updateGroupUsers } from './groups/group-members.ts';
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

  test('to make members of a group administrators whom another request makes members again', async () => {
    const id = await create('ada', ['grace', 'linus']);
    const caller = memberCaller('ada', { signedInAt: data.clock.now() });
    const update = (admins: string, users: string) =>
      updateGroupUsers({
        context: data.context,
        caller,
        path: { id },
        parameters: new Parameters({ admins, users }),
      } as unknown as PortalCall);
    const release = await hold('lock table audit_entry in share mode');
    const changes = Promise.all([update('grace', 'linus'), update('linus', 'grace')]);
    changes.catch(() => {});
    await waiting(2);
    await release();
    for (const { results } of (await changes) as { results: { success: boolean }[] }[])
      expect(results.map(({ success }) => success)).toEqual([true, true]);
  });

  test('to comment on an item, and to remove who comments', async () => {
    await data.addUser('hal');
    const item = await addItem(data.context, 'ada', { title: 'Map', type: 'Web Map' });
    const comment = (id: string) =>
      data.database.transaction().execute((transaction) =>
        insertComment(
          transaction,
          {
            id,
            item_id: item,
            username: 'hal',
            parent_id: null,
            comment: 'Fine',
            created_at: 1,
            modified_at: 1,
          },
          { controls: false, isInside: true },
        ),
      );
    await comment('first');
    const release = await hold('lock table portal_item_comment in share mode');
    const commenting = comment('second');
    commenting.catch(() => {});
    await waiting(1);
    const removal = data.database.transaction().execute(async (transaction) => {
      await lockForRemoval(transaction, 'hal', []);
      await removeUser(transaction, 'hal', 1);
    });
    removal.catch(() => {});
    await waiting(2);
    await release();
    expect(await commenting).toBeUndefined();
    await removal;
  });

  test('to give items to another owner, and to change several of them in the order of their ids', async () => {
    for (const letter of ['c', 'a', 'b'])
      await addItem(data.context, 'ada', { id: letter.repeat(32), title: 'Map', type: 'Web Map' });
    const folder = await data.database
      .insertInto('portal_folder')
      .values({ id: 'f'.repeat(32), username: 'linus', title: 'From ada', created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    // A plan that reads the items as they are stored, as for the owner of most of them.
    for (const plan of ['indexscan', 'bitmapscan'])
      await sql`alter database ${sql.id(new URL(data.url).pathname.slice(1))}
        set ${sql.raw(`enable_${plan}`)} = off`.execute(data.database);
    const other = connectDatabase(data.url);
    onTestFinished(() => other.destroy());
    const release = await hold(`select from portal_item where id = '${'b'.repeat(32)}' for update`);
    const giving = giveItems(other, 'ada', { owner: 'linus', folderId: folder.id });
    giving.catch(() => {});
    await waiting(1);
    // Who waits for the second holds the first, and not the third.
    const free = await sql<{ id: string }>`select id from portal_item where title = 'Map'
      and id in (${'a'.repeat(32)}, ${'c'.repeat(32)}) for update skip locked`.execute(data.database);
    expect(free.rows).toEqual([{ id: 'c'.repeat(32) }]);
    await release();
    await giving;
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
