import { z } from 'zod';
import { limits } from '../../limits.ts';
import { onlyCookie } from '../../platform/http/page-request.ts';
import { parseJson } from '../../platform/safety/json-shape.ts';
import { openText, sealText } from '../../platform/safety/vault.ts';
import type { PortalCall } from '../operation.ts';
import type { SignInSource } from './authenticate.ts';
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

/** The accounts that have signed in with this browser, in lower case. */
export function knownAccounts(call: PortalCall): string[] {
  return readKnown(call).map(({ username }) => username);
}

/** Where the sign-in of a browser comes from. Without a vault no browser is known, and its network counts. */
export function browserSource(call: PortalCall, username: string, app: { title: string }): SignInSource {
  const { request, context } = call;
  return {
    address: request.ip,
    agent: request.headers['user-agent'],
    app: app.title,
    isKnownBrowser: context.vault && isKnownBrowser(call, username),
  };
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
  void call.reply.setCookie(cookieName, sealText(vault, JSON.stringify(known), owner), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: (limits.knownBrowserDays * days) / 1000,
  });
}

function readKnown(call: PortalCall): KnownAccounts {
  const { vault, now } = call.context;
  const text = onlyCookie(call.request.headers.cookie, hostCookie(call, cookie).name);
  if (!vault || !text || text.length > 4096) return [];
  const opened = openText(vault, text, owner);
  if (opened === undefined) return [];
  const known = listSchema.safeParse(parseJson(opened));
  return known.success ? known.data.filter(({ until }) => until > now()) : [];
}
