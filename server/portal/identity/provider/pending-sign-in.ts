import { z } from 'zod';
import { limits } from '../../../limits.ts';
import { onlyCookie } from '../../../platform/http/page-request.ts';
import { parseJson } from '../../../platform/safety/json-shape.ts';
import { openText, sealText } from '../../../platform/safety/vault.ts';
import type { PortalCall, PortalContext } from '../../operation.ts';
import { requireVault } from '../second-factor/check-code.ts';
import { hostCookie } from '../sign-in/form-token.ts';

const cookie = 'mapping-provider';
const owner = 'provider-sign-in';
/** Browsers keep cookies of up to 4096 bytes with their name. */
const cookieBytes = 4050;

/** One sign-in at a provider, sealed into a cookie of the browser that began it. */
const pendingSchema = z.object({
  orgId: z.string(),
  /** The authorization request that it answers, as a query. */
  request: z.string(),
  expected: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  until: z.number(),
});
type Pending = z.infer<typeof pendingSchema>;

/** @returns undefined when it is too large for a cookie */
export function sealPending({ vault }: Pick<PortalContext, 'vault'>, pending: Pending): string | undefined {
  const sealed = sealText(requireVault(vault), JSON.stringify(pending), owner);
  return sealed.length > cookieBytes ? undefined : sealed;
}

/** `lax`: the provider's redirect back is a navigation from another site. */
export function rememberPending(call: PortalCall, sealed: string): void {
  const { name, secure } = hostCookie(call, cookie);
  void call.reply.setCookie(name, sealed, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: limits.providerSignInSeconds,
  });
}

export function readPending(call: PortalCall): Pending | undefined {
  const { vault, now } = call.context;
  const text = onlyCookie(call.request.headers.cookie, hostCookie(call, cookie).name);
  const opened = vault && text && text.length <= cookieBytes ? openText(vault, text, owner) : undefined;
  if (opened === undefined) return undefined;
  const pending = pendingSchema.safeParse(parseJson(opened));
  return pending.success && pending.data.until > now() ? pending.data : undefined;
}

export function forgetPending(call: PortalCall): void {
  const { name, secure } = hostCookie(call, cookie);
  void call.reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}
