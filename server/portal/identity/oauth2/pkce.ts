import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a challenge has the form of RFC 7636, section 4.2: 43 to 128 unreserved characters. */
export function isChallenge(challenge: string | undefined): challenge is string {
  return challenge !== undefined && /^[A-Za-z0-9._~-]{43,128}$/.test(challenge);
}

/** Whether the challenge was made from the verifier by S256, the only method supported here. */
export function matchesChallenge(verifier: string | undefined, challenge: string): boolean {
  if (verifier === undefined) return false;
  const made = createHash('sha256').update(verifier).digest('base64url');
  const [a, b] = [Buffer.from(made), Buffer.from(challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}
