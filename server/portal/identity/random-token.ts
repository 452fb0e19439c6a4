import { createHash, randomBytes } from 'node:crypto';

/** A token or code: 256 random bits, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Characters of what all refresh tokens of a session begin with: 128 random bits, base64url. */
const familyCharacters = 22;

/**
 * A refresh token: what those of its session have in common, and 256 random bits of its own.
 * @param earlier another one of its session
 */
export function randomRefreshToken(earlier?: string): string {
  const family = (earlier && beginningOf(earlier)) ?? randomBytes(16).toString('base64url');
  return `${family}.${randomToken()}`;
}

function beginningOf(token: string): string | undefined {
  return token.charAt(familyCharacters) === '.' ? token.slice(0, familyCharacters) : undefined;
}

/** How tokens are stored: SHA-256, hex. They are random, so no salt is needed. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * How what the refresh tokens of a session begin with is stored, by which one from long ago is recognised; undefined for other tokens.
 * It is the hash of no token, so that nothing can be presented in its place.
 */
export function familyHashOf(token: string): string | undefined {
  const family = beginningOf(token);
  return family && `family ${hashOf(family)}`;
}

/** Id of a group or another portal object, 32 hex digits as in ArcGIS. */
export function randomId(): string {
  return randomBytes(16).toString('hex');
}
