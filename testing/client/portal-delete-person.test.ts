import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateItem } from '../../server/portal/content/items/item-store.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
let ada: string;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  await portal.addUser('newOwner');
  ada = await portal.token('ada');
});
afterAll(() => server.stop());

const call = (path: string, parameters: Record<string, string> = {}, token = ada) =>
  portal.call(path, { token, ...parameters });
const remove = (username: string, parameters: Record<string, string> = {}, token = ada) =>
  call(`/community/users/${username}/delete`, parameters, token);

/** A user with a token. */
async function addPerson(role: 'org_user' | 'org_admin' = 'org_user') {
  const username = `Gone${++count}`;
  await portal.addUser(username, { role });
  return { username, token: await portal.token(username) };
}

/** A user with an item in a folder, a shared item, and a group with a member. */
async function addOwner() {
  const { username, token } = await addPerson();
  const folder = await call(`/content/users/${username}/createFolder`, { title: 'Mine' }, token);
  const map = { type: 'Web Map', text: '{"baseMap":{}}' };
  const filed = await call(
    `/content/users/${username}/${folder['folder'].id}/addItem`,
    { ...map, title: 'Filed' },
    token,
  );
  const shared = await call(`/content/users/${username}/addItem`, { ...map, title: 'Shared' }, token);
  const made = await call(
    '/community/createGroup',
    { title: 'Friends', access: 'private', tags: 'x' },
    token,
  );
  const group = made['group'].id as string;
  await call(`/content/items/${shared['id']}/share`, { groups: group }, token);
  return { username, token, group, filed: filed['id'] as string, shared: shared['id'] as string };
}

const rowsOf = async (username: string) => {
  const { database } = server;
  const owned = [
    await database.selectFrom('portal_token').selectAll().where('username', '=', username).execute(),
    await database.selectFrom('portal_group_member').selectAll().where('username', '=', username).execute(),
    await database.selectFrom('portal_folder').selectAll().where('username', '=', username).execute(),
    await database.selectFrom('portal_file').selectAll().where('owner_id', '=', username).execute(),
    await database.selectFrom('portal_group').selectAll().where('owner', '=', username).execute(),
    await database.selectFrom('portal_item').selectAll().where('owner', '=', username).execute(),
  ];
  return owned.flat();
};
const lastAct = () =>
  server.database
    .selectFrom('audit_entry')
    .select(['actor', 'act', 'subject', 'detail'])
    .where('act', 'not like', 'person.sign%')
    .orderBy('id', 'desc')
    .executeTakeFirst();

describe('user who owns nothing', () => {
  it('is deleted with all sessions and references', async () => {
    const { username, token } = await addPerson();
    expect(await remove(username)).toEqual({ success: true, username });
    expect((await call(`/community/users/${username}`)).error.code).toBe(400);
    expect((await portal.call('/community/self', { token })).error.code).toBe(498);
    expect((await portal.call('/generateToken', { username, password })).error).toBeDefined();
    expect(await rowsOf(username)).toEqual([]);
    const detail = { items: 0, groups: 0 };
    expect(await lastAct()).toEqual({ actor: 'ada', act: 'person.deleted', subject: username, detail });
    expect((await remove(username)).error.code).toBe(400);
  });

  it('leaves the name reserved, in any letter case', async () => {
    const { username } = await addPerson();
    await remove(username);
    for (const name of [username, username.toLowerCase(), username.toUpperCase()]) {
      const invitationList = JSON.stringify({ invitations: [{ username: name, password }] });
      expect((await call('/portals/self/invite', { invitationList }))['notInvited']).toEqual([name]);
    }
  });
});

