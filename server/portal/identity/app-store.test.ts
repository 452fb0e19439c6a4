import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { day } from '../../../testing/rig/clock.ts';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import { saveApp, saveCode, type StoredCode, useCode } from './app-store.ts';

let data: PortalData;
const now = 100 * day;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada');
  await saveApp(data.database, {
    clientId: 'app',
    orgId: null,
    title: 'App',
    redirectUris: ['http://x/'],
    createdAt: 1,
  });
});
afterAll(() => data.stop());
beforeEach(() => data.database.deleteFrom('portal_code').execute());

const code = (code_hash: string, expires_at = now + 60_000): Omit<StoredCode, 'session_id'> => ({
  code_hash,
  client_id: 'app',
  username: 'ada',
  redirect_uri: 'http://x/',
  challenge: 'c'.repeat(43),
  challenge_method: 'S256',
  expiration: 60,
  authenticated_at: null,
  expires_at,
});
const save = (given: Omit<StoredCode, 'session_id'>) => saveCode(data.database, given, now);

describe('authorization code', () => {
  it('is returned with everything it is bound to, for the session that uses it', async () => {
    await save(code('c'));
    expect(await useCode(data.database, 'c', 'session')).toEqual({ ...code('c'), session_id: 'session' });
  });

  it('is used once: a second use returns the session to end', async () => {
    await save(code('c'));
    await useCode(data.database, 'c', 'first');
    expect(await useCode(data.database, 'c', 'second')).toEqual({ usedFor: 'first' });
    expect(await useCode(data.database, 'c', 'third')).toEqual({ usedFor: 'first' });
  });

  it('is accepted from exactly one of many concurrent requests', async () => {
    await save(code('c'));
    const sessions = Array.from({ length: 12 }, (_, index) => `session ${index}`);
    const responses = await Promise.all(sessions.map((session) => useCode(data.database, 'c', session)));
    const winners = responses.filter((response) => response && 'code_hash' in response);
    expect(winners).toHaveLength(1);
    const winner = (winners[0] as StoredCode).session_id;
    const losers = responses.filter((response) => response && 'usedFor' in response);
    expect(losers).toEqual(Array.from({ length: 11 }, () => ({ usedFor: winner })));
  });

  it('is invalid when it was never issued', async () => {
    await save(code('c'));
    expect(await useCode(data.database, 'other', 'session')).toBeUndefined();
    expect(await useCode(data.database, '', 'session')).toBeUndefined();
  });

  it('is kept a day after expiry, so that a late second use is detected, then deleted', async () => {
    await save(code('day old', now - day));
    await save(code('older', now - day - 1));
    await save(code('new'));
    const rows = await data.database
      .selectFrom('portal_code')
      .select('code_hash')
      .orderBy('code_hash')
      .execute();
    expect(rows.map((row) => row.code_hash)).toEqual(['day old', 'new']);
  });
});
