import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '../../../testing/rig/clock.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../testing/rig/portal-data.ts';
import { issueAccessToken, issueDerivedToken, issueRefreshToken } from './sessions.ts';
import { hashOf } from './random-token.ts';
import { resolveCaller } from './resolve-caller.ts';
import { endSession } from './token-store.ts';

let data: PortalData;
const holder = { username: 'ada', clientId: 'app', sessionId: 'session' };
const invalid = { id: 'portal:invalid-token', status: 498 };

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada', { role: 'org_publisher' });
});
afterAll(() => data.stop());

const issue = (minutes?: number) =>
  issueAccessToken(data.database, holder, { now: data.clock.now(), minutes });
const derive = (token: string, options: { clientId?: string; minutes?: number } = {}) =>
  issueDerivedToken(data.context, memberCaller('ada', { tokenHash: hashOf(token) }), options);

describe('caller of a request', () => {
  it('is anonymous without a token', async () => {
    expect(await resolveCaller(data.context, undefined)).toEqual({ kind: 'anonymous' });
  });

  it('has the user’s current role, from the next request after a change', async () => {
    const { token } = await issue();
    expect(await resolveCaller(data.context, token)).toMatchObject({
      kind: 'member',
      username: 'ada',
      role: 'org_publisher',
      tokenHash: hashOf(token),
    });
    await data.database.updateTable('portal_user').set({ role: 'org_user' }).execute();
    expect(await resolveCaller(data.context, token)).toMatchObject({ role: 'org_user' });
  });

  it('is rejected with 498 for every invalid token', async () => {
    const refresh = await issueRefreshToken(data.database, holder, { now: data.clock.now() });
    const { token } = await issue();
    for (const dead of ['', 'x', refresh.token, hashOf(token), `${token} `]) {
      await expect(resolveCaller(data.context, dead)).rejects.toMatchObject(invalid);
    }
  });

  it('is rejected from the millisecond the token expires', async () => {
    const { token } = await issue(5);
    data.clock.advance(5 * minute - 1);
    expect(await resolveCaller(data.context, token)).toMatchObject({ username: 'ada' });
    data.clock.advance(1);
    await expect(resolveCaller(data.context, token)).rejects.toMatchObject(invalid);
  });
});

describe('token made from another', () => {
  it('belongs to the same session and user, for the requested application', async () => {
    const { token } = await issue();
    const same = await derive(token);
    const other = await derive(token, { clientId: 'other' });
    const rows = await data.database
      .selectFrom('portal_token')
      .select(['username', 'session_id', 'client_id', 'kind'])
      .where('token_hash', 'in', [hashOf(same.token), hashOf(other.token)])
      .orderBy('client_id')
      .execute();
    const common = { username: 'ada', session_id: 'session', kind: 'access' };
    expect(rows).toEqual([
      { ...common, client_id: 'app' },
      { ...common, client_id: 'other' },
    ]);
    await endSession(data.database, 'session');
    await expect(resolveCaller(data.context, same.token)).rejects.toMatchObject(invalid);
  });

  it('never outlives it, however long the chain of tokens', async () => {
    const first = await issue(20);
    let current = first;
    for (let step = 0; step < 5; step++) {
      data.clock.advance(3 * minute);
      current = await derive(current.token, { minutes: 20 });
      expect(current.expiresAt).toBe(first.expiresAt);
    }
    data.clock.advance(5 * minute);
    await expect(resolveCaller(data.context, current.token)).rejects.toMatchObject(invalid);
  });

  it('may expire earlier', async () => {
    const { token } = await issue();
    expect((await derive(token, { minutes: 1 })).expiresAt).toBe(data.clock.now() + minute);
  });

  it('is not created for an anonymous caller, or from a token that has expired meanwhile', async () => {
    await expect(issueDerivedToken(data.context, { kind: 'anonymous' }, {})).rejects.toMatchObject({
      status: 499,
    });
    const { token } = await issue();
    data.clock.advance(day);
    await expect(derive(token)).rejects.toMatchObject(invalid);
  });
});
