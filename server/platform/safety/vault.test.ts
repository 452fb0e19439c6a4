import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVault } from './vault.ts';

const key = () => randomBytes(32).toString('base64');

describe('vault', () => {
  it('decrypts what it encrypted, for the same owner', () => {
    const vault = createVault(key());
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = vault.seal(text, 'demo/a');
        expect(vault.open(sealed, 'demo/a')).toBe(text);
        expect(() => vault.open(sealed, 'demo/b')).toThrow(/cannot be decrypted/);
      }),
    );
  });

  it('never encrypts the same text to the same bytes, nor contains any of it', () => {
    const vault = createVault(key());
    const text = 'a-password-that-is-long-enough';
    const [one, two] = [vault.seal(text, 'o'), vault.seal(text, 'o')];
    expect(Buffer.from(one.sealed).equals(Buffer.from(two.sealed))).toBe(false);
    expect(Buffer.from(one.sealed).toString('latin1')).not.toContain('password');
  });

  it('detects a single changed bit', () => {
    const vault = createVault(key());
    const sealed = vault.seal('secret', 'o');
    for (let index = 0; index < sealed.sealed.length; index++) {
      const bytes = Uint8Array.from(sealed.sealed);
      bytes[index] = (bytes[index] ?? 0) ^ 1;
      expect(() => vault.open({ ...sealed, sealed: bytes }, 'o')).toThrow(/cannot be decrypted/);
    }
  });

  it('rejects a shortened tag, which could be guessed', () => {
    const vault = createVault(key());
    const sealed = vault.seal('', 'o');
    for (const length of [4, 8, 12, 15])
      expect(() => vault.open({ ...sealed, sealed: sealed.sealed.subarray(0, length) }, 'o')).toThrow(
        /cannot be decrypted/,
      );
  });

  it('decrypts with an older key and reports it as old, but not with a lost key', () => {
    const [old, fresh] = [key(), key()];
    const sealed = createVault(old).seal('secret', 'o');
    const both = createVault(`${fresh}, ${old}`);
    expect(both.open(sealed, 'o')).toBe('secret');
    expect(both.isStale(sealed)).toBe(true);
    expect(both.isStale(both.seal('secret', 'o'))).toBe(false);
    expect(() => createVault(fresh).open(sealed, 'o')).toThrow(/key has changed/);
  });

  it.each(['', 'AAAA', 'not base64'])('rejects %j as a key', (text) => {
    expect(() => createVault(text)).toThrow(/32 bytes/);
  });
});
