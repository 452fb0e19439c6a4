import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakePortalCall } from '../../../testing/fakes/portal-call.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../testing/rig/portal-data.ts';
import { connectDatabase, type Database } from '../../platform/database/connect.ts';
import { saveMailToken, useMailToken } from '../mail/mail-token-store.ts';
import { findOpenLink, useUpLink } from '../community/links/link-store.ts';
import { makeLink } from '../community/links/open-links.ts';
import { resetPassword } from '../community/users/reset-password.ts';
import { clearPassword, setPasswordHash } from './account-store.ts';
import { notePasskeyUse, findPasskey, removePasskey, savePasskey } from './passkeys/passkey-store.ts';
import { hashPassword } from './password.ts';
import { hashOf } from './random-token.ts';
import { issueAccessToken, newSessionId } from './sessions.ts';
import {
  consumeRecoveryCode,
  consumeStep,
  saveRecoveryCodes,
  saveSecret,
} from './second-factor/second-factor-store.ts';

/** Codes and links that work once, also for requests that reach two processes at the same time. */
let data: PortalData;
let processes: readonly Database[];

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada', { role: 'org_admin' });
  await data.addUser('grace', { email: 'grace@city.example' });
  processes = [connectDatabase(data.url), connectDatabase(data.url)];
});
afterAll(async () => {
  for (const database of processes) await database.destroy();
  await data.stop();
});

/** How many of eight attempts, half of them in each process, succeed. */
async function successes(attempt: (database: Database) => Promise<boolean>): Promise<number> {
  const results = await Promise.all(Array.from({ length: 8 }, (_, place) => attempt(processes[place % 2]!)));
  return results.filter(Boolean).length;
}

const mailed = {
  tokenHash: 'mailed',
  kind: 'password',
  username: 'grace',
  email: 'grace@city.example',
} as const;
const sendLink = () => saveMailToken(data.database, { ...mailed, expires: data.clock.now() + 60_000 });
const giveLink = async () =>
  hashOf(
    (
      await makeLink(
        data.database,
        { kind: 'password', username: 'grace' },
        { orgId: data.context.portal.id, by: 'ada', now: data.clock.now() },
      )
    ).link,
  );
const isOpen = async (link: string) =>
  (await findOpenLink(data.database, link, data.clock.now())) !== undefined;

const password = 'a long enough password';
async function changeOwnPassword(): Promise<void> {
  await data.database
    .updateTable('portal_user')
    .set({ password_hash: await hashPassword(password) })
    .where('username', '=', 'grace')
    .execute();
  const holder = { username: 'grace', clientId: null, sessionId: newSessionId() };
  const { token } = await issueAccessToken(data.database, holder, { now: data.clock.now() });
  const { call } = fakePortalCall({
    context: data.context,
    caller: memberCaller('grace', { tokenHash: hashOf(token) }),
    path: { user: 'grace' },
    method: 'POST',
    parameters: { password, newPassword: 'another long password' },
  });
  expect(await resetPassword(call)).toMatchObject({ success: true });
}

describe('used once in two processes', () => {
  it('a code of an authenticator app, and none of an earlier step afterwards', async () => {
    const sealed = { keyId: 'k', nonce: Buffer.alloc(12), sealed: Buffer.alloc(16) };
    await saveSecret(data.database, 'grace', sealed);
    expect(await successes((database) => consumeStep(database, 'grace', 5, sealed))).toBe(1);
    expect(await successes((database) => consumeStep(database, 'grace', 4, sealed))).toBe(0);
    expect(await successes((database) => consumeStep(database, 'grace', 6, sealed))).toBe(1);
  });

  it('a recovery code', async () => {
    await saveRecoveryCodes(data.database, 'grace', ['one', 'two']);
    expect(await successes((database) => consumeRecoveryCode(database, 'grace', 'one'))).toBe(1);
    expect(await successes((database) => consumeRecoveryCode(database, 'ada', 'two'))).toBe(0);
  });

  it('a mailed link for a new password', async () => {
    await sendLink();
    expect(await successes((database) => useMailToken(database, mailed, data.clock.now()))).toBe(1);
  });

  it('an administrator’s link for a new password', async () => {
    const link = await giveLink();
    expect(await successes((database) => useUpLink(database, link, data.clock.now()))).toBe(1);
  });
});

describe('a link for a new password ends', () => {
  let link: string;
  beforeEach(async () => {
    await sendLink();
    link = await giveLink();
  });

  it.each<[string, (database: Database) => Promise<void>]>([
    ['when another one is used', (database) => setPasswordHash(database, 'grace', 'hash')],
    ['when the password is reset', (database) => clearPassword(database, 'grace')],
    ['when the user changes the password', () => changeOwnPassword()],
  ])('%s', async (_what, change) => {
    expect(await isOpen(link)).toBe(true);
    await change(data.database);
    expect(await isOpen(link)).toBe(false);
    expect(await useUpLink(data.database, link, data.clock.now())).toBe(false);
    expect(await useMailToken(data.database, mailed, data.clock.now())).toBe(false);
  });

  it('when an administrator gives a newer one', async () => {
    const newer = await giveLink();
    expect([await isOpen(link), await isOpen(newer)]).toEqual([false, true]);
    expect(await useUpLink(data.database, newer, data.clock.now())).toBe(true);
    await setPasswordHash(data.database, 'grace', 'hash');
  });
});

it('the counter of a passkey never goes back, whichever of two uses is stored last', async () => {
  await savePasskey(data.database, {
    id: 'key',
    username: 'grace',
    publicKey: Buffer.alloc(8),
    counter: 1,
    transports: [],
    name: 'Key',
    synced: false,
    createdAt: 1,
    usedAt: null,
  });
  await notePasskeyUse(data.database, 'key', { counter: 7, usedAt: 2 });
  await notePasskeyUse(data.database, 'key', { counter: 6, usedAt: 3 });
  expect(await findPasskey(data.database, 'key')).toMatchObject({ counter: 7, usedAt: 3 });
});

it('a passkey that was removed while its signature was verified is noticed', async () => {
  const use = { counter: 8, usedAt: 4 };
  expect(await notePasskeyUse(data.database, 'key', use)).toBe(true);
  await removePasskey(data.database, 'grace', 'key');
  expect(await notePasskeyUse(data.database, 'key', use)).toBe(false);
});
