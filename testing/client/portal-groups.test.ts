import {
  createGroup,
  getGroup,
  getUser,
  protectGroup,
  removeGroup,
  unprotectGroup,
  updateGroup,
} from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CommunityRig, createCommunityRig } from '../rig/community-rig.ts';
import { png } from '../rig/content-rig.ts';

let rig: CommunityRig;
const as: CommunityRig['as'] = (username) => rig.as(username);
const call: CommunityRig['call'] = (path, parameters, username) => rig.call(path, parameters, username);

beforeAll(async () => {
  rig = await createCommunityRig();
});
afterAll(() => rig.stop());

let ids: Record<'private' | 'org' | 'public', string>;

beforeEach(async () => {
  const make = (access: 'private' | 'org' | 'public') =>
    rig.addGroup({ title: `${access} group`, access, tags: ['x'], isInvitationOnly: access !== 'org' });
  ids = { private: await make('private'), org: await make('org'), public: await make('public') };
});

describe('group visibility', () => {
  it.each([
    [undefined, 'public', true],
    [undefined, 'org', false],
    [undefined, 'private', false],
    ['grace', 'org', true],
    ['grace', 'private', false],
    ['shy', 'private', true],
    ['ada', 'private', true],
  ] as const)('for %s of a %s group: %s', async (caller, access, sees) => {
    for (const part of ['', '/users', '/userlist', '/userList', '/categorySchema']) {
      const answer = await call(`/community/groups/${ids[access]}${part}`, {}, caller);
      const error = answer.error && { code: answer.error.code, messageCode: answer.error.messageCode };
      const refused = caller
        ? { code: 400, messageCode: 'COM_0003' }
        : { code: 403, messageCode: 'GWM_0003' };
      expect(error).toEqual(sees ? undefined : refused);
    }
  });

  it('includes the caller’s role in it', async () => {
    const membership = async (caller: 'linus' | 'shy' | 'grace') =>
      (await getGroup(ids.org, as(caller))).userMembership;
    expect(await membership('linus')).toMatchObject({ username: 'linus', memberType: 'owner' });
    expect(await membership('shy')).toMatchObject({ memberType: 'member' });
    expect(await membership('grace')).toMatchObject({ memberType: 'none' });
    expect(await getGroup(ids.public, as())).toMatchObject({
      userMembership: { memberType: 'none' },
      tags: ['x'],
      snippet: null,
    });
  });

  it('answers COM_0003 for an unknown group', async () => {
    for (const id of ['none', '0'.repeat(32), ids.org.toUpperCase(), `${ids.org}%20`]) {
      expect((await call(`/community/groups/${id}`, {}, 'ada')).error).toMatchObject({
        code: 400,
        messageCode: 'COM_0003',
      });
    }
  });

  it('extends to profiles, which list groups visible to both', async () => {
    const groupsOfShy = async (caller: 'shy' | 'grace') =>
      ((await getUser({ username: 'shy', ...as(caller) })).groups ?? []).map((group) => group.id);
    expect(await groupsOfShy('shy')).toEqual(expect.arrayContaining(Object.values(ids)));
    await call('/community/users/shy/update', { access: 'org' }, 'shy');
    const seen = await groupsOfShy('grace');
    expect(seen).toEqual(expect.arrayContaining([ids.org, ids.public]));
    expect(seen).not.toContain(ids.private);
    await call('/community/users/shy/update', { access: 'private' }, 'shy');
  });
});

describe('creating a group', () => {
  it('is open to any member; it is private and by invitation by default', async () => {
    const { group } = await createGroup({
      group: { title: ' New ', tags: ['a', 'b'] } as any,
      ...as('grace'),
    } as any);
    expect(group).toMatchObject({
      title: 'New',
      owner: 'grace',
      access: 'private',
      isInvitationOnly: true,
      tags: ['a', 'b'],
    });
    expect(await call(`/community/groups/${group.id}`, {}, 'grace')).toMatchObject({
      userMembership: { memberType: 'owner' },
    });
  });

  it('is possible only for oneself, and requires a title', async () => {
    expect((await call('/community/createGroup', { title: 'x' })).error.code).toBe(499);
    expect((await call('/community/createGroup', { access: 'public' }, 'grace')).error.code).toBe(400);
    const wrong = await call(
      '/community/createGroup',
      { title: 'x', access: 'all', sortOrder: 'up' },
      'grace',
    );
    expect(wrong.error.details).toHaveLength(2);
  });

  it('makes the caller the owner, whatever owner is named', async () => {
    const { group } = await call(
      '/community/createGroup',
      { title: 'Mine', owner: 'ada', id: 'own-id' },
      'grace',
    );
    expect(group.owner).toBe('grace');
    expect(group.id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('accepts a picture', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ title: 'Seen', access: 'public', f: 'json' }))
      form.set(name, value);
    form.set('thumbnail', new Blob([new Uint8Array(png)]), 'city.png');
    form.set('token', rig.session('grace').token);
    const response = await fetch(`${rig.portal.root}/community/createGroup`, { method: 'POST', body: form });
    const { group } = (await response.json()) as any;
    const picture = await fetch(`${rig.portal.root}/community/groups/${group.id}/info/${group.thumbnail}`);
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(png);
  });
});

