import { randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './password-threads.ts';
import { busy } from '../../platform/budgets/budget-errors.ts';
import { limits } from '../../limits.ts';
import type { PortalContext } from '../operation.ts';

/** Of scrypt: the number of `128 * r`-byte blocks it keeps, and the number of passes over all of them. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** 32 MB of memory, passed over three times. */
export const passwordCost: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const keyBytes = 32;

let cost = passwordCost;
let unmatchable = makeUnmatchable();

/** Sets the cost of new hashes: tests sign in thousands of times. */
export function hashPasswordsAt(another: PasswordCost): void {
  cost = another;
  unmatchable = makeUnmatchable();
}

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64: an older hash remains valid when the cost is raised. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return print(salt, await derive(password, salt, keyBytes, cost));
}

function print(salt: Buffer, key: Buffer): string {
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Whether the password matches the hash, in a time that does not depend on how much of it is right. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parsed = parse(stored);
  if (!parsed) return false;
  const key = await derive(password, parsed.salt, parsed.key.length, parsed);
  return timingSafeEqual(key, parsed.key);
}

/** Whether the hash was made at another cost than today's and should be renewed at the next sign-in. */
export function isOutdated(stored: string): boolean {
  const parsed = parse(stored);
  return !parsed || parsed.N !== cost.N || parsed.r !== cost.r || parsed.p !== cost.p;
}

/** Whether a hash is still the stored one: checking a password takes a while, in which it may be replaced. */
export function isSameHash(hash: string, stored: string | null | undefined): boolean {
  const [one, other] = [Buffer.from(hash), Buffer.from(stored ?? '')];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** A hash that no password matches; verifying against it takes as long as against a new one. */
export const unmatchableHash = (): string => unmatchable;

function makeUnmatchable(): string {
  return print(randomBytes(16), randomBytes(keyBytes));
}

function parse(stored: string) {
  const [scheme, N, r, p, salt, key] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !key) return undefined;
  return {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
}

/** The same characters typed on another keyboard may have other code points. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

function derive(password: string, salt: Buffer, bytes: number, { N, r, p }: PasswordCost): Promise<Buffer> {
  return deriveKey({ password: normalise(password), salt, bytes, options: { N, r, p, maxmem: 256 * N * r } });
}

/** Concurrent checks of one account: guesses from many addresses leave places for other users. */
const checking = new Map<string, number>();

/**
 * Whether a password is the account's, within the budget of passwords. An unknown account takes as long.
 * @throws MappingError `busy:passwords` (503) with too many checks, or too many of this account
 */
export async function isPasswordOf(
  { budgets }: PortalContext,
  username: string,
  password: string,
  hash: string | null | undefined,
): Promise<boolean> {
  const name = username.toLowerCase();
  const others = checking.get(name) ?? 0;
  if (others >= limits.passwordChecksPerAccount) throw busy('passwords', 5);
  checking.set(name, others + 1);
  try {
    return await budgets.passwords.run(undefined, () => verifyPassword(password, hash ?? unmatchableHash()));
  } finally {
    const left = (checking.get(name) ?? 1) - 1;
    if (left === 0) checking.delete(name);
    else checking.set(name, left);
  }
}

/** The hash of a new password, within the budget of passwords. */
export function hashOfPassword({ budgets }: PortalContext, password: string): Promise<string> {
  return budgets.passwords.run(undefined, () => hashPassword(password));
}
