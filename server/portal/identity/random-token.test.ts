import { describe, expect, it } from 'vitest';
import { hashOf, randomId, randomToken } from './random-token.ts';

const many = <T>(make: () => T) => Array.from({ length: 1000 }, make);

describe('tokens', () => {
  it('are 256 bits in characters that need no escaping in an address', () => {
    for (const token of many(randomToken)) {
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    }
  });

  it('are unique', () => expect(new Set(many(randomToken)).size).toBe(1000));

  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('are stored as SHA-256 of their characters: %j', (token, hash) => expect(hashOf(token)).toBe(hash));
});

describe('ids', () => {
  it('look like those of ArcGIS and are unique', () => {
    const ids = many(randomId);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(ids).size).toBe(1000);
  });
});
