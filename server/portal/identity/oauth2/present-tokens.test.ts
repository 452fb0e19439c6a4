import { describe, expect, it } from 'vitest';
import { presentTokens } from './present-tokens.ts';

const now = 1_000_000;

describe('the answer of oauth2/token', () => {
  it('counts lives in whole seconds, never promising more than there is', () => {
    const answer = presentTokens(
      'ada',
      now,
      { token: 'a', expiresAt: now + 1_799_999 },
      { token: 'r', expiresAt: now + 1000 },
    );
    expect(answer).toEqual({
      access_token: 'a',
      expires_in: 1799,
      username: 'ada',
      ssl: false,
      refresh_token: 'r',
      refresh_token_expires_in: 1,
    });
  });

  it('has no word of a refresh token when there is none: clients keep the one they hold', () => {
    const answer = presentTokens('ada', now, { token: 'a', expiresAt: now + 5000 });
    expect(Object.keys(answer).sort()).toEqual(['access_token', 'expires_in', 'ssl', 'username']);
  });
});
