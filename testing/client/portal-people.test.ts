import { getUser, getUserNotifications, getUserProperties, getUserTags } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portalOperations } from '../../server/portal/routes.ts';
import { type CommunityRig, createCommunityRig, type Person } from '../rig/community-rig.ts';
import { png } from '../rig/content-rig.ts';

let rig: CommunityRig;
const as: CommunityRig['as'] = (username) => rig.as(username);
const call: CommunityRig['call'] = (path, parameters, username) => rig.call(path, parameters, username);

beforeAll(async () => {
  rig = await createCommunityRig();
});
afterAll(() => rig.stop());

describe('users', () => {
  it('see themselves with email, privileges and favourites group', async () => {
    const self: any = await rig.session('grace').getUser();
    expect(self).toMatchObject({
      username: 'grace',
      id: 'grace',
      fullName: 'Grace Hopper',
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@example.org',
      role: 'org_user',
      orgId: 'mapping',
      provider: 'arcgis',
      disabled: false,
    });
    expect(self.privileges).toContain('portal:user:createItem');
    expect(self.privileges).not.toContain('portal:admin:updateUsers');
    expect(self.favGroupId).toMatch(/^[0-9a-f]{32}$/);
    expect(self.groups).toEqual([]);
    expect(Date.now() - self.lastLogin).toBeLessThan(600_000);
  });

  it.each([
    ['ada', 'portal:admin:updateUsers', true],
    ['linus', 'portal:publisher:publishFeatures', true],
    ['linus', 'portal:admin:updateUsers', false],
    ['grace', 'portal:publisher:publishFeatures', false],
  ] as const)('%s has %s: %s', async (username, privilege, has) => {
    const { privileges = [] } = await rig.session(username).getUser();
    expect(privileges.includes(privilege)).toBe(has);
  });

  it.each([
    [undefined, 'grace', true],
    [undefined, 'linus', false],
    [undefined, 'shy', false],
    ['grace', 'linus', true],
    ['grace', 'shy', false],
    ['shy', 'shy', true],
    ['ada', 'shy', true],
  ] as const)('%s sees %s: %s', async (caller, username, sees) => {
    const answer = await call(`/community/users/${username}`, {}, caller);
    expect(answer).toMatchObject(sees ? { username } : { error: { code: 400, messageCode: 'COM_0018' } });
  });

  it.each(['nobody', 'gra', 'grace%20', 'gr%25', '%27or%27', '..%2fself'])(
    'that do not exist are reported like private ones: %s',
    async (username) => {
      const unknown = await call(`/community/users/${username}`, {}, 'linus');
      expect(unknown).toEqual(await call('/community/users/shy', {}, 'linus'));
    },
  );

  const ofPeople = portalOperations.map(({ path }) => path).filter((path) => path.includes(':user'));

  it.each(ofPeople)('with private profiles are indistinguishable from unknown names: %s', async (path) => {
    const ask = (username: string, caller?: Person) =>
      call(
        path.replace(':user', username).replaceAll(/:\w+|\*/g, 'x'),
        { title: 'T', type: 'Web Map' },
        caller,
      );
    expect(await ask('shy', 'linus')).toEqual(await ask('nobody', 'linus'));
    expect(await ask('shy')).toEqual(await ask('nobody'));
    expect((await ask('shy', 'linus')).error.code).toBeLessThan(500);
  });

  it('are found by name in any case, under both roots', async () => {
    expect((await getUser({ username: 'GRACE', portal: rig.portal.root })).username).toBe('grace');
    const response = await fetch(`${rig.url}/portal/sharing/community/users/grace/?f=json`);
    expect(await response.json()).toMatchObject({ id: 'grace' });
  });

  it('hide email and privileges from other members, and their organisation from visitors', async () => {
    const seenByMember: any = await getUser({ username: 'ada', ...as('grace') });
    expect(seenByMember).toMatchObject({ role: 'org_admin', orgId: 'mapping' });
    for (const name of ['email', 'privileges', 'favGroupId', 'lastLogin'])
      expect(seenByMember).not.toHaveProperty(name);
    const seenByStranger: any = await getUser({ username: 'grace', ...as() });
    for (const name of ['email', 'role', 'orgId']) expect(seenByStranger).not.toHaveProperty(name);
    expect((await getUser({ username: 'grace', ...as('ada') })).email).toBe('grace@example.org');
  });

  it('never show a password hash', async () => {
    const all = JSON.stringify([
      await rig.session('ada').getUser(),
      await call('/portals/self/users', {}, 'ada'),
      await call('/community/users', { q: 'username:grace' }, 'ada'),
      await call('/portals/self', {}, 'grace'),
    ]);
    expect(all).not.toMatch(/scrypt|password/i);
  });

  it('have lists of their own', async () => {
    expect(await getUserTags({ username: 'grace', ...as('grace') } as any)).toEqual({ tags: [] });
    const signIn = { type: 'account_security' };
    expect(await getUserNotifications(as('grace') as any)).toMatchObject({
      total: 1,
      notifications: [signIn],
    });
    expect(await getUserProperties('grace', as('grace') as any)).toEqual({ mapViewer: 'modern' });
    for (const list of ['tags', 'notifications', 'properties', 'invitations']) {
      expect((await call(`/community/users/grace/${list}`, {}, 'linus')).error.code).toBe(403);
      expect((await call(`/community/users/grace/${list}`)).error.code).toBe(499);
      expect((await call(`/community/users/shy/${list}`, {}, 'linus')).error.messageCode).toBe('COM_0018');
      // Notifications are for their recipient only.
      const forAdministrators = (await call(`/community/users/grace/${list}`, {}, 'ada')).error?.code;
      expect(forAdministrators).toBe(list === 'notifications' ? 403 : undefined);
    }
  });

  it('are listed to members, as far as visible', async () => {
    const names = async (caller: Person) =>
      (await call('/portals/self/users', {}, caller)).users.map((user: any) => user.username);
    expect(await names('grace')).toEqual(['ada', 'grace', 'linus']);
    expect(await names('ada')).toEqual(['ada', 'grace', 'linus', 'shy']);
    expect((await call('/portals/self/users')).error.code).toBe(499);
    expect(await call('/portals/self/users', { num: '2', start: '2' }, 'grace')).toMatchObject({
      total: 3,
      start: 2,
      num: 2,
      nextStart: -1,
    });
    expect((await call('/portals/self/users', { num: 'all' }, 'grace')).error).toMatchObject({ code: 400 });
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['sorted', { sortField: 'fullname', sortOrder: 'desc' }, ['shy', 'linus', 'grace', 'ada']],
    ['by role', { role: 'org_admin' }, ['ada']],
    ['by any filter', { role: 'org_admin', username: 'LINUS' }, ['ada', 'linus']],
    ['by every filter', { role: 'org_admin', username: 'linus', filterIntersection: 'true' }, []],
    ['by a name with quotes', { fullname: '"ada" OR role:org_user' }, []],
    ['by provider', { provider: 'arcgis', username: 'grace' }, ['grace']],
  ])('are listed %s', async (_how, given, expected) => {
    const { users } = await call('/portals/self/users', given, 'ada');
    expect(users.map((user: any) => user.username)).toEqual(expected);
  });

  it.each([
    ['sortField', 'mfaEnabled'],
    ['provider', 'enterprise'],
  ])('are not listed by %s %s', async (name, value) => {
    const { error } = await call('/portals/self/users', { [name]: value }, 'ada');
    expect(error).toMatchObject({ code: 400 });
    expect(JSON.stringify(error)).toContain(name);
  });
});

