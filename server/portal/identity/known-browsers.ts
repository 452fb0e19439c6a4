import { z } from 'zod';
import { limits } from '../../limits.ts';
import { parseJson } from '../../platform/safety/json-shape.ts';
import type { Vault } from '../../platform/safety/vault.ts';
import type { PortalCall } from '../operation.ts';
import { hostCookie } from './sign-in/form-token.ts';

const days = 24 * 60 * 60 * 1000;
const cookie = 'mapping-known';
const owner = 'known-browser';

/** What a browser's cookie holds, sealed: who signed in with it, and until when that counts. */
const listSchema = z.array(z.object({ username: z.string(), until: z.number() }));
type KnownAccounts = z.infer<typeof listSchema>;

/**
 * Whether this account has signed in with this browser before. Failed attempts from elsewhere block an account, but not the
 * browsers of its owner (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 */
export function isKnownBrowser(call: PortalCall, username: string): boolean {
  const wanted = username.trim().toLowerCase();
  return readKnown(call).some((known) => known.username === wanted);
}

/** Remembers a complete sign-in in a cookie of the browser. */
export function rememberBrowser(call: PortalCall, username: string): void {
  const { vault, now } = call.context;
  if (!vault) return;
  const name = username.toLowerCase();
  const others = readKnown(call).filter((known) => known.username !== name);
  const until = now() + limits.knownBrowserDays * days;
  const known = [{ username: name, until }, ...others].slice(0, limits.knownAccountsPerBrowser);
  const { name: cookieName, secure } = hostCookie(call, cookie);
  void call.reply.setCookie(cookieName, write(vault, known), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: (limits.knownBrowserDays * days) / 1000,
  });
}

function readKnown(call: PortalCall): KnownAccounts {
  const { vault, now } = call.context;
  const text = call.request.cookies[hostCookie(call, cookie).name];
  const match = /^(\w+)\.([\w-]+)\.([\w-]{1,4000})$/.exec(text ?? '');
  if (!vault || !match) return [];
  const [, keyId = '', nonce = '', sealed = ''] = match;
  try {
    const bytes = (part: string) => Buffer.from(part, 'base64url');
    const opened = vault.open({ keyId, nonce: bytes(nonce), sealed: bytes(sealed) }, owner);
    return listSchema.parse(parseJson(opened)).filter(({ until }) => until > now());
  } catch {
    // A cookie of an earlier key, or a forged one.
    return [];
  }
}

function write(vault: Vault, known: KnownAccounts): string {
  const { keyId, nonce, sealed } = vault.seal(JSON.stringify(known), owner);
  return [keyId, ...[nonce, sealed].map((part) => Buffer.from(part).toString('base64url'))].join('.');
}
