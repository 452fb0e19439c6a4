import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, readCode, secretAddress, stepOf } from './codes.ts';

/** The secret and the moments of RFC 6238, appendix B; the codes are its last six digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const moments = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

describe('codes of an authenticator app', () => {
  it.each(moments)('at %i seconds are those of the standard', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(stepOf(secret, code, seconds * 1000)).toBe(step);
    // The step is that of the code, whichever is the present one.
    expect(stepOf(secret, code, (step + 1) * 30_000)).toBe(step);
    expect(stepOf(secret, code, step * 30_000 - 1)).toBe(step);
    expect(stepOf(secret, code, (step + 2) * 30_000)).toBeUndefined();
    expect(stepOf(secret, code, (step - 1) * 30_000 - 1)).toBeUndefined();
  });

  it.each(['', '28708', '2870820', 'abcdef', '287083'])('are not %j', (code) => {
    expect(stepOf(secret, code, 59_000)).toBeUndefined();
  });

  it('have an address that names the portal and the user', () => {
    const address = new URL(secretAddress(secret, 'Town: maps & more', 'ada@example.org'));
    expect(decodeURIComponent(address.pathname)).toContain('Town  maps & more:ada@example.org');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: 'Town  maps & more',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('a typed code', () => {
  it.each([
    ['123456', { app: '123456' }],
    [' 123 456 ', { app: '123456' }],
    ['１２３４５６', { app: '123456' }],
    ['ABCDEF ghjkmn-pqrstu234567', { recovery: 'abcdef-ghjkmn-pqrstu-234567' }],
  ])('%j is recognised', (given, code) => expect(readCode(given)).toEqual(code));

  it.each([
    '',
    '12345',
    '1234567',
    'abcdef-ghjkmn-pqrstu-23456',
    'abcdef-ghjkmn-pqrstu-23456l',
    'x'.repeat(5000),
  ])('%j is neither a code nor a recovery code', (given) => expect(readCode(given)).toBeUndefined());
});

it('makes ten different recovery codes, which are read as they are', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(readCode(code.toUpperCase())).toEqual({ recovery: code });
});
