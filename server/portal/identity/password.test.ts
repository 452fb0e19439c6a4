import { scryptSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  hashPassword,
  hashPasswordsAt,
  isOutdated,
  passwordCost,
  unmatchableHash,
  verifyPassword,
} from './password.ts';

beforeAll(() => hashPasswordsAt(passwordCost));

/** A hash at a low cost, as an older version might have stored it. */
function cheapHash(password: string): string {
  const salt = Buffer.from('0123456789abcdef');
  const key = scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 });
  return ['scrypt', 1024, 8, 1, salt.toString('base64'), key.toString('base64')].join('$');
}

describe('password hashes', () => {
  it('match only their password, and are never the same twice', async () => {
    const first = await hashPassword('mapping-demo');
    const second = await hashPassword('mapping-demo');
    expect(first).not.toBe(second);
    expect(first).toMatch(/^scrypt\$32768\$8\$3\$[\w+/=]{24}\$[\w+/=]{44}$/);
    expect(await verifyPassword('mapping-demo', first)).toBe(true);
    expect(await verifyPassword('Mapping-demo', first)).toBe(false);
    expect(isOutdated(first)).toBe(false);
  });

  it('still match after the cost was changed, and report it', async () => {
    const old = cheapHash('pässword');
    expect(await verifyPassword('pässword', old)).toBe(true);
    expect(await verifyPassword('password', old)).toBe(false);
    expect(isOutdated(old)).toBe(true);
  });

  it('accept the same characters in any Unicode composition', async () => {
    expect(await verifyPassword('pa\u0308ssword', cheapHash('p\u00e4ssword'))).toBe(true);
  });

  it.each(['', 'plain text', 'scrypt$1024$8$1$$', 'bcrypt$1$2$3$aaaa$bbbb', '$$$$$'])(
    'match nothing when malformed: %j',
    async (stored) => {
      expect(await verifyPassword('', stored)).toBe(false);
      expect(isOutdated(stored)).toBe(true);
    },
  );

  it('include one that no password matches, at the cost of new ones', async () => {
    expect(unmatchableHash()).toMatch(/^scrypt\$32768\$8\$3\$/);
    expect(await verifyPassword('', unmatchableHash())).toBe(false);
    hashPasswordsAt({ N: 16, r: 1, p: 1 });
    expect(isOutdated(unmatchableHash())).toBe(false);
    hashPasswordsAt(passwordCost);
    expect(isOutdated(unmatchableHash())).toBe(false);
  });
});
