import { z } from 'zod';
import { limits } from '../../limits.ts';
import { onlyCookie } from '../../platform/http/page-request.ts';
import { parseJson } from '../../platform/safety/json-shape.ts';
import { openText, sealText } from '../../platform/safety/vault.ts';
import type { Database } from '../../platform/database/connect.ts';
import { requireMember } from '../access/refusals.ts';
import type { PortalCall } from '../operation.ts';
import { findAccount } from './account-store.ts';
import type { SignInSource } from './authenticate.ts';
import { randomId } from './random-token.ts';
import type { StampedAccount } from './security-stamp-store.ts';
import { endSessionsOf } from './token-store.ts';
import { hostCookie } from './sign-in/form-token.ts';

const days = 24 * 60 * 60 * 1000;
const cookie = 'mapping-known';
const owner = 'known-browser';

/**
 * What a browser's cookie holds, sealed: who signed in with it, by what id the attempts of this browser are counted, and until when that
 * counts: a time, and the account's security stamp, which is another one after a new password.
 */
const listSchema = z.array(
  z.object({ username: z.string(), id: z.string(), stamp: z.string(), until: z.number() }),
);
type KnownAccounts = z.infer<typeof listSchema>;

/**
 * The id of this browser if the account has signed in with it before. Failed attempts from elsewhere block an account, but not the
 * browsers of its owner (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 */
export async function findKnownBrowser(
  call: PortalCall,
  username: string,
  database: Database = call.context.database,
): Promise<string | undefined> {
  const wanted = username.trim().toLowerCase();
  const known = readKnown(call).find((each) => each.username === wanted);
  const account = known && (await findAccount(database, wanted));
  return known && account?.securityStamp === known.stamp ? known.id : undefined;
}

/** The accounts that have signed in with this browser, in lower case. */
export function knownAccounts(call: PortalCall): string[] {
  return readKnown(call).map(({ username }) => username);
}

/** Where the sign-in of a browser comes from. Without a vault no browser is known, and its network counts. */
export async function browserSource(
  call: PortalCall,
  username: string,
  app: { title: string },
): Promise<SignInSource> {
  const { request, context } = call;
  return {
    address: request.ip,
    agent: request.headers['user-agent'],
    app: app.title,
    knownBrowser: context.vault && ((await findKnownBrowser(call, username)) ?? false),
  };
}

/**
 * Remembers a complete sign-in in a cookie of the browser.
 * @param knownId the id of the browser, if it was known until now
 */
export function rememberBrowser(
  call: PortalCall,
  { username, securityStamp: stamp }: StampedAccount,
  knownId?: string,
): void {
  const { vault, now } = call.context;
  if (!vault) return;
  const name = username.toLowerCase();
  const all = readKnown(call);
  // Another id would give as many attempts again.
  const id =
    knownId ?? all.find((known) => known.username === name && known.stamp === stamp)?.id ?? randomId();
  const others = all.filter((known) => known.username !== name);
  const until = now() + limits.knownBrowserDays * days;
  const known = [{ username: name, id, stamp, until }, ...others].slice(0, limits.knownAccountsPerBrowser);
  const { name: cookieName, secure } = hostCookie(call, cookie);
  void call.reply.setCookie(cookieName, sealText(vault, JSON.stringify(known), owner), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: (limits.knownBrowserDays * days) / 1000,
  });
}

/**
 * Ends all sessions of the caller but the one of this call. Browsers in which the account signed in before are no longer known, except
 * the caller's own, if it was: its next sign-in must be neither blocked nor reported as one with a new browser.
 */
export async function endOtherSessions(
  call: PortalCall,
  transaction: Database,
  session: string | undefined,
): Promise<void> {
  const { username } = requireMember(call.caller);
  const known = await findKnownBrowser(call, username, transaction);
  const securityStamp = await endSessionsOf(transaction, username, session);
  if (known !== undefined && securityStamp !== undefined)
    rememberBrowser(call, { username, securityStamp }, known);
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
