import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { onlyCookie } from '../../../platform/http/page-request.ts';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { PortalCall } from '../../operation.ts';

const cookie = 'mapping-sign-in';
/** Tokens of new cookies: a page may have several forms. */
const made = new WeakMap<PortalCall['request'], string>();
const schema = z.object({ form_token: z.string().optional() });

/**
 * Protection against forms of other sites (double submit): a random value in a cookie that no other site can
 * read, set or send along with its own form, repeated in a hidden field. It needs no store and no key, so any
 * process can check it.
 */
export function ensureFormToken(call: PortalCall): string {
  const present = readCookie(call) ?? made.get(call.request);
  if (present) return present;
  const token = randomBytes(32).toString('base64url');
  made.set(call.request, token);
  const { name, secure } = hostCookie(call, cookie);
  void call.reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure });
  return token;
}

/** Whether a submitted form came from our own page, in this browser. */
export function isOwnForm(call: PortalCall): boolean {
  const site = call.request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const expected = readCookie(call);
  const { form_token: given } = readOperation(schema, call.parameters);
  if (!expected || !given) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The random value in the browser's cookie; call it after `isOwnForm`. */
export function formCookie(call: PortalCall): string {
  return readCookie(call) ?? '';
}

function readCookie(call: PortalCall): string | undefined {
  const value = onlyCookie(call.request.headers.cookie, hostCookie(call, cookie).name);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** On https the `__Host-` name prevents neighbours on the same domain from setting it. */
export function hostCookie(
  { context }: Pick<PortalCall, 'context'>,
  name: string,
): { name: string; secure: boolean } {
  const secure = context.publicUrl.startsWith('https:');
  return { name: secure ? `__Host-${name}` : name, secure };
}
