import { request } from '@esri/arcgis-rest-request';
import { createGroup, createItem, getSelf, updateItem } from '@esri/arcgis-rest-portal';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteRole } from '../../server/portal/organisation/roles/role-store.ts';
import { png } from '../rig/content-rig.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/** Roles and settings that administrators of an organisation define, with arcgis-rest-js. */
const rig = useContentRig();
let role: string;
let number = 0;

const ask = (path: string, who: 'ada' | 'grace' | 'linus' | 'otto', params: object = {}): Promise<any> =>
  request(`${rig.portal.root}${path}`, { authentication: rig[who], params } as any).catch(
    ({ response }) => response,
  );
const roles = (path: string, params: object = {}, who: 'ada' | 'grace' = 'ada') =>
  ask(`/portals/self/${path}`, who, params);
const setPrivileges = (privileges: unknown) => roles(`roles/${role}/setPrivileges`, { privileges });
const give = (user: string, given: string) => roles('updateUserRole', { user, role: given });
const refused = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    (answer) => answer,
    ({ response }) => response,
  );

describe('a role of an organisation', () => {
  beforeEach(async () => {
    number += 1;
    ({ id: role } = await roles('createRole', { name: `Surveyor ${number}`, description: 'In the field' }));
  });

  test('is listed, changed and deleted', async () => {
    const described = { id: role, name: `Surveyor ${number}`, description: 'In the field' };
    expect((await roles('roles', { num: 100 }, 'grace')).roles).toContainEqual({
      ...described,
      created: expect.any(Number),
      modified: expect.any(Number),
    });
    expect(await roles(`roles/${role}/update`, { name: `Inspector ${number}` })).toEqual({
      success: true,
      id: role,
    });
    expect(await roles(`roles/${role}`)).toMatchObject({ ...described, name: `Inspector ${number}` });
    await setPrivileges({ privileges: ['portal:user:createItem', 'portal:user:createItem'] });
    expect(await roles(`roles/${role}/privileges`)).toEqual({
      id: role,
      privileges: ['portal:user:createItem'],
    });
    expect((await roles(`roles/${role}/delete`)).success).toBe(true);
    expect((await roles(`roles/${role}`)).error.message).toBe('This portal has no such role.');
  });

  test('decides what its users may do, from the next call', async () => {
    expect((await give('linus', role)).success).toBe(true);
    const self: any = await getSelf({ authentication: rig.linus } as any);
    expect(self.user).toMatchObject({ role: 'org_user', roleId: role, privileges: [] });
    const authentication = rig.linus;
    const item = { title: 'Mine', type: 'Web Map' };
    const group = { title: 'Ours', access: 'private' } as const;
    expect((await refused(createItem({ item, authentication }))).error.code).toBe(403);
    await setPrivileges({ privileges: ['portal:user:createItem', 'portal:admin:viewItems'] });
    expect(await createItem({ item, authentication })).toMatchObject({ success: true });
    expect((await refused(createGroup({ group, authentication } as any))).error.code).toBe(403);
    const hidden = await rig.addMap({ title: 'Private' });
    expect(await ask(`/content/items/${hidden}`, 'linus')).toMatchObject({ title: 'Private' });
    const change = updateItem({ item: { id: hidden, title: 'x' }, owner: 'grace', authentication } as any);
    expect((await refused(change)).error.code).toBe(403);
    await give('linus', 'org_user');
    expect(await ask(`/content/items/${hidden}`, 'linus')).toMatchObject({ error: { code: 400 } });
    expect(await createGroup({ group, authentication } as any)).toMatchObject({ success: true });
  });

  test('shows items, groups and members of the organisation only with the privileges to view them', async () => {
    const item = await rig.addMap({ title: 'Of all' });
    await rig.call(`/content/users/grace/items/${item}/share`, { everyone: 'false', org: 'true' });
    const { group } = await ask('/community/createGroup', 'grace', { title: 'Open to all', access: 'org' });
    await give('linus', role);
    const paths = {
      'portal:user:viewOrgItems': [`/content/items/${item}`, '/search', `id:${item}`],
      'portal:user:viewOrgGroups': [`/community/groups/${group.id}`, '/community/groups', `id:${group.id}`],
      'portal:user:viewOrgUsers': ['/community/users/grace', '/community/users', 'username:grace'],
    } as const;
    const seen = async ([path, search, q]: (typeof paths)[keyof typeof paths]) => {
      const [one, { total }] = [await ask(path, 'linus'), await ask(search, 'linus', { q })];
      return [one.error === undefined, total];
    };
    for (const [privilege, ofPrivilege] of Object.entries(paths)) {
      const others = Object.keys(paths).filter((each) => each !== privilege);
      await setPrivileges({ privileges: others });
      expect([privilege, await seen(ofPrivilege)]).toEqual([privilege, [false, 0]]);
      await setPrivileges({ privileges: [privilege] });
      expect([privilege, await seen(ofPrivilege)]).toEqual([privilege, [true, 1]]);
    }
    await give('linus', 'org_user');
  });

  test('with the privilege to change items reaches the content of members that it does not list', async () => {
    await give('linus', role);
    await setPrivileges({ privileges: ['portal:user:createItem', 'portal:admin:updateItems'] });
    const folder = { title: `Shelf ${number}` };
    expect(await ask('/content/users/grace/createFolder', 'linus', folder)).toMatchObject({ success: true });
    expect((await ask('/content/users/nobody/createFolder', 'linus', folder)).error.code).toBe(400);
    await give('linus', 'org_user');
  });

  test('has one name, also when several are created at once', async () => {
    const name = `Twin ${number}`;
    const answers = await Promise.all([1, 2, 3].map(() => roles('createRole', { name })));
    expect(answers.map(({ error }) => error?.code ?? 0).toSorted()).toEqual([0, 400, 400]);
  });

  test.each<[string, object]>([
    ['setPrivileges', { privileges: { privileges: [] } }],
    ['update', { description: 'At a desk' }],
    ['delete', {}],
  ])('that is deleted meanwhile is not found by %s', async (operation, params) => {
    const { database } = rig.portal.context;
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
      return rows.length;
    };
    const answer = await database.transaction().execute(async (transaction) => {
      await deleteRole(transaction, role);
      const late = roles(`roles/${role}/${operation}`, params);
      await expect.poll(waiting).toBe(1);
      return { late };
    });
    expect((await answer.late).error?.message).toBe('This portal has no such role.');
  });

  test('is kept while users have it', async () => {
    await give('Otto', role);
    expect((await roles(`roles/${role}/delete`)).error.message).toMatch(/^1 user has the role/);
    await give('Otto', 'org_user');
    expect((await roles(`roles/${role}/delete`)).success).toBe(true);
  });

  test.each<[string, unknown]>([
    ['by which users could change accounts', ['portal:admin:updateUsers']],
    ['by which users could change roles', ['portal:admin:changeUserRoles']],
    ['by which users could enter any group', ['portal:admin:assignToGroups']],
    ['that do not exist', ['portal:user:fly']],
    ['that are not a list', { privileges: 'portal:user:createItem' }],
    ['that are not JSON', 'x'],
  ])('does not get privileges %s', async (_name, privileges) => {
    expect((await setPrivileges(privileges)).error.code).toBe(400);
    expect((await roles(`roles/${role}/privileges`)).privileges).toEqual([]);
  });

  test('is refused without a name, with one that is taken, and for other members', async () => {
    expect((await roles('createRole', { name: ' ' })).error.code).toBe(400);
    const privileges = '["portal:user:createItem"]';
    expect(JSON.stringify(await roles('createRole', { name: 'Mine', privileges }))).toMatch(
      /400.*setPrivileges/,
    );
    expect((await roles('createRole', { name: `SURVEYOR ${number}` })).error.code).toBe(400);
    expect((await roles(`roles/${role}/update`, { name: ' ', description: 'x' })).error.code).toBe(400);
    expect((await roles(`roles/${role}/update`, {})).error.code).toBe(400);
    expect((await roles('createRole', { name: 'Mine' }, 'grace')).error.code).toBe(403);
    for (const operation of ['update', 'delete', 'setPrivileges'])
      expect((await roles(`roles/${role}/${operation}`, { privileges: '[]' }, 'grace')).error.code).toBe(403);
    expect((await give('grace', 'none')).error.message).toBe('This portal has no such role.');
  });
});

