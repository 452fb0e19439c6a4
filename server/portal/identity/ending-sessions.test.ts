import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPortalData, memberCaller, type PortalData } from '../../../testing/rig/portal-data.ts';
import { waitsOrEnds } from '../../../testing/rig/test-database.ts';
import type { Database } from '../../platform/database/connect.ts';
import { lockUserAndReferences } from '../community/user-store.ts';
import type { PortalContext } from '../operation.ts';
import { type App, findApp, saveApp, saveCode } from './app-store.ts';
import { exchangeRefreshToken, refresh } from './oauth2/refresh.ts';
import { exchangeCode } from './oauth2/token.ts';
import { endTokensOfApp } from './apps/app-token-store.ts';
import { hashOf } from './random-token.ts';
import { issueAccessToken, issueDerivedToken, issueRefreshToken } from './sessions.ts';
import { endAllSessions, endSession, endSessionOf, endSessionsOf } from './token-store.ts';

/** Sessions that end while a token is made from one of theirs: nothing of them is left, whichever comes first. */
let data: PortalData;
let app: App;
let tokens: { access: string; refresh: string };
const code = 'code';
const verifier = 'v'.repeat(43);

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada');
  await saveApp(data.database, {
    clientId: 'app',
    orgId: null,
    title: 'App',
    redirectUris: ['https://app.example/'],
    createdAt: 1,
  });
  app = (await findApp(data.database, 'app'))!;
});
afterAll(() => data.stop());
beforeEach(async () => {
  const { database, clock } = data;
  for (const table of ['portal_token', 'portal_code'] as const) await database.deleteFrom(table).execute();
  const holder = { username: 'ada', clientId: 'app', sessionId: 'session' };
  const life = { now: clock.now() };
  const [access, again] = [
    await issueAccessToken(database, holder, life),
    await issueRefreshToken(database, holder, life),
  ];
  tokens = { access: access.token, refresh: again.token };
  const stored = {
    code_hash: hashOf(code),
    client_id: 'app',
    username: 'ada',
    redirect_uri: 'https://app.example/',
    challenge: createHash('sha256').update(verifier).digest('base64url'),
    challenge_method: 'S256' as const,
    expiration: 60,
    expires_at: clock.now() + 60_000,
  };
  await saveCode(database, stored, clock.now());
});

type Make = (context: PortalContext) => Promise<unknown>;
const ofSession: [string, Make][] = [
  ['refreshed', (context) => refresh(context, app, tokens.refresh)],
  [
    'renewed',
    (context) => exchangeRefreshToken(context, app, { refreshToken: tokens.refresh, redirectUri: undefined }),
  ],
  [
    'exchanged for a service',
    (context) => issueDerivedToken(context, memberCaller('ada', { tokenHash: hashOf(tokens.access) }), {}),
  ],
  [
    'exchanged for another application',
    (context) =>
      issueDerivedToken(context, memberCaller('ada', { tokenHash: hashOf(tokens.access) }), {
        clientId: 'other',
      }),
  ],
];
const exchange: [string, Make] = [
  'begun with a code',
  (context) =>
    exchangeCode(context, app, { code, code_verifier: verifier, redirect_uri: 'https://app.example/' }),
];
const ends: [string, (database: Database) => Promise<unknown>][] = [
  ['by its id', (database) => endSession(database, 'session')],
  ['by one of its tokens', (database) => endSessionOf(database, hashOf(tokens.access))],
  ['with all of its user', (database) => endSessionsOf(database, 'ada')],
  ['with its application', (database) => endTokensOfApp(database, 'app')],
  ['with all there are', (database) => endAllSessions(database)],
];
const ofAll = ends.filter(([how]) => /user|all there/.test(how));
const cases = [
  ...ofSession.flatMap((make) => ends.map((end) => [make, end] as const)),
  ...ofAll.map((end) => [exchange, end] as const),
].map(([[what, make], [how, end]]) => [`${what} and ended ${how}`, make, end] as const);

const left = () =>
  data.database
    .selectFrom('portal_token')
    .select('kind')
    .execute()
    .then((rows) => rows.map(({ kind }) => kind));

describe.each(cases)('a session that is %s at the same time leaves nothing', (_what, make, end) => {
  test('when the end comes first', async () => {
    const making = await data.database.transaction().execute(async (transaction) => {
      await end(transaction);
      const made = make(data.context).catch(() => undefined);
      await waitsOrEnds(data.database, made);
      return { made };
    });
    await making.made;
    expect(await left()).toEqual([]);
  });

  test('when the token comes first', async () => {
    const ending = await data.database.transaction().execute(async (transaction) => {
      await make({ ...data.context, database: transaction });
      const ended = end(data.database);
      await waitsOrEnds(data.database, ended);
      return { ended };
    });
    await ending.ended;
    expect(await left()).toEqual([]);
  });
});

test.each([...ofSession, exchange])(
  'a session that is %s waits for a change of its account, and not the reverse',
  async (_, make) => {
    const making = await data.database.transaction().execute(async (transaction) => {
      await lockUserAndReferences(transaction, 'ada');
      const made = make(data.context).catch((error: unknown) => error);
      await waitsOrEnds(data.database, made);
      await endSessionsOf(transaction, 'ada');
      return { made };
    });
    expect([400, 498]).toContain(((await making.made) as { status: number }).status);
    expect(await left()).toEqual([]);
  },
);
