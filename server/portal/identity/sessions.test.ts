import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '../../../testing/rig/clock.ts';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import { hashOf } from './random-token.ts';
import { requestedMinutes, clamp, issueAccessToken, issueRefreshToken, newSessionId } from './sessions.ts';

describe('requested lifetime of a token', () => {
  it.each([
    [undefined, 30],
    [5, 5],
    [5.9, 5],
    [30, 30],
    [31, 30],
    [0, 30],
    [-1, 30],
    [Number.NaN, 30],
    [Number.POSITIVE_INFINITY, 30],
  ])('of %s minutes gives %s of at most 30', (minutes, life) => expect(clamp(minutes, 30)).toBe(life));
});

describe('lifetime requested from generateToken', () => {
  it.each([
    [undefined, 30],
    [5, 5],
    [60, 60],
    [20_160, 20_160],
    [30_000, 20_160],
    [-1, 20_160],
    [0, 30],
    [-5, 30],
  ])('of %s minutes gives %s', (input, given) => expect(requestedMinutes(input)).toBe(given));
});

describe('issued tokens', () => {
  let data: PortalData;
  const now = 10 * day;
  const holder = { username: 'ada', clientId: 'app', sessionId: 'session' };

  beforeAll(async () => {
    data = await createPortalData();
    await data.addUser('ada');
  });
  afterAll(() => data.stop());

  const stored = (token: string) =>
    data.database
      .selectFrom('portal_token')
      .selectAll()
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst();

  it.each([
    ['half an hour', {}, 30 * minute],
    ['as asked', { minutes: 5 }, 5 * minute],
    ['half an hour, unless longer is allowed', { minutes: 20160 }, 30 * minute],
    ['as asked, where longer is allowed', { minutes: 60, most: 20160 }, 60 * minute],
    ['no longer than what they are made from', { until: now + minute }, minute],
    ['as asked, below what they are made from', { minutes: 2, until: now + 9 * minute }, 2 * minute],
    [
      'until what they are made from, below what is asked',
      { minutes: 9, until: now + 2 * minute },
      2 * minute,
    ],
  ])('for access expire after %s', async (_how, life, expected) => {
    const { token, expiresAt } = await issueAccessToken(data.database, holder, { now, ...life });
    expect(expiresAt - now).toBe(expected);
    expect(await stored(token)).toEqual({
      token_hash: hashOf(token),
      kind: 'access',
      username: 'ada',
      client_id: 'app',
      session_client_id: 'app',
      session_id: 'session',
      created_at: now,
      expires_at: expiresAt,
      agent: '',
      started_at: null,
      used_at: null,
      audience: null,
      replaced_at: null,
      successor: null,
      authenticated_at: null,
    });
  });

  it.each([
    [undefined, 14 * day],
    [60, 60 * minute],
    [14 * 24 * 60 + 1, 14 * day],
    [-1, 14 * day],
  ])(
    'for refreshing, %s minutes requested, expire after that and at most two weeks',
    async (minutes, expected) => {
      const { token, expiresAt } = await issueRefreshToken(data.database, holder, { now, minutes });
      expect(expiresAt - now).toBe(expected);
      expect(await stored(token)).toMatchObject({ kind: 'refresh', session_id: 'session' });
    },
  );

  it('of different sign-ins share no session', () => {
    expect(new Set(Array.from({ length: 100 }, newSessionId)).size).toBe(100);
  });
});
