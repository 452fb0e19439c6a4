import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { nameVisitedOrganisation } from '../../../platform/budgets/requester.ts';
import { limits } from '../../../limits.ts';
import { type PortalCall, type PortalContext, rawResponse } from '../../operation.ts';
import { findAccount } from '../account-store.ts';
import { noteSignedIn, recordSignIn, type SignedIn } from '../authenticate.ts';
import { browserSource } from '../known-browsers.ts';
import { refuseBeforeSignIn } from '../oauth2/before-sign-in.ts';
import { grant, readRequest } from '../oauth2/grant.ts';
import { isSignInEnded } from '../security-stamp-store.ts';
import { setOpenerPolicy } from '../sign-in/page-headers.ts';
import { requestAddress } from '../sign-in/request-address.ts';
import { sendErrorPage, sendProviderErrorPage } from '../sign-in/send-plain-pages.ts';
import { admitUser, isNewcomer } from './admit-user.ts';
import { connect, type Expected, newExpected, readPerson, signInAddress } from './openid-connect.ts';
import { forgetPending, readPending, rememberPending, sealPending } from './pending-sign-in.ts';
import { findProvider, type Identified, type IdentityProvider } from './provider-store.ts';
import { redirectAddress } from './provider-settings.ts';
import { RefusedResponse } from './saml/names.ts';
import { acceptResponse } from './saml/saml-response.ts';
import { samlSignInAddress } from './saml/service-provider.ts';

/** `oauth2/provider/authorize`: an authorization request (`oauth2/authorize`) that the organisation's provider shall answer. */
export async function signInWithProvider(call: PortalCall): Promise<typeof rawResponse> {
  const request = await readRequest(call);
  if (request.kind === 'rejected') return sendErrorPage(call, request.reason);
  const back = requestAddress(call.parameters);
  const provider =
    request.kind === 'request'
      ? await findProvider(call.context.database, request.app.orgId ?? call.context.portal.id)
      : undefined;
  if (request.kind !== 'request' || !provider) return sendProviderErrorPage(call, 'providerFailed', back);
  nameVisitedOrganisation(provider.orgId);
  const context = await contextOf(call, provider);
  const expected = newExpected();
  const until = call.context.now() + limits.providerSignInSeconds * 1000;
  const sealed = sealPending(context, { orgId: provider.orgId, request: back, expected, until });
  if (sealed === undefined || encodeURIComponent(request.state ?? '').length > limits.providerStateBytes)
    return refuseBeforeSignIn(call, request, stateTooLong);
  let address: URL;
  try {
    address = await pageOf(context, provider, expected, request.confirms !== undefined);
  } catch (error) {
    return fail(call, back, error);
  }
  rememberPending(call, sealed);
  setOpenerPolicy(call);
  void call.reply.status(302).header('cache-control', 'no-store').header('location', address.href).send();
  return rawResponse;
}

/**
 * The provider's page for one sign-in.
 * @param again whether a session of the person at the provider is not enough
 */
async function pageOf(
  context: PortalContext,
  provider: IdentityProvider,
  expected: Expected,
  again: boolean,
): Promise<URL> {
  if (provider.kind === 'saml') return samlSignInAddress(context, provider, expected, again);
  const configuration = await connect(context, provider);
  return signInAddress(configuration, provider, redirectAddress(context), expected, again);
}

