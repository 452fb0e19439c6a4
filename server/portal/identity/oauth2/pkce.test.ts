import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isChallenge, matchesChallenge } from './authorization-request.ts';

const unreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
const verifiers = fc
  .array(fc.constantFrom(...unreserved), { minLength: 43, maxLength: 128 })
  .map((characters) => characters.join(''));

describe('PKCE', () => {
  it('agrees with the example of RFC 7636, appendix B', () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    expect(matchesChallenge(verifier, challenge)).toBe(true);
    expect(matchesChallenge(challenge, challenge)).toBe(false);
  });

  it('matches the verifier it was made from, and no other', () => {
    fc.assert(
      fc.property(verifiers, verifiers, (one, other) => {
        fc.pre(one !== other);
        const challenge = createHash('sha256').update(one).digest('base64url');
        expect([matchesChallenge(one, challenge), matchesChallenge(other, challenge)]).toEqual([true, false]);
      }),
    );
  });

  it('matches nothing when the verifier is missing', () => {
    expect(matchesChallenge(undefined, 'x'.repeat(43))).toBe(false);
  });

  it('accepts challenges of 43 to 128 unreserved characters', () => {
    fc.assert(fc.property(verifiers, isChallenge));
    for (const wrong of [
      undefined,
      '',
      'x'.repeat(42),
      'x'.repeat(129),
      `${'x'.repeat(43)}=`,
      `${'x'.repeat(43)}\n`,
    ]) {
      expect(isChallenge(wrong)).toBe(false);
    }
  });
});
