import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import { createGroup } from '../community/create-group.ts';
import { listMembers } from '../community/member-store.ts';
import { addItem } from '../content/items/create-item.ts';
import { findItem } from '../content/items/item-store.ts';
import { insertRegistration } from '../identity/apps/registration-store.ts';
import { storeForSignIn } from '../identity/security-stamp-store.ts';
import { issueRefreshToken } from '../identity/sessions.ts';
import { moveUser } from './move-user-store.ts';
import { ensureOrganisation } from './portal-organisation-store.ts';

let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
});
afterAll(() => data.stop());
it('a user who moves leaves nothing shared between the two organisations', async () => {
  for (const name of ['grace', 'linus']) await data.addUser(name);
  const group = (owner: string, member: string) =>
    createGroup(data.context, { title: owner, owner, access: 'private', members: [member] });
  const [ofGrace, ofLinus] = [await group('grace', 'linus'), await group('linus', 'grace')];
  const map = (owner: string, groups: string[]) =>
    addItem(data.context, owner, { type: 'Web Map', title: 'Map', groups });
  const [own, others] = [await map('grace', [ofGrace, ofLinus]), await map('linus', [ofGrace, ofLinus])];
  const orgId = await ensureOrganisation(data.database, { urlKey: 'village', now: 1 });
  await moveUser(data.database, 'grace', orgId);
  const namesIn = async (id: string) =>
    (await listMembers(data.database, id)).map(({ username }) => username);
  expect([await namesIn(ofGrace), await namesIn(ofLinus)]).toEqual([['grace'], ['linus']]);
  expect((await findItem(data.database, own))?.groupIds).toEqual([ofGrace]);
  expect((await findItem(data.database, others))?.groupIds).toEqual([ofLinus]);
});

it('an item that is stored while its owner moves belongs to the new organisation, which is charged', async () => {
  await data.addUser('hedy');
  const orgId = await ensureOrganisation(data.database, { urlKey: 'harbour', now: 1 });
  let isStored = false;
  const adding = await data.database.transaction().execute(async (transaction) => {
    await moveUser(transaction, 'hedy', orgId);
    const added = addItem(data.context, 'hedy', { type: 'Web Map', title: 'Quays' }).finally(() => {
      isStored = true;
    });
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect
      .poll(async () => isStored || (await waiting.execute(data.database)).rows.length > 0)
      .toBe(true);
    return { added };
  });
  const id = await adding.added;
  expect(await findItem(data.database, id)).toMatchObject({ org_id: orgId });
  const charge = data.database.selectFrom('portal_charge').select('org_id').where('item_id', '=', id);
  expect(await charge.execute()).toEqual([{ org_id: orgId }]);
});

it('a user who moves is signed out, and no sign-in that is under way is completed', async () => {
  await data.addUser('tess');
  const orgId = await ensureOrganisation(data.database, { urlKey: 'island', now: 1 });
  const stampOf = async () =>
    (
      await data.database
        .selectFrom('portal_user')
        .select('security_stamp')
        .where('username', '=', 'tess')
        .executeTakeFirstOrThrow()
    ).security_stamp;
  const before = await stampOf();
  await moveUser(data.database, 'tess', orgId);
  const storing = storeForSignIn(data.database, { username: 'tess', securityStamp: before }, async () => {});
  await expect(storing).rejects.toMatchObject({ id: 'portal:sign-in-ended' });
});

it('an application of a user who moves goes with them, and acts no longer for those whom they leave', async () => {
  for (const name of ['rosa', 'theo']) await data.addUser(name);
  const itemId = await addItem(data.context, 'rosa', { type: 'Application', title: 'Survey' });
  await insertRegistration(data.database, {
    clientId: 'survey',
    itemId,
    type: 'browser',
    redirectUris: ['https://survey.example/'],
    registered: 1,
    modified: 1,
    orgId: data.context.portal.id,
    title: 'Survey',
    secretHash: 'hash',
  });
  const holder = { username: 'theo', clientId: 'survey', sessionId: 'of theo' };
  await issueRefreshToken(data.database, holder, { now: data.clock.now() });
  const orgId = await ensureOrganisation(data.database, { urlKey: 'quarry', now: 1 });
  await moveUser(data.database, 'rosa', orgId);
  const app = data.database.selectFrom('portal_app').select('org_id').where('client_id', '=', 'survey');
  expect(await app.execute()).toEqual([{ org_id: orgId }]);
  const held = data.database.selectFrom('portal_token').select('username').where('client_id', '=', 'survey');
  expect(await held.execute()).toEqual([]);
});
