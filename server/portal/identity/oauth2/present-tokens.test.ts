import { describe, expect, it } from 'vitest';
import { presentTokens } from './refresh.ts';

const now = 1_000_000;

describe('response of oauth2/token', () => {
  it('rounds lifetimes down to whole seconds', () => {
    const response = presentTokens(
      'ada',
      now,
      { token: 'a', expiresAt: now + 1_799_999 },
      { token: 'r', expiresAt: now + 1000 },
    );
    expect(response).toEqual({
      access_token: 'a',
      expires_in: 1799,
      username: 'ada',
      ssl: false,
      refresh_token: 'r',
      refresh_token_expires_in: 1,
    });
  });

  it('omits the refresh token when there is none, as clients keep the one they have', () => {
    const response = presentTokens('ada', now, { token: 'a', expiresAt: now + 5000 });
    expect(Object.keys(response).sort()).toEqual(['access_token', 'expires_in', 'ssl', 'username']);
  });
});