describe('an organisation', () => {
  test('keeps its name, description, language and units', async () => {
    const described = { name: 'City', description: 'Maps', culture: 'nl', region: 'NL', units: 'english' };
    expect((await roles('update', described)).success).toBe(true);
    expect(await getSelf({ authentication: rig.grace } as any)).toMatchObject(described);
    await roles('update', { name: 'Mapping', description: '', units: 'metric' });
    expect(await getSelf({ authentication: rig.grace } as any)).toMatchObject({ description: '' });
  });

  test.each<[string, object]>([
    ['nothing', {}],
    ['something else', { urlKey: 'taken' }],
    ['something else beside a known setting', { name: 'Taken', defaultExtent: '{}' }],
    ['a wrong value beside a right one', { name: 'Taken', units: 'leagues' }],
    ['no language', { culture: 'not a language' }],
  ])('refuses an update with %s', async (_name, params) => {
    expect((await roles('update', params)).error.code).toBe(400);
    expect((await getSelf({ authentication: rig.grace } as any)).name).toBe('Mapping');
  });

  test('adds users one by one', async () => {
    const given = {
      username: 'nina',
      password: 'quite a long one to type',
      firstName: 'Nina',
      role: 'org_user',
    };
    expect(await roles('addUser', given)).toEqual({ success: true, username: 'nina' });
    expect(await ask('/community/users/nina', 'ada')).toMatchObject({ fullName: 'Nina', role: 'org_user' });
    expect((await roles('addUser', given)).error.message).toMatch(/taken/);
    expect((await roles('addUser', { ...given, username: 'max', password: 'short' })).error.code).toBe(400);
    expect((await roles('addUser', { username: 'max' })).error.code).toBe(400);
    expect((await roles('addUser', { ...given, username: 'max' }, 'grace')).error.code).toBe(403);
  });
});

test('the picture of an item is removed', async () => {
  const id = await rig.addMap();
  const data = `data:image/png;base64,${png.toString('base64')}`;
  await rig.call(`/content/users/grace/items/${id}/updateThumbnail`, { data, filename: 't.png' });
  const { removeItemThumbnail } = await import('@esri/arcgis-rest-portal');
  const answer = await removeItemThumbnail({ id, owner: 'grace', authentication: rig.grace });
  expect(answer).toMatchObject({ success: true });
  expect(await ask(`/content/items/${id}`, 'grace')).toMatchObject({ thumbnail: null });
  expect((await ask(`/content/items/${id}/info/thumbnail/t.png`, 'grace')).error.code).toBe(400);
});