describe('user who owns items or groups', () => {
  it('is kept, and the response lists what they own', async () => {
    const { username, token } = await addOwner();
    const { error } = await remove(username);
    expect(error).toMatchObject({ code: 400, message: expect.stringContaining('2 items and 1 group.') });
    expect(await portal.call('/community/self', { token })).toMatchObject({ username });
  });

  it('has all content found by an administrator’s search by owner, private content included', async () => {
    const { username } = await addOwner();
    for (const [path, total] of [
      ['/search', 2],
      ['/community/groups', 1],
    ] as const)
      expect(await call(path, { q: `owner:"${username}"`, num: '1' })).toMatchObject({ total });
  });

  it('transfers everything to a named user, with its sharing', async () => {
    const { username, group, filed, shared } = await addOwner();
    expect(await remove(username, { targetUsername: 'NEWOWNER' })).toEqual({ success: true, username });
    for (const id of [filed, shared])
      expect(await call(`/content/items/${id}`)).toMatchObject({ id, owner: 'newOwner' });
    const content = await call('/content/users/newOwner');
    const folder = content['folders'].find(({ title }: { title: string }) => title === username);
    const inside = await call(`/content/users/newOwner/${folder.id}`);
    expect(inside['items'].map(({ title }: { title: string }) => title).toSorted()).toEqual([
      'Filed',
      'Shared',
    ]);
    expect(await call(`/community/groups/${group}`)).toMatchObject({ owner: 'newOwner', title: 'Friends' });
    const itemGroups = await call(`/content/items/${shared}/groups`);
    expect(JSON.stringify(itemGroups)).toContain(group);
    const found = await call('/search', { q: 'owner:newOwner title:Filed' });
    expect(found['results'].map(({ id }: { id: string }) => id)).toContain(filed);
    for (const [path, q, title] of [
      ['/search', 'owner:newOwner', 'Filed'],
      ['/search', 'newOwner', 'Filed'],
      ['/community/groups', 'newOwner', 'Friends'],
    ] as const)
      expect(JSON.stringify(await call(path, { q, num: '100' }))).toContain(title);
    // The index is as if the new owner had made them.
    for (const id of [filed, shared]) {
      const vector = () =>
        server.database.selectFrom('portal_item').select('search').where('id', '=', id).executeTakeFirst();
      const given = await vector();
      await updateItem(server.database, id, { owner: 'newOwner' });
      expect(await vector()).toEqual(given);
    }
    expect(await rowsOf(username)).toEqual([]);
    expect((await lastAct())?.detail).toEqual({ items: 2, groups: 1, to: 'newOwner' });
  });

  it.each(['nobody', 'ITSELF', 'disabled'])('transfers nothing to %s', async (target) => {
    const { username } = await addOwner();
    const disabled = await addPerson();
    await call(`/community/users/${disabled.username}/disable`);
    const names: Record<string, string> = { ITSELF: username.toLowerCase(), disabled: disabled.username };
    const { error } = await remove(username, { targetUsername: names[target] ?? target });
    expect(error).toMatchObject({ code: 400, message: expect.stringContaining('cannot take over') });
    // Nothing has been changed.
    const { total } = await call('/search', { q: `owner:${username}` });
    expect(total).toBe(2);
  });
});

