import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import type { Database } from '../../platform/database/connect.ts';
import { findLinkUser, saveMailToken } from '../mail/mail-token-store.ts';
import { makeLink } from '../community/links/open-links.ts';
import { findOpenLink } from '../community/links/link-store.ts';
import { clearPassword, renewPasswordHash, replacePasswordHash, setPasswordHash } from './account-store.ts';
import { hashOf } from './random-token.ts';

let data: PortalData;
let links: { ada: string; dora: string };
const email = 'grace@city.example';

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada', { role: 'org_admin' });
  await data.addUser('grace', { email });
  await data.addUser('dora');
});
afterAll(() => data.stop());
beforeEach(async () => {
  const { database, clock } = data;
  await database.deleteFrom('portal_mail_token').execute();
  await database
    .updateTable('portal_user')
    .set({ password_hash: 'before', email_confirmed_at: 1 })
    .where('username', '=', 'grace')
    .execute();
  const made = { orgId: data.context.portal.id, by: 'ada', now: clock.now() };
  const of = async (username: string) =>
    (await makeLink(database, { kind: 'password', username }, made)).link;
  links = { ada: await of('grace'), dora: await of('dora') };
  const token = { tokenHash: 'mailed', username: 'grace', email, expires: clock.now() + 60_000 };
  await saveMailToken(database, { ...token, kind: 'password' });
});

/** What can still choose a password of grace. */
async function secrets() {
  const { database, clock } = data;
  const link = await findOpenLink(database, hashOf(links.ada), clock.now());
  return { link: link?.username, mailed: await findLinkUser(database, 'mailed', clock.now()) };
}

const changed = { from: 'before', to: 'after' };
const writes: [string, (database: Database) => Promise<unknown>][] = [
  ['set', (database) => setPasswordHash(database, 'grace', 'after')],
  ['changed', (database) => replacePasswordHash(database, 'grace', changed)],
  ['invalidated', (database) => clearPassword(database, 'grace')],
];

describe('links for a new password', () => {
  test.each(writes)('end when the password is %s, by mail and by administrators', async (_how, write) => {
    expect(await secrets()).toEqual({ link: 'grace', mailed: 'grace' });
    await write(data.database);
    expect(await secrets()).toEqual({ link: undefined, mailed: undefined });
    expect(await findOpenLink(data.database, hashOf(links.dora), data.clock.now())).toBeDefined();
  });

  test.each<[string, (database: Database) => Promise<unknown>]>([
    ['a change that came too late', (db) => replacePasswordHash(db, 'grace', { from: 'other', to: 'after' })],
    ['the same password at another cost', (db) => renewPasswordHash(db, 'grace', changed)],
  ])('stay after %s', async (_what, write) => {
    await write(data.database);
    expect(await secrets()).toEqual({ link: 'grace', mailed: 'grace' });
  });
});
