import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakePortalCall } from '../../../../testing/fakes/portal-call.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../../testing/rig/portal-data.ts';
import { waitsOrEnds } from '../../../../testing/rig/test-database.ts';
import type { MappingError } from '../../../../wire/errors.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { lockUserAndReferences } from '../../community/user-store.ts';
import { addItem } from '../../content/items/create-item.ts';
import { updateItem } from '../../content/items/item-store.ts';
import type { PortalContext } from '../../operation.ts';
import { type App, findApp, saveCode } from '../app-store.ts';
import { exchangeCode } from '../oauth2/token.ts';
import { hashOf } from '../random-token.ts';
import { resetAppSecret, unregisterApp, updateApp } from './app-operations.ts';
import { endTokensOfApp } from './app-token-store.ts';
import { issueAppToken } from './client-secret.ts';
import { changeRegistration, insertRegistration } from './registration-store.ts';

/** Requests of an application, and of its former owner, while its secret or its owner changes. */
let data: PortalData;
let app: App;
let itemId: string;
const redirectUri = 'https://app.example/';

beforeAll(async () => {
  data = await createPortalData();
  for (const username of ['ada', 'grace', 'otto']) await data.addUser(username);
});
afterAll(() => data.stop());
beforeEach(async () => {
  const { database, clock } = data;
  for (const table of ['portal_app', 'portal_token'] as const) await database.deleteFrom(table).execute();
  itemId = await addItem(data.context, 'ada', { type: 'Application', title: 'Survey' });
  await insertRegistration(database, {
    clientId: 'survey',
    itemId,
    type: 'server',
    redirectUris: [redirectUri],
    registered: 1,
    modified: 1,
    orgId: data.context.portal.id,
    title: 'Survey',
    secretHash: hashOf('stolen'),
  });
  app = (await findApp(database, 'survey'))!;
  const code = {
    code_hash: hashOf('code'),
    client_id: 'survey',
    username: 'otto',
    redirect_uri: redirectUri,
    challenge: createHash('sha256').update('verifier').digest('base64url'),
    challenge_method: 'secret' as const,
    expiration: 60,
    expires_at: clock.now() + 60_000,
  };
  await saveCode(database, code, clock.now());
});

const tokens = async () => [
  ...(await data.database.selectFrom('portal_app_token').select('client_id').execute()),
  ...(await data.database.selectFrom('portal_token').select('client_id').execute()),
];
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: MappingError) => error.id,
  );

const replaceSecret = async (transaction: Database) => {
  await changeRegistration(transaction, 'survey', { secretHash: hashOf('new'), modified: 2 });
  await endTokensOfApp(transaction, 'survey');
};
const uses: [string, (context: PortalContext) => Promise<unknown>][] = [
  ['a token of the application', (context) => issueAppToken({ context }, app, -1)],
  [
    'a session of a user',
    (context) => exchangeCode(context, app, { code: 'code', redirect_uri: redirectUri, proven: true }),
  ],
];

describe.each(uses)('a former secret, once replaced, gives no more: %s', (_what, use) => {
  test('when the new secret comes first', async () => {
    const using = await data.database.transaction().execute(async (transaction) => {
      await replaceSecret(transaction);
      const used = outcome(use(data.context));
      await waitsOrEnds(data.database, used);
      return { used };
    });
    expect(await using.used).toBe('portal:invalid-client-secret');
    expect(await tokens()).toEqual([]);
  });

  test('when the token comes first', async () => {
    const replacing = await data.database.transaction().execute(async (transaction) => {
      await use({ ...data.context, database: transaction });
      const replaced = data.database.transaction().execute(replaceSecret);
      await waitsOrEnds(data.database, replaced);
      return { replaced };
    });
    await replacing.replaced;
    expect(await tokens()).toEqual([]);
  });

  test('and otherwise does', async () => {
    expect(await outcome(use(data.context))).toBe('done');
    expect(await tokens()).not.toEqual([]);
  });
});

test.each([
  ['replace the secret', resetAppSecret],
  ['change the addresses', updateApp],
  ['end the registration', unregisterApp],
])('who gave the item away meanwhile does not %s', async (_what, operation) => {
  const registered = () => data.database.selectFrom('portal_app').selectAll().execute();
  const before = await registered();
  const changing = await data.database.transaction().execute(async (transaction) => {
    await updateItem(transaction, itemId, { owner: 'grace' });
    const { call } = fakePortalCall({
      context: data.context,
      caller: memberCaller('ada'),
      path: { app: 'survey' },
      method: 'POST',
      parameters: { redirect_uris: '["https://evil.example/"]' },
    });
    const changed = outcome(operation(call));
    await waitsOrEnds(data.database, changed);
    return { changed };
  });
  expect(await changing.changed).toBe('portal:item-not-found');
  expect(await registered()).toEqual(before);
});

test('a change waits for the removal of its caller before it locks the application', async () => {
  const changing = await data.database.transaction().execute(async (transaction) => {
    await lockUserAndReferences(transaction, 'ada');
    const { call } = fakePortalCall({
      context: data.context,
      caller: memberCaller('ada'),
      path: { app: 'survey' },
      method: 'POST',
      parameters: { redirect_uris: '["https://app.example/new"]' },
    });
    const changed = outcome(updateApp(call));
    await waitsOrEnds(data.database, changed);
    await transaction.selectFrom('portal_app').select('client_id').forUpdate().noWait().execute();
    return { changed };
  });
  expect(await changing.changed).toBe('done');
});
