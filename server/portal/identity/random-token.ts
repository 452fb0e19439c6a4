import { createHash, randomBytes } from 'node:crypto';

/** A token or code: 256 random bits, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** How tokens are stored: SHA-256, hex. They are random, so no salt is needed. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Id of a group or another portal object, 32 hex digits as in ArcGIS. */
export function randomId(): string {
  return randomBytes(16).toString('hex');
}
