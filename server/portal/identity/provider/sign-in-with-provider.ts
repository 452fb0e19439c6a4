import { z } from 'zod';
import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { limits } from '../../../limits.ts';
import { parseJson } from '../../../platform/safety/json-shape.ts';
import { openText, sealText } from '../../../platform/safety/vault.ts';
import { type PortalCall, type PortalContext, rawAnswer } from '../../operation.ts';
import { noteSignedIn, recordSignIn } from '../authenticate.ts';
import { grant, readRequest, redirectWith } from '../oauth2/grant.ts';
import { requireVault } from '../second-factor/check-code.ts';
import { hostCookie } from '../sign-in/form-token.ts';
import { setOpenerPolicy } from '../sign-in/page-headers.ts';
import { requestAddress } from '../sign-in/request-address.ts';
import { sendErrorPage, sendProviderErrorPage } from '../sign-in/send-plain-pages.ts';
import { admitUser } from './admit-user.ts';
import { connect, newExpected, readClaims, signInAddress } from './provider-client.ts';
import { findProvider, type IdentityProvider } from './provider-store.ts';

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

/** Where a provider sends people back to; an administrator registers it there. */
export function redirectAddress({ publicUrl, portal }: Pick<PortalContext, 'publicUrl' | 'portal'>): string {
  const at = portal.urlKey === null ? '' : `/${portal.urlKey}`;
  return `${publicUrl}/portal${at}/sharing/rest/oauth2/provider/callback`;
}

/** `oauth2/provider/authorize`: an authorization request (`oauth2/authorize`) that the organisation's provider shall answer. */
export async function signInWithProvider(call: PortalCall): Promise<typeof rawAnswer> {
  const request = await readRequest(call);
  if (request.kind === 'rejected') return sendErrorPage(call, request.reason);
  const back = requestAddress(call.parameters);
  const provider =
    request.kind === 'request'
      ? await findProvider(call.context.database, request.app.orgId ?? call.context.portal.id)
      : undefined;
  if (request.kind !== 'request' || !provider) return sendProviderErrorPage(call, 'providerFailed', back);
  const context = await contextOf(call, provider);
  const expected = newExpected();
  const until = call.context.now() + limits.providerSignInSeconds * 1000;
  const sealed = seal(context, { orgId: provider.orgId, request: back, expected, until });
  if (sealed === undefined || encodeURIComponent(request.state ?? '').length > limits.providerStateBytes)
    return redirectWith(call, request, stateTooLong);
  let address: URL;
  try {
    const configuration = await connect(context, provider);
    address = await signInAddress(configuration, provider, redirectAddress(context), expected);
  } catch (error) {
    return fail(call, back, error);
  }
  remember(call, sealed);
  setOpenerPolicy(call);
  void call.reply.status(302).header('cache-control', 'no-store').header('location', address.href).send();
  return rawAnswer;
}

/** `oauth2/provider/callback`: the provider's answer, in the browser that began. */
export async function finishProviderSignIn(call: PortalCall): Promise<typeof rawAnswer> {
  const pending = readPending(call);
  forget(call);
  if (!pending) return sendProviderErrorPage(call, 'expired', undefined);
  const provider = await findProvider(call.context.database, pending.orgId);
  if (!provider) return sendProviderErrorPage(call, 'providerFailed', pending.request);
  const context = await contextOf(call, provider);
  const parameters = new Parameters(Object.fromEntries(new URLSearchParams(pending.request)));
  const within: PortalCall = { ...call, context, parameters };
  const request = await readRequest(within);
  if (request.kind !== 'request') return sendProviderErrorPage(call, 'expired', undefined);
  const answered = new URL(
    `${redirectAddress(context)}${new URL(call.request.url, context.publicUrl).search}`,
  );
  if (answered.searchParams.get('error') === 'access_denied')
    return sendProviderErrorPage(call, 'providerCancelled', pending.request);
  let username: string | undefined;
  try {
    const configuration = await connect(context, provider);
    const wanted = [provider.usernameClaim, provider.roleClaim].filter((name) => name !== '');
    const claims = await readClaims(configuration, answered, pending.expected, wanted);
    username = await admitUser(context, provider, claims);
  } catch (error) {
    await recordSignIn(context, 'sign-in-failed', { account: undefined, address: call.request.ip });
    return fail(call, pending.request, error);
  }
  if (username === undefined) {
    await recordSignIn(context, 'sign-in-failed', { account: undefined, address: call.request.ip });
    return sendProviderErrorPage(call, 'providerRefused', pending.request);
  }
  const account = { username, orgId: provider.orgId };
  await noteSignedIn(context, account, call.request.ip);
  return grant(within, request, account, '../authorize');
}

/** The context of the provider's organisation, whatever the address of the call. */
async function contextOf({ context }: PortalCall, { orgId }: IdentityProvider): Promise<PortalContext> {
  const portal = (await context.organisations.byId(orgId)) ?? context.portal;
  return { ...context, portal };
}

/** What went wrong is for the operator's log; people learn what to do. */
function fail(call: PortalCall, back: string, error: unknown): typeof rawAnswer {
  call.request.log.warn({ err: error }, 'Sign-in at an identity provider failed');
  return sendProviderErrorPage(call, 'providerFailed', back);
}

/** @returns undefined when it is too large for a cookie */
function seal({ vault }: Pick<PortalContext, 'vault'>, pending: Pending): string | undefined {
  const sealed = sealText(requireVault(vault), JSON.stringify(pending), owner);
  return sealed.length > cookieBytes ? undefined : sealed;
}

const stateTooLong = {
  error: 'invalid_request',
  error_description: `The request is too long to sign in at an identity provider: state may have at most ${limits.providerStateBytes} bytes, percent-encoded.`,
};

/** `lax`: the provider's redirect back is a navigation from another site. */
function remember(call: PortalCall, sealed: string): void {
  const { name, secure } = hostCookie(call, cookie);
  void call.reply.setCookie(name, sealed, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: limits.providerSignInSeconds,
  });
}

function readPending(call: PortalCall): Pending | undefined {
  const { vault, now } = call.context;
  const text = call.request.cookies[hostCookie(call, cookie).name];
  const opened = vault && text && text.length <= cookieBytes ? openText(vault, text, owner) : undefined;
  if (opened === undefined) return undefined;
  const pending = pendingSchema.safeParse(parseJson(opened));
  return pending.success && pending.data.until > now() ? pending.data : undefined;
}

function forget(call: PortalCall): void {
  const { name, secure } = hostCookie(call, cookie);
  void call.reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}
