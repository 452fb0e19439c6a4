import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakePortalCall } from '../../../testing/fakes/portal-call.ts';
import { minute } from '../../../testing/rig/clock.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../testing/rig/portal-data.ts';
import { limits } from '../../limits.ts';
import { disableUser, enableUser } from '../community/users/set-disabled.ts';
import { type App, findApp, saveApp } from './app-store.ts';
import { issueAppToken } from './apps/client-secret.ts';
import { exchangeRefreshToken, refresh } from './oauth2/refresh.ts';
import { revokeToken } from './oauth2/session-operations.ts';
import { hashOf } from './random-token.ts';
import { listSessions } from './session-store.ts';
import { beginSession, issueDerivedToken, issueRefreshToken } from './sessions.ts';
import { endAllSessions, endSessionsOf } from './token-store.ts';

/** However often a member signs in and renews, the tokens stored for them are few, and ending them takes little. */
let data: PortalData;
let app: App;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada', { role: 'org_admin' });
  await data.addUser('grace');
  await saveApp(data.database, {
    clientId: 'app',
    orgId: null,
    title: 'App',
    redirectUris: [],
    createdAt: 1,
  });
  app = (await findApp(data.database, 'app'))!;
});
afterAll(() => data.stop());
beforeEach(async () => {
  await data.database.deleteFrom('portal_token').execute();
  data.clock.advance(60 * minute);
});

interface Tokens {
  access_token: string;
  refresh_token: string;
}
const renew = (refreshToken: string) =>
  exchangeRefreshToken(data.context, app, { refreshToken, redirectUri: undefined }) as Promise<Tokens>;
const begin = async (sessionId: string) =>
  (
    await issueRefreshToken(
      data.database,
      { username: 'grace', clientId: 'app', sessionId },
      { now: data.clock.now() },
    )
  ).token;
const stored = async (kind?: 'access' | 'refresh') =>
  (
    await data.database
      .selectFrom('portal_token')
      .select('session_id')
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
      .execute()
  ).map((row) => row.session_id);
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { status: number }) => error.status,
  );
/** Rows as an attack before these limits left them. */
const fill = (rows: number, sessions: number) =>
  sql`insert into portal_token (token_hash, kind, username, session_id, created_at, expires_at)
    select 'hash ' || n, 'access', 'grace', 'session ' || (n % ${sessions}::integer), ${data.clock.now()}::bigint,
      ${data.clock.now() + minute}::bigint from generate_series(1, ${rows}::integer) n`.execute(
    data.database,
  );

describe('a session that is renewed again and again', () => {
  it('stores one row for all refresh tokens before the last two, and ends when any of them is used', async () => {
    const all = [await begin('session')];
    for (let round = 0; round < 8; round += 1) {
      data.clock.advance(minute);
      all.push((await renew(all.at(-1)!)).refresh_token);
    }
    expect(await stored('refresh')).toHaveLength(3);
    data.clock.advance(minute);
    expect(await statusOf(refresh(data.context, app, all[1]))).toBe(498);
    expect(await stored()).toEqual([]);
  });

  it('is not renewed by what its refresh tokens have in common, and not ended by a late tab of the last exchange', async () => {
    const first = await begin('session');
    const { refresh_token: second } = await renew(first);
    data.clock.advance(minute);
    await renew(second);
    const [family = ''] = first.split('.');
    for (const guess of [family, `family ${family}`, `family ${hashOf(family)}`, `${family}.`, first])
      expect(await statusOf(refresh(data.context, app, guess))).toBe(498);
    expect(await stored('refresh')).toHaveLength(3);
    data.clock.advance(minute);
    expect(await statusOf(refresh(data.context, app, first))).toBe(498);
    expect(await stored()).toEqual([]);
  });

  it('is revoked by a refresh token from long before', async () => {
    const first = await begin('session');
    let last = first;
    for (let round = 0; round < 3; round += 1) {
      data.clock.advance(minute);
      last = (await renew(last)).refresh_token;
    }
    const { call } = fakePortalCall({ context: data.context, parameters: { auth_token: first } });
    await revokeToken(call);
    expect(await stored()).toEqual([]);
  });

  it('makes so many tokens per minute and no more, however they are asked for', async () => {
    let last = await begin('session');
    for (let made = 0; made < limits.tokensPerSessionMinute; made += 1)
      last = (await renew(last)).refresh_token;
    expect(await statusOf(renew(last))).toBe(429);
    expect(await statusOf(refresh(data.context, app, last))).toBe(429);
    const other = await begin('another');
    expect(await statusOf(renew(other))).toBe(200);
    data.clock.advance(minute);
    const { access_token: access } = await renew(last);
    for (let made = 1; made < limits.tokensPerSessionMinute; made += 1)
      await refresh(data.context, app, last);
    const caller = memberCaller('grace', { tokenHash: hashOf(access) });
    expect(await statusOf(issueDerivedToken(data.context, caller, {}))).toBe(429);
  });

  it('stores so many access tokens, the least recently used of which is replaced', async () => {
    const last = await begin('session');
    const { access_token: first } = (await refresh(data.context, app, last)) as Tokens;
    await sql`update portal_token set used_at = ${data.clock.now() + 20 * minute} where token_hash = ${hashOf(first)}`.execute(
      data.database,
    );
    for (let made = 0; made <= limits.accessTokensPerSession; made += 1) {
      if (made % limits.tokensPerSessionMinute === 0) data.clock.advance(minute);
      await refresh(data.context, app, last);
    }
    expect(await stored('access')).toHaveLength(limits.accessTokensPerSession);
    const kept = await data.database
      .selectFrom('portal_token')
      .select('kind')
      .where('token_hash', '=', hashOf(first))
      .execute();
    expect(kept).toHaveLength(1);
  });

  it('keeps the token that others are made from, which is in use although that is noted rarely', async () => {
    const holder = { username: 'grace', clientId: null, sessionId: 'script' };
    const { token } = await beginSession(data.context, holder, { minutes: 60, most: 60 });
    const caller = memberCaller('grace', { tokenHash: hashOf(token) });
    for (let made = 0; made <= limits.accessTokensPerSession; made += 1) {
      if (made % limits.tokensPerSessionMinute === 0) data.clock.advance(minute);
      expect(await statusOf(issueDerivedToken(data.context, caller, {}))).toBe(200);
    }
    expect(await stored('access')).toHaveLength(limits.accessTokensPerSession);
  });
});

