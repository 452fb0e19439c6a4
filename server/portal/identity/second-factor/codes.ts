import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { limits } from '../../../limits.ts';

/** What authenticator apps assume; some ignore other values. */
const usual = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** A new secret to share with an authenticator app: 160 bits, in base 32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The `otpauth:` address of a secret, which authenticator apps read from a QR code. */
export function secretAddress(secret: string, issuer: string, username: string): string {
  // A colon separates the two in the address, and apps split there.
  return new TOTP({ ...usual, secret, issuer: issuer.replaceAll(':', ' '), label: username }).toString();
}

/**
 * The time step that a code belongs to: the present one, the one before or the one after, as clocks differ.
 * Undefined for a wrong code.
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const totp = new TOTP({ ...usual, secret });
  const away = totp.validate({ token: code, timestamp: now, window: 1 });
  return away === null ? undefined : totp.counter({ timestamp: now }) + away;
}

/** Lower case and digits that are not mistaken for one another: five bits each. */
const characters = 'abcdefghijkmnpqrstuvwxyz23456789';
const recoveryCode = { groups: 4, length: 6 };

/** New recovery codes: 120 random bits each, so that their plain hashes cannot be reversed. */
export function newRecoveryCodes(): string[] {
  const group = () =>
    Array.from({ length: recoveryCode.length }, () => characters[randomInt(characters.length)]).join('');
  return Array.from({ length: limits.recoveryCodes }, () =>
    Array.from({ length: recoveryCode.groups }, group).join('-'),
  );
}

/** A code as it was typed: of an app, or a recovery code in its original form; undefined for neither. */
export function readCode(given: string): { app: string } | { recovery: string } | undefined {
  const typed = given.slice(0, 100).normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(typed)) return { app: typed };
  const { groups, length } = recoveryCode;
  if (typed.length !== groups * length || ![...typed].every((each) => characters.includes(each)))
    return undefined;
  return { recovery: typed.replaceAll(new RegExp(`.{${length}}(?=.)`, 'g'), '$&-') };
}