describe('updating a group', () => {
  it('is for its managers; omitted fields are unchanged', async () => {
    await updateGroup({ group: { id: ids.org, snippet: 'Short', access: 'public' }, ...as('linus') } as any);
    expect(await getGroup(ids.org, as())).toMatchObject({
      snippet: 'Short',
      title: 'org group',
      tags: ['x'],
    });
    await call(`/community/groups/${ids.org}/update`, { snippet: '', clearEmptyFields: 'true' }, 'ada');
    expect((await getGroup(ids.org, as())).snippet).toBeNull();
    for (const username of ['grace', 'shy'] as const) {
      const answer = await call(`/community/groups/${ids.org}/update`, { title: 'x' }, username);
      expect(answer.error.code).toBe(403);
    }
  });

  it('does not change its owner, id or dates', async () => {
    const before = await call(`/community/groups/${ids.org}`, {}, 'linus');
    await call(
      `/community/groups/${ids.org}/update`,
      { owner: 'grace', id: 'x', created: '1', isFav: 'true' },
      'linus',
    );
    const after = await call(`/community/groups/${ids.org}`, {}, 'linus');
    expect({ ...after, modified: 0 }).toEqual({ ...before, modified: 0 });
  });

  it('to another access level shows or hides it at once', async () => {
    const found = async () => (await call('/community/groups', { q: `id:${ids.org}` }, 'grace')).total;
    expect(await found()).toBe(1);
    await call(`/community/groups/${ids.org}/update`, { access: 'private' }, 'linus');
    expect(await found()).toBe(0);
    expect((await call(`/community/groups/${ids.org}`, {}, 'grace')).error.code).toBe(400);
  });

  it('sets its picture, and rejects an invalid one', async () => {
    const send = async (bytes: Uint8Array) => {
      const form = new FormData();
      form.set('thumbnail', new Blob([new Uint8Array(bytes)]), 'city.png');
      form.set('token', rig.session('linus').token);
      const init = { method: 'POST', body: form };
      const response = await fetch(`${rig.portal.root}/community/groups/${ids.org}/update?f=json`, init);
      return (await response.json()) as any;
    };
    expect((await send(Buffer.from('<svg onload=alert(1)>'))).error.code).toBe(400);
    expect(await send(png)).toEqual({ success: true, groupId: ids.org });
    const { thumbnail } = await getGroup(ids.org, as('linus'));
    const picture = await fetch(
      `${rig.portal.root}/community/groups/${ids.org}/info/${thumbnail}?f=json&token=${rig.session('linus').token}`,
    );
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(png);
  });
});

describe('deleting a group', () => {
  it('is for the owner when it is not protected', async () => {
    await protectGroup({ id: ids.org, ...as('linus') } as any);
    expect((await getGroup(ids.org, as('linus'))).protected).toBe(true);
    await expect(removeGroup({ id: ids.org, ...as('linus') } as any)).rejects.toMatchObject({
      originalMessage: expect.stringContaining('protected'),
    });
    await unprotectGroup({ id: ids.org, ...as('linus') } as any);
    expect((await call(`/community/groups/${ids.org}/delete`, {}, 'shy')).error.code).toBe(403);
    await removeGroup({ id: ids.org, ...as('linus') } as any);
    expect((await call(`/community/groups/${ids.org}`, {}, 'linus')).error.code).toBe(400);
  });

  it('is for administrators of the organisation, not for those of the group', async () => {
    const id = await rig.addGroup({ admins: ['grace'] });
    expect((await call(`/community/groups/${id}/delete`, {}, 'grace')).error.code).toBe(403);
    expect(await call(`/community/groups/${id}/delete`, {}, 'ada')).toEqual({ success: true, groupId: id });
  });
});

describe('favourites group', () => {
  it('is visible only to its owner, in no list, and cannot be deleted or reassigned', async () => {
    const { favGroupId = '' } = (await rig.session('grace').getUser()) as any;
    expect((await call(`/community/groups/${favGroupId}`, {}, 'grace')).isFav).toBe(true);
    for (const caller of ['ada', 'linus', undefined] as const) {
      expect((await call(`/community/groups/${favGroupId}`, {}, caller)).error.code).toBe(caller ? 400 : 403);
    }
    for (const action of ['delete', 'protect', 'reassign']) {
      const answer = await call(
        `/community/groups/${favGroupId}/${action}`,
        { targetUsername: 'linus' },
        'grace',
      );
      expect({ action, code: answer.error?.code }).toEqual({ action, code: 403 });
    }
    const self = await getUser({ username: 'grace', ...as('grace') });
    expect(self.groups?.map((group) => group.id)).not.toContain(favGroupId);
    expect((await call('/community/groups', { q: `id:${favGroupId}` }, 'grace')).total).toBe(0);
  });
});
