import { createHash, timingSafeEqual } from 'node:crypto';

export type ChallengeMethod = 'S256' | 'plain';

/** The method of a request; absent means plain (RFC 7636 §4.3). Undefined: none we know. */
export function challengeMethod(value: string | undefined): ChallengeMethod | undefined {
  const method = value ?? 'plain';
  return method === 'S256' || method === 'plain' ? method : undefined;
}

/** Whether a challenge has the form of RFC 7636 §4.2: 43 to 128 unreserved characters. */
export function isChallenge(challenge: string | undefined): challenge is string {
  return challenge !== undefined && /^[A-Za-z0-9._~-]{43,128}$/.test(challenge);
}

/** Whether the verifier is the one the challenge was made from. */
export function matchesChallenge(
  verifier: string | undefined,
  challenge: string,
  method: ChallengeMethod,
): boolean {
  if (verifier === undefined) return false;
  const made = method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const [a, b] = [Buffer.from(made), Buffer.from(challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}
