import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import { createGroup } from '../community/create-group.ts';
import { saveApp, saveCode, useCode } from './app-store.ts';
import {
  deleteToken,
  endSession,
  endSessionOf,
  endSessionsOf,
  findCaller,
  findToken,
  saveTokens,
  type StoredToken,
} from './token-store.ts';

let data: PortalData;
let groupId: string;
const now = 1_000_000;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada', { role: 'org_admin' });
  await data.addUser('grace');
  groupId = await createGroup(data.context, {
    title: 'Team',
    owner: 'ada',
    access: 'private',
    members: ['grace'],
  });
});
afterAll(() => data.stop());
beforeEach(() => data.database.deleteFrom('portal_token').execute());

const token = (tokenHash: string, more: Partial<StoredToken> = {}): StoredToken => ({
  tokenHash,
  kind: 'access',
  username: 'grace',
  clientId: null,
  sessionId: 'session',
  sessionClientId: null,
  expiresAt: now + 1000,
  agent: '',
  startedAt: null,
  ...more,
});
const save = (...tokens: StoredToken[]) => saveTokens(data.database, tokens, now);
const held = async () =>
  (await data.database.selectFrom('portal_token').select('token_hash').orderBy('token_hash').execute()).map(
    (row) => row.token_hash,
  );

async function whileDisabled(username: string, act: () => Promise<void>): Promise<void> {
  const set = (disabled: boolean) =>
    data.database.updateTable('portal_user').set({ disabled }).where('username', '=', username).execute();
  await set(true);
  try {
    await act();
  } finally {
    await set(false);
  }
}

it('a code that no session was made from ends with the sessions of its user', async () => {
  await saveApp(data.database, {
    clientId: 'app',
    orgId: null,
    title: 'App',
    redirectUris: [],
    createdAt: now,
  });
  const code = (code_hash: string, username: string) => ({
    code_hash,
    username,
    client_id: 'app',
    redirect_uri: '',
    challenge: '',
    challenge_method: 'S256' as const,
    expiration: 1,
    expires_at: now + 1000,
  });
  await saveCode(data.database, code('of grace', 'grace'), now);
  await saveCode(data.database, code('of ada', 'ada'), now);
  await endSessionsOf(data.database, 'grace', 'session');
  expect(await useCode(data.database, 'of grace', 'new')).toBeUndefined();
  expect(await useCode(data.database, 'of ada', 'new')).toMatchObject({ username: 'ada' });
});

describe('owner of a token', () => {
  it('has the role and every group of the user', async () => {
    await save(token('g'), token('a', { username: 'ada' }));
    const favourites = async (username: string) =>
      (
        await data.database
          .selectFrom('portal_user')
          .select('fav_group_id as id')
          .where('username', '=', username)
          .executeTakeFirstOrThrow()
      ).id;
    const grace = await findCaller(data.database, 'g', now);
    expect(grace).toMatchObject({ username: 'grace', role: 'org_user' });
    expect(grace?.groupIds.sort()).toEqual([groupId, await favourites('grace')].sort());
    const ada = await findCaller(data.database, 'a', now);
    expect(ada).toMatchObject({ username: 'ada', role: 'org_admin' });
    expect(ada?.groupIds.sort()).toEqual([groupId, await favourites('ada')].sort());
  });

  it.each([
    [-1, true],
    [999, true],
    [1000, false],
    [5000, false],
  ])('%s ms into a lifetime of a second: %s', async (passed, alive) => {
    await save(token('t'));
    expect((await findCaller(data.database, 't', now + passed)) !== undefined).toBe(alive);
    expect((await findToken(data.database, 't', 'access', now + passed)) !== undefined).toBe(alive);
  });

  it('is anonymous for a refresh token, an unknown token, and a disabled user', async () => {
    await save(token('r', { kind: 'refresh' }), token('t'));
    expect(await findCaller(data.database, 'r', now)).toBeUndefined();
    expect(await findCaller(data.database, 'unknown', now)).toBeUndefined();
    await whileDisabled('grace', async () => {
      expect(await findCaller(data.database, 't', now)).toBeUndefined();
      expect(await findToken(data.database, 't', 'access', now)).toBeUndefined();
      expect(await findToken(data.database, 'r', 'refresh', now)).toBeUndefined();
    });
    expect(await findCaller(data.database, 't', now)).toBeDefined();
  });
});

describe('stored token', () => {
  it('is read back whole, and only as its own kind', async () => {
    const refresh = token('r', { kind: 'refresh', clientId: 'app' });
    await save(refresh);
    expect(await findToken(data.database, 'r', 'refresh', now)).toEqual({
      ...refresh,
      startedAt: now,
      authenticatedAt: null,
      audience: null,
      replacedAt: null,
    });
    expect(await findToken(data.database, 'r', 'access', now)).toBeUndefined();
  });

  it('is deleted after expiry when others are saved, and not before', async () => {
    await save(
      token('ended', { expiresAt: now }),
      token('dead', { expiresAt: 1 }),
      token('alive', { expiresAt: now + 1 }),
    );
    await save(token('new'));
    expect(await held()).toEqual(['alive', 'new']);
  });

  it('is deleted once by many concurrent requests', async () => {
    await save(token('t'));
    const deleted = await Promise.all([1, 2, 3, 4].map(() => deleteToken(data.database, 't')));
    expect(deleted.filter(Boolean)).toHaveLength(1);
    expect(await deleteToken(data.database, 't')).toBe(false);
  });

  it('is deleted with its user', async () => {
    await data.addUser('brief');
    await save(token('b', { username: 'brief' }));
    await data.database.deleteFrom('portal_group').where('owner', '=', 'brief').execute();
    await data.database.deleteFrom('portal_user').where('username', '=', 'brief').execute();
    expect(await held()).toEqual([]);
  });
});

describe('ending a session', () => {
  beforeEach(() =>
    save(
      token('access', { sessionId: 'one' }),
      token('refresh', { sessionId: 'one', kind: 'refresh' }),
      token('derived', { sessionId: 'one', clientId: 'app' }),
      token('elsewhere', { sessionId: 'two' }),
    ),
  );

  it.each(['access', 'refresh', 'derived'])(
    'by its %s token deletes all of it and no other',
    async (hash) => {
      await endSessionOf(data.database, hash);
      expect(await held()).toEqual(['elsewhere']);
    },
  );

  it('by an unknown token deletes nothing', async () => {
    await endSessionOf(data.database, 'unknown');
    expect(await held()).toHaveLength(4);
  });

  it('by its id deletes only that session', async () => {
    await endSession(data.database, 'two');
    expect(await held()).toEqual(['access', 'derived', 'refresh']);
  });
});