describe('sessions of one account', () => {
  it('end with the least recently used when there are too many, and never another account’s', async () => {
    const holder = (sessionId: string, username = 'grace') => ({ username, clientId: null, sessionId });
    await beginSession(data.context, holder('of ada', 'ada'), {});
    for (let place = 0; place < limits.sessionsPerAccount + 2; place += 1) {
      data.clock.advance(1);
      await beginSession(data.context, holder(`session ${place}`), { minutes: 60, most: 60 });
      if (place === 0)
        await sql`update portal_token set used_at = ${data.clock.now() + minute} where session_id = 'session 0'`.execute(
          data.database,
        );
    }
    const left = new Set(await stored());
    expect(left.size).toBe(limits.sessionsPerAccount + 1);
    expect([...left]).toEqual(expect.arrayContaining(['session 0', 'of ada']));
    expect(left.has('session 1')).toBe(false);
    expect(left.has('session 2')).toBe(false);
  });

  it('of applications outlast those of a script', async () => {
    await issueRefreshToken(
      data.database,
      { username: 'grace', clientId: 'app', sessionId: 'phone' },
      { now: data.clock.now() },
    );
    for (let place = 0; place < limits.sessionsPerAccount + 1; place += 1) {
      data.clock.advance(1);
      await beginSession(data.context, { username: 'grace', clientId: null, sessionId: `run ${place}` }, {});
    }
    const left = new Set(await stored());
    expect([left.size, left.has('phone'), left.has('run 0')]).toEqual([
      limits.sessionsPerAccount + 1,
      true,
      false,
    ]);
  });

  it('are listed up to that number of both kinds', async () => {
    await fill(300, 300);
    expect(await listSessions(data.database, 'grace', data.clock.now())).toHaveLength(
      2 * limits.sessionsPerAccount,
    );
  });

  it('end in parts, and no row of them is read', async () => {
    await fill(2 * limits.tokensPerDeletion + 1, 3);
    const parts: number[] = [];
    const watched = data.database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        parts.push(result.rows.length);
        return result;
      },
    });
    await endSessionsOf(watched, 'grace');
    expect(await stored()).toEqual([]);
    expect(Math.max(...parts)).toBeLessThanOrEqual(3);
  });

  it('are counted once when all end, in however many parts', async () => {
    await fill(limits.tokensPerDeletion + 10, 7);
    expect(await endAllSessions(data.database)).toBe(7);
  });
});

describe('disabling an account', () => {
  const logged: unknown[] = [];
  const of = (operation: typeof disableUser) => {
    const { call } = fakePortalCall({
      context: data.context,
      caller: memberCaller('ada', { role: 'org_admin' }),
      path: { user: 'grace' },
    });
    const log = { error: (...problem: unknown[]) => logged.push(problem) };
    return operation({ ...call, request: { ...call.request, log } as unknown as typeof call.request });
  };
  const isDisabled = async () =>
    (
      await data.database
        .selectFrom('portal_user')
        .select('disabled')
        .where('username', '=', 'grace')
        .executeTakeFirstOrThrow()
    ).disabled;

  it('succeeds where its tokens cannot be deleted, and enabling it again revives none', async () => {
    await begin('session');
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'too many'; end $$`.execute(data.database);
    await sql`create trigger refuse before delete on portal_token execute function refuse()`.execute(
      data.database,
    );
    try {
      expect(await of(disableUser)).toEqual({ success: true, username: 'grace' });
      expect(await isDisabled()).toBe(true);
      expect(logged).toHaveLength(1);
      await expect(of(enableUser)).rejects.toThrow('too many');
      expect(await isDisabled()).toBe(true);
    } finally {
      await sql`drop trigger refuse on portal_token`.execute(data.database);
      await sql`drop function refuse`.execute(data.database);
    }
    await of(enableUser);
    expect(await isDisabled()).toBe(false);
    expect(await stored()).toEqual([]);
  });
});

it('an application stores so many tokens of its own, of which the oldest end', async () => {
  const issued: string[] = [];
  for (let made = 0; made < limits.tokensPerApp + 2; made += 1) {
    data.clock.advance(1000);
    const response = (await issueAppToken({ context: data.context }, app, 60)) as Tokens;
    issued.push(hashOf(response.access_token));
  }
  const left = await data.database.selectFrom('portal_app_token').select('token_hash').execute();
  expect(left.map((row) => row.token_hash).sort()).toEqual(issued.slice(2).sort());
});
