import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakePortalCall } from '../../../testing/fakes/portal-call.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../testing/rig/portal-data.ts';
import { waitsOrEnds } from '../../../testing/rig/test-database.ts';
import type { MappingError } from '../../../wire/errors.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createVault } from '../../platform/safety/vault.ts';
import { resetPassword } from '../community/users/reset-password.ts';
import { addItem } from '../content/items/create-item.ts';
import type { PortalContext } from '../operation.ts';
import { setPasswordHash } from './account-store.ts';
import { saveApp } from './app-store.ts';
import { insertRegistration } from './apps/registration-store.ts';
import { authorize } from './oauth2/authorize.ts';
import { hashPassword } from './password.ts';
import { hashOf } from './random-token.ts';
import { identityRoutes } from './routes.ts';
import { addSecondFactor } from './second-factor/operations.ts';
import { markSecondFactor } from './second-factor/second-factor-store.ts';
import { issueAccessToken } from './sessions.ts';
import { endAllSessions, endSessionsOf } from './token-store.ts';

/** Sign-ins that are under way while the sessions of their account end: nothing of them is left, whichever comes first. */
let data: PortalData;
let context: PortalContext;
let hash: string;
const password = 'correct horse battery';
const redirectUri = 'https://app.example/';
const formToken = 'A'.repeat(43);

beforeAll(async () => {
  data = await createPortalData({ implicitGrant: true });
  context = { ...data.context, vault: createVault(randomBytes(32).toString('base64')) };
  for (const username of ['ada', 'grace']) await data.addUser(username);
  await data.addUser('root', { role: 'org_admin' });
  hash = await hashPassword(password);
  const app = { clientId: 'app', orgId: null, title: 'App', redirectUris: [redirectUri], createdAt: 1 };
  await saveApp(data.database, app);
  const itemId = await addItem(data.context, 'grace', { type: 'Application', title: 'App' });
  await insertRegistration(data.database, {
    clientId: 'of-grace',
    itemId,
    type: 'browser',
    redirectUris: [redirectUri],
    registered: 1,
    modified: 1,
    orgId: data.context.portal.id,
    title: 'App',
    secretHash: hashOf('secret'),
  });
});
afterAll(() => data.stop());

const storing = ['portal_token', 'portal_code', 'portal_sign_in_step', 'counted_try'] as const;
beforeEach(async () => {
  for (const table of storing) await data.database.deleteFrom(table).execute();
  await setPasswordHash(data.database, 'ada', hash);
  await markSecondFactor(data.database, 'ada', null);
});

/** What is stored for sign-ins, by table. */
async function left(): Promise<string[]> {
  const tables: string[] = [];
  for (const table of storing.slice(0, 3)) {
    const rows = await data.database.selectFrom(table).select('username').execute();
    tables.push(...rows.map(() => table));
  }
  return tables;
}

type SignIn = (within: PortalContext) => Promise<unknown>;

const byForm =
  (given: Record<string, string>, settings: object = {}): SignIn =>
  async (within) => {
    const { byId } = within.organisations;
    const organisations = {
      ...within.organisations,
      byId: async (id: string) => ({ ...(await byId(id))!, implicitGrant: true, ...settings }),
    };
    const { call, sent } = fakePortalCall({
      context: { ...within, organisations },
      method: 'POST',
      cookies: { 'mapping-sign-in': formToken },
      parameters: {
        client_id: 'app',
        redirect_uri: redirectUri,
        response_type: 'code',
        code_challenge: 'c'.repeat(43),
        code_challenge_method: 'S256',
        form_token: formToken,
        answer: 'sign-in',
        username: 'ada',
        password,
        ...given,
      },
    });
    await authorize(call);
    return sent.status;
  };

const byPassword: SignIn = async (within) => {
  const { operation } = identityRoutes.find(({ path }) => path === '/generateToken')!;
  const parameters = { username: 'ada', password };
  return operation(fakePortalCall({ context: within, method: 'POST', parameters }).call);
};

