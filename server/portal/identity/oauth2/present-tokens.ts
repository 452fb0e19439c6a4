import type { IssuedToken } from '../sessions.ts';

/** The response of `oauth2/token`; lifetimes are in seconds. */
export function presentTokens(username: string, now: number, access: IssuedToken, refresh?: IssuedToken) {
  return {
    access_token: access.token,
    expires_in: secondsLeft(access, now),
    username,
    ssl: false,
    ...(refresh && { refresh_token: refresh.token, refresh_token_expires_in: secondsLeft(refresh, now) }),
  };
}

function secondsLeft(token: IssuedToken, now: number): number {
  return Math.floor((token.expiresAt - now) / 1000);
}