describe('shared maps of a user', () => {
  const elsewhere = 'elsewhere-copy';

  beforeAll(async () => {
    await saveConfig(server.database, 'lake', { portal: { url: '/portal' } }, 'test');
    await saveConfig(server.database, 'elsewhere', { portal: { url: 'https://portal.example' } }, 'test');
  });

  /** Shares a map on this portal; on another portal, a person of the same name has shared one. */
  const share = async ({ username, token }: { username: string; token: string }) => {
    const webMap = { version: '2.31', operationalLayers: [], baseMap: {} };
    const response = await fetch(`${server.url}/api/lake/shared-maps`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Walk', webMap }),
    });
    const { sid } = (await response.json()) as { sid: string };
    const shared = server.database.selectFrom('shared_map').selectAll().where('sid', '=', sid);
    const { web_map, viewpoint: _, ...row } = await shared.executeTakeFirstOrThrow();
    const copy = { ...row, web_map: JSON.stringify(web_map), sid: elsewhere, organisation: 'elsewhere' };
    await server.database.deleteFrom('shared_map').where('sid', '=', elsewhere).execute();
    await server.database.insertInto('shared_map').values(copy).execute();
    return { sid, copy: { owner: username, revoked_at: null } };
  };
  const stateOf = (sid: string) =>
    server.database
      .selectFrom('shared_map')
      .select(['owner', 'revoked_at'])
      .where('sid', '=', sid)
      .executeTakeFirst();
  const open = async (sid: string) => (await fetch(`${server.url}/api/lake/shared-maps/${sid}`)).status;

  it('get the new owner, and stay open', async () => {
    const owner = await addOwner();
    const { sid, copy } = await share(owner);
    await remove(owner.username, { targetUsername: 'newOwner' });
    expect(await stateOf(sid)).toEqual({ owner: 'newOwner', revoked_at: null });
    expect(await open(sid)).toBe(200);
    expect(await stateOf(elsewhere)).toEqual(copy);
    expect((await lastAct())?.detail).toEqual({ items: 2, groups: 1, sharedMaps: 1, to: 'newOwner' });
  });

  it('are revoked without a new owner', async () => {
    const person = await addPerson();
    const { sid, copy } = await share(person);
    expect(await open(sid)).toBe(200);
    expect(await remove(person.username)).toMatchObject({ success: true });
    expect(await open(sid)).toBe(410);
    expect(await stateOf(elsewhere)).toEqual(copy);
  });

  it('keep short addresses in the hands of the new owner, or of the owner of the map', async () => {
    const owner = await addOwner();
    const person = await addPerson();
    const { results } = await call('/search', { q: `owner:${owner.username}` });
    const wid = String(results[0].id);
    const address = (code: string, of: string, username: string) => ({
      code,
      wid: of,
      owner: username,
      organisation: 'lake',
      title: code,
      created_at: 1,
    });
    const addresses = [
      address('owns', 'another', owner.username),
      address('edits', wid, person.username),
      address('gone', 'deleted', person.username),
    ];
    await server.database.insertInto('short_address').values(addresses).execute();
    await remove(person.username);
    const ownersNow = () =>
      server.database.selectFrom('short_address').select(['code', 'owner']).orderBy('code').execute();
    expect(await ownersNow()).toEqual([
      { code: 'edits', owner: owner.username },
      { code: 'owns', owner: owner.username },
    ]);
    await remove(owner.username, { targetUsername: 'newOwner' });
    expect(await ownersNow()).toEqual([
      { code: 'edits', owner: 'newOwner' },
      { code: 'owns', owner: 'newOwner' },
    ]);
  });
});

describe('deletion is refused', () => {
  it('of oneself', async () => {
    expect((await remove('ada')).error.message).toContain('yourself');
  });

  it('to members and anonymous callers', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    expect((await remove(other.username, {}, one.token)).error.code).toBe(403);
    expect((await portal.call(`/community/users/${other.username}/delete`)).error.code).toBe(499);
    expect(await call(`/community/users/${other.username}`)).toMatchObject({ username: other.username });
  });

  it('of the last enabled administrator of an organisation', async () => {
    const [owner, last] = [await addPerson(), await addPerson()];
    const group = { title: 'Shore', access: 'private' };
    const { id } = (await call('/community/createGroup', group, owner.token))['group'];
    await saveConfig(server.database, 'shore', { portal: { url: '/portal', adminGroupId: id } }, 'test');
    await call(`/community/groups/${id}/addUsers`, { users: last.username });
    expect(await call(`/community/users/${owner.username}/disable`)).toMatchObject({ success: true });
    expect((await remove(last.username)).error.message).toContain('administer shore');
    expect(await call(`/community/users/${last.username}`)).toMatchObject({ username: last.username });
  });

  it('of the owner of an organisation’s group of administrators, unless another user takes it over', async () => {
    const { username, token } = await addPerson();
    const made = await call(
      '/community/createGroup',
      { title: 'Island', access: 'private', tags: 'x' },
      token,
    );
    const adminGroupId = made['group'].id as string;
    await saveConfig(server.database, 'island', { portal: { url: '/portal', adminGroupId } }, 'test');
    expect((await remove(username)).error.message).toContain('0 items and 1 group.');
    expect(await remove(username, { targetUsername: 'newOwner' })).toMatchObject({ success: true });
  });
});

it('logs what changed of a group, and nothing when nothing did', async () => {
  const { group, token } = await addOwner();
  const change = (parameters: Record<string, string>) =>
    call(`/community/groups/${group}/update`, parameters, token);
  await change({ title: 'Best friends', access: 'org' });
  expect(await lastAct()).toMatchObject({
    act: 'group.changed',
    subject: group,
    detail: { title: 'Friends', changed: ['title', 'access'] },
  });
  const before = await lastAct();
  await change({ title: 'Best friends' });
  expect(await lastAct()).toEqual(before);
});
