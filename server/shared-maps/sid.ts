import { randomInt } from 'node:crypto';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** 16 random base58 characters, 93 bits: a public link is as hard to guess as it is easy to pass on. */
export function newSid(): string {
  return Array.from({ length: 16 }, () => base58[randomInt(base58.length)]).join('');
}