describe('profile', () => {
  const update = (parameters: Record<string, string>, caller: Person = 'linus') =>
    call('/community/users/linus/update', parameters, caller);
  const read = () => call('/community/users/linus', {}, 'linus');

  it('is changed by its user; omitted fields are unchanged, an empty text clears', async () => {
    await update({ fullName: 'Linus Example', description: 'Kernel', tags: 'a, b,a', region: 'FI' });
    expect(await read()).toMatchObject({
      fullName: 'Linus Example',
      description: 'Kernel',
      tags: ['a', 'b'],
    });
    expect(await update({ description: '' })).toEqual({ success: true, username: 'linus' });
    expect(await read()).toMatchObject({ description: null, tags: ['a', 'b'], region: 'FI' });
    await update({ tags: ' ', fullName: ' ' });
    expect(await read()).toMatchObject({ tags: [], fullName: 'Linus Example' });
  });

  it('of others is changed by administrators only', async () => {
    expect((await update({ fullName: 'x' }, 'grace')).error.code).toBe(403);
    expect((await call('/community/users/linus/update', { fullName: 'x' })).error.code).toBe(499);
    expect((await update({ units: 'english' }, 'ada')).success).toBe(true);
    expect(await read()).toMatchObject({ units: 'english', fullName: 'Linus Example' });
  });

  it('does not change a role, name or password', async () => {
    const before = await read();
    await update({
      role: 'org_admin',
      username: 'root',
      privileges: 'all',
      disabled: 'true',
      password: 'other',
    });
    const { modified, ...after } = await read();
    expect(after).toEqual({ ...before, modified: undefined });
    expect(modified).toBeGreaterThanOrEqual(before['modified']);
    expect(await rig.portal.token('linus')).toBeTypeOf('string');
  });

  it.each([
    [{ access: 'secret' }, 'access: Specify one of private, org, public.'],
    [{ units: 'miles' }, 'units: Specify one of metric, english.'],
    [{ fullName: 'x'.repeat(129) }, 'fullName: At most 128 characters.'],
    [{ email: 'x'.repeat(255) }, 'email: At most 254 characters.'],
    [{ description: 'x'.repeat(10_001) }, 'description: At most 10000 characters.'],
    [{ culture: 'x'.repeat(21) }, 'culture: At most 20 characters.'],
    [{ tags: 'x,'.repeat(5001) }, 'tags: At most 10000 characters.'],
  ])('rejects invalid values: %o', async (parameters, detail) => {
    const before = await read();
    expect((await update(parameters as Record<string, string>)).error).toMatchObject({
      code: 400,
      details: [detail],
    });
    expect(await read()).toEqual(before);
  });

  it('made private disappears for others at once, lists and searches included', async () => {
    const seen = async () => ({
      profile: (await call('/community/users/linus', {}, 'grace')).username,
      list: (await call('/portals/self/users', {}, 'grace')).users.some(
        (user: any) => user.username === 'linus',
      ),
      search: (await call('/community/users', { q: 'username:linus' }, 'grace')).total,
    });
    expect(await seen()).toEqual({ profile: 'linus', list: true, search: 1 });
    await update({ access: 'private' });
    expect(await seen()).toEqual({ profile: undefined, list: false, search: 0 });
    await update({ access: 'org' });
  });

  it('has a picture, and rejects an invalid one', async () => {
    const send = async (bytes: Uint8Array) => {
      const form = new FormData();
      form.set('thumbnail', new Blob([new Uint8Array(bytes)]), 'me.png');
      form.set('token', rig.session('grace').token);
      const init = { method: 'POST', body: form };
      return (await (
        await fetch(`${rig.portal.root}/community/users/grace/update?f=json`, init)
      ).json()) as any;
    };
    expect((await send(Buffer.from('<svg onload=alert(1)>'))).error.code).toBe(400);
    expect(await send(png)).toEqual({ success: true, username: 'grace' });
    const { thumbnail } = await getUser({ username: 'grace', ...as() });
    const picture = await fetch(`${rig.portal.root}/community/users/grace/info/${thumbnail}?f=json`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(png);
  });
});