interface Case {
  /** What it gets, and the table that stores it. */
  gets: string;
  table: (typeof storing)[number];
  signIn: SignIn;
  hasSecondFactor?: true;
}
const signIns: Case[] = [
  { gets: 'a token', table: 'portal_token', signIn: byPassword },
  { gets: 'a code', table: 'portal_code', signIn: byForm({}) },
  { gets: 'a token in the address', table: 'portal_token', signIn: byForm({ response_type: 'token' }) },
  { gets: 'the second step', table: 'portal_sign_in_step', signIn: byForm({}), hasSecondFactor: true },
  { gets: 'enrolment', table: 'portal_sign_in_step', signIn: byForm({}, { requireSecondFactor: true }) },
  { gets: 'consent', table: 'portal_sign_in_step', signIn: byForm({ client_id: 'of-grace' }) },
];
const ends: { how: string; end: (transaction: Database) => Promise<unknown> }[] = [
  {
    how: 'a new password',
    end: async (transaction) => {
      await setPasswordHash(transaction, 'ada', 'another');
      await endSessionsOf(transaction, 'ada');
    },
  },
  { how: 'the end of its sessions', end: (transaction) => endSessionsOf(transaction, 'ada') },
  { how: 'the end of all sessions', end: (transaction) => endAllSessions(transaction) },
];
const cases = signIns.flatMap((signIn) => ends.map((end) => ({ ...signIn, ...end })));

describe.each(cases)('a sign-in that gets $gets at the same time as $how', (given) => {
  const { signIn, end, hasSecondFactor } = given;
  beforeEach(() => markSecondFactor(data.database, 'ada', hasSecondFactor ? 1 : null));

  test('leaves nothing when the end comes first', async () => {
    const under = await data.database.transaction().execute(async (transaction) => {
      await end(transaction);
      const signedIn = signIn(context).catch((error: MappingError) => error.status);
      await waitsOrEnds(data.database, signedIn);
      return { signedIn };
    });
    expect(await under.signedIn).toBe(403);
    expect(await left()).toEqual([]);
  });

  test('leaves nothing when the sign-in comes first', async () => {
    const ending = await data.database.transaction().execute(async (transaction) => {
      await signIn({ ...context, database: transaction });
      const ended = data.database.transaction().execute(end);
      await waitsOrEnds(data.database, ended);
      return { ended };
    });
    await ending.ended;
    expect(await left()).toEqual([]);
  });
});

test.each(signIns)('otherwise it gets $gets', async ({ table, signIn, hasSecondFactor }) => {
  await markSecondFactor(data.database, 'ada', hasSecondFactor ? 1 : null);
  await signIn(context);
  expect(await left()).toEqual([table]);
});

test('a sign-in during which its account is disabled stores nothing', async () => {
  const set = (database: Database, disabled: boolean) =>
    database.updateTable('portal_user').set({ disabled }).where('username', '=', 'ada').execute();
  const under = await data.database.transaction().execute(async (transaction) => {
    await set(transaction, true);
    const signedIn = byPassword(context).catch((error: MappingError) => error.id);
    await waitsOrEnds(data.database, signedIn);
    return { signedIn };
  });
  try {
    expect(await under.signedIn).toBe('portal:sign-in-ended');
    expect(await left()).toEqual([]);
  } finally {
    await set(data.database, false);
  }
});

describe('a session that ends while it changes how its account is signed in to', () => {
  const changes: [string, typeof resetPassword, Record<string, string>][] = [
    ['the password', resetPassword, { newPassword: 'another horse battery' }],
    ['a new authenticator app', addSecondFactor, {}],
  ];
  test.each(changes)('changes nothing: %s', async (_what, operation, more) => {
    const holder = { username: 'ada', clientId: null, sessionId: 'session' };
    const { token } = await issueAccessToken(data.database, holder, { now: data.clock.now() });
    const under = await data.database.transaction().execute(async (transaction) => {
      await endSessionsOf(transaction, 'ada');
      const { call } = fakePortalCall({
        context,
        caller: memberCaller('ada', { tokenHash: hashOf(token) }),
        path: { user: 'ada' },
        method: 'POST',
        parameters: { password, ...more },
      });
      const changed = operation(call).catch((error: unknown) => error);
      await waitsOrEnds(data.database, changed);
      return { changed };
    });
    expect(await under.changed).toMatchObject({ status: 498 });
    expect(await data.database.selectFrom('portal_second_factor').selectAll().execute()).toEqual([]);
    const stored = await data.database
      .selectFrom('portal_user')
      .select('password_hash')
      .where('username', '=', 'ada')
      .executeTakeFirstOrThrow();
    expect(stored.password_hash).toBe(hash);
  });
});
