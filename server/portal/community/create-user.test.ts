import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../../testing/rig/content-rig.ts';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import { findAccount } from '../identity/account-store.ts';
import { verifyPassword } from '../identity/password.ts';
import { readPicture } from '../content/files/thumbnail.ts';
import { createUser } from './create-user.ts';
import { findGroup } from './group-store.ts';
import { findUser } from './user-store.ts';

let data: PortalData;

beforeAll(async () => {
  data = await createPortalData({ culture: 'kk-KZ', region: 'KZ', units: 'english' });
});
afterAll(() => data.stop());

const counts = async () =>
  Promise.all(
    (['portal_user', 'portal_group', 'portal_group_member', 'portal_file'] as const).map(
      async (table) =>
        (
          await data.database
            .selectFrom(table)
            .select((eb) => eb.lit(1).as('one'))
            .execute()
        ).length,
    ),
  );

describe('new user', () => {
  it('is one of two with the same name that are added at the same time', async () => {
    const added = await Promise.allSettled([data.addUser('twin'), data.addUser('TWIN')]);
    expect(added.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = added.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ id: 'portal:username-taken' });
  });

  it('has the defaults of the portal', async () => {
    await data.addUser('plain');
    expect(await findUser(data.database, 'plain')).toMatchObject({
      username: 'plain',
      full_name: 'plain Example',
      role: 'org_user',
      access: 'org',
      culture: 'kk-KZ',
      region: 'KZ',
      units: 'english',
      email: '',
      tags: [],
      thumbnail: null,
      disabled: false,
      created_at: data.clock.now(),
      last_sign_in_at: null,
    });
  });

  it('has the given values', async () => {
    const given = {
      email: 'g@example.org',
      culture: 'nl',
      region: 'NL',
      units: 'metric',
      access: 'private',
    } as const;
    await data.addUser('given', { ...given, role: 'org_admin', tags: ['a'], description: 'D' });
    expect(await findUser(data.database, 'given')).toMatchObject({
      ...given,
      role: 'org_admin',
      tags: ['a'],
      description: 'D',
    });
  });

  it('owns a hidden group for favourites', async () => {
    await data.addUser('fan');
    const { fav_group_id: id } = (await findUser(data.database, 'fan'))!;
    const found = await findGroup(data.database, id ?? '', 'fan');
    expect(found).toMatchObject({
      membership: 'owner',
      group: { is_fav: true, access: 'private', owner: 'fan' },
    });
  });

  it('has a picture when one is given', async () => {
    await data.addUser('seen', { thumbnail: readPicture('me.png', png) });
    expect((await findUser(data.database, 'seen'))?.thumbnail).toMatch(/^thumbnail\/.+\.png$/);
  });

  it('is stored with only a hash of the password, and cannot sign in without one', async () => {
    await data.addUser('secret', { password: 'mapping-demo' });
    const { passwordHash } = (await findAccount(data.database, 'secret'))!;
    expect(passwordHash).not.toContain('mapping-demo');
    expect(await verifyPassword('mapping-demo', passwordHash ?? '')).toBe(true);
    expect((await findAccount(data.database, 'plain'))?.passwordHash).toBeNull();
  });
});

describe('usernames', () => {
  it.each(['a', 'Ada.Lovelace', 'ada_l-1@example.org', '0', 'x'.repeat(128)])(
    'may be %s',
    async (username) => {
      await data.addUser(username);
      expect((await findUser(data.database, username.toUpperCase()))?.username).toBe(username);
    },
  );

  it.each(['', ' ', 'a b', 'ädä', 'a/b', 'a,b', "a'b", 'a:b', 'a\n', 'x'.repeat(129), 'a%b', '<b>', 'a\0'])(
    'may not be %j, as they appear in addresses and lists',
    async (username) => {
      const before = await counts();
      await expect(data.addUser(username)).rejects.toMatchObject({
        id: 'portal:invalid-username',
        status: 400,
      });
      expect(await counts()).toEqual(before);
    },
  );

  it('are unique in any letter case, and a rejected duplicate leaves nothing behind', async () => {
    await data.addUser('Twice');
    const before = await counts();
    for (const username of ['Twice', 'twice', 'TWICE']) {
      await expect(data.addUser(username)).rejects.toMatchObject({
        id: 'portal:username-taken',
        status: 400,
      });
    }
    expect(await counts()).toEqual(before);
  });
});

describe('passwords', () => {
  it('are rejected before an account is created when too weak', async () => {
    const input = { username: 'weak', password: 'short', fullName: 'W', role: 'org_user' } as const;
    await expect(createUser(data.context, input)).rejects.toMatchObject({ id: 'portal:weak-password' });
    expect(await findUser(data.database, 'weak')).toBeUndefined();
  });
});