/** `oauth2/provider/callback`: the provider's response, in the browser that began. */
export async function finishProviderSignIn(call: PortalCall): Promise<typeof rawResponse> {
  const pending = readPending(call);
  forgetPending(call);
  const returned = new URL(call.request.url, call.context.publicUrl).searchParams;
  if (returned.get('error') === 'unsolicited')
    return sendProviderErrorPage(call, 'providerUnsolicited', undefined);
  // One provider's response is never sent to another: each organisation's arrives at an address of its own (RFC 9700, section 4.4.2.2).
  if (!pending || pending.orgId !== call.context.portal.id)
    return sendProviderErrorPage(call, 'expired', undefined);
  const provider = await findProvider(call.context.database, pending.orgId);
  if (!provider) return sendProviderErrorPage(call, 'providerFailed', pending.request);
  nameVisitedOrganisation(provider.orgId);
  const context = await contextOf(call, provider);
  const parameters = new Parameters(Object.fromEntries(new URLSearchParams(pending.request)));
  const within: PortalCall = { ...call, context, parameters };
  const request = await readRequest(within);
  if (request.kind !== 'request') return sendProviderErrorPage(call, 'expired', undefined);
  if (returned.get('error') === 'access_denied')
    return sendProviderErrorPage(call, 'providerCancelled', pending.request);
  if (provider.kind === 'saml' && returned.has('error'))
    return sendProviderErrorPage(call, 'providerFailed', pending.request);
  let username: string | undefined;
  let signedIn: number | undefined;
  try {
    const since =
      request.confirms === undefined ? undefined : pending.until - limits.providerSignInSeconds * 1000;
    const person = await personOf(context, provider, returned, { ...pending, since });
    username = await admitUser(context, provider, person);
    signedIn = person.signedIn;
  } catch (error) {
    const reason = error instanceof RefusedResponse ? error.problem : undefined;
    await recordSignIn(context, 'sign-in-failed', { account: undefined, address: call.request.ip, reason });
    return fail(call, pending.request, error);
  }
  const account = username === undefined ? undefined : await findAccount(context.database, username);
  if (!account) {
    await recordSignIn(context, 'sign-in-failed', { account: undefined, address: call.request.ip });
    return sendProviderErrorPage(call, 'providerRefused', pending.request);
  }
  const person: SignedIn = {
    username: account.username,
    orgId: provider.orgId,
    securityStamp: account.securityStamp,
    authenticatedAt: signedIn ?? 0,
  };
  await noteSignedIn(context, person, await browserSource(within, person.username, request.app));
  try {
    return await grant(within, request, person, '../authorize');
  } catch (error) {
    if (!isSignInEnded(error)) throw error;
    return sendProviderErrorPage(call, 'expired', pending.request);
  }
}

/**
 * The person whom the provider's response identifies.
 * @param since when the person was asked to sign in again, in epoch milliseconds; undefined: an earlier sign-in is enough
 */
async function personOf(
  context: PortalContext,
  provider: IdentityProvider,
  returned: URLSearchParams,
  { expected, until, since }: { expected: Expected; until: number; since: number | undefined },
): Promise<Identified> {
  if (provider.kind === 'saml')
    return acceptResponse(context, provider, returned.get('answer') ?? '', { expected, until, since });
  const address = new URL(`${redirectAddress(context)}?${returned.toString()}`);
  const configuration = await connect(context, provider);
  const isNew = (subject: string) => isNewcomer(context, provider, subject);
  return readPerson(configuration, address, expected, { ...provider, now: context.now(), since, isNew });
}

/** The context of the provider's organisation, whatever the address of the call. */
async function contextOf({ context }: PortalCall, { orgId }: IdentityProvider): Promise<PortalContext> {
  const portal = (await context.organisations.byId(orgId)) ?? context.portal;
  return { ...context, portal };
}

/** What went wrong is for the operator's log; people learn what to do. */
function fail(call: PortalCall, back: string, error: unknown): typeof rawResponse {
  const answer = providersReason(error);
  const problem = error instanceof RefusedResponse ? error.problem : undefined;
  call.request.log.warn({ err: error, problem, answer }, 'Sign-in at an identity provider failed');
  return sendProviderErrorPage(call, 'providerFailed', back);
}

/** Why the provider itself refused, in its words (RFC 6749, section 5.2), which may be as long as its response. */
function providersReason(error: unknown): string | undefined {
  const { error: code, error_description: description } = (error ?? {}) as Record<string, unknown>;
  const texts = [code, description].filter((each) => typeof each === 'string');
  return texts.map((each) => each.slice(0, limits.claimCharacters)).join(': ') || undefined;
}

const stateTooLong = {
  error: 'invalid_request',
  error_description: `The request is too long to sign in at an identity provider: state may have at most ${limits.providerStateBytes} bytes, percent-encoded.`,
};
