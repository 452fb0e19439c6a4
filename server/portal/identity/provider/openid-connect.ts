import * as oidc from 'openid-client';
import { limits } from '../../../limits.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { coded } from '../../../../wire/refusals.ts';
import { errorOfBudget } from '../../../platform/budgets/budget-errors.ts';
import { isNamed, safeFetch, type AllowedPrivateHosts } from '../../../platform/safety/safe-fetch.ts';
import type { PortalContext } from '../../operation.ts';
import { requireVault } from '../second-factor/check-code.ts';
import { requireOneIssuer } from './check-configuration.ts';
import { type Identified, type OpenIdProvider, secretOwner } from './provider-store.ts';
import { RefusedResponse } from './saml/names.ts';

/** What one sign-in at a provider must be answered with (OpenID Connect Core 1.0, section 3.1.2.1; RFC 7636). */
export interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

/** Claims about a person: those of the ID token, and of the user info endpoint where the ID token lacks one. */
type Claims = Readonly<Record<string, unknown>> & { sub: string };

export function newExpected(): Expected {
  return {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
}

/**
 * Reads a provider's configuration (`/.well-known/openid-configuration`).
 * @throws MappingError `portal:provider-unreachable` (400) when there is none at the address, `portal:provider-of-many` (400)
 */
export async function discover(
  context: Pick<PortalContext, 'allowedPrivateHosts'>,
  { issuer, clientId }: Pick<OpenIdProvider, 'issuer' | 'clientId'>,
  secret: string,
): Promise<oidc.Configuration> {
  const { allowedPrivateHosts } = context;
  let configuration: oidc.Configuration;
  try {
    configuration = await oidc.discovery(new URL(issuer), clientId, secret, authenticate(secret), {
      [oidc.customFetch]: (address, init) => request(address, init, allowedPrivateHosts),
      execute: [
        // Without it the signature of an ID token is not verified, because the token endpoint itself sent it, by TLS.
        oidc.enableNonRepudiationChecks,
        ...(mayBePlain(issuer, allowedPrivateHosts) ? [oidc.allowInsecureRequests] : []),
      ],
    });
  } catch (cause) {
    const own = errorOfBudget(cause);
    if (own) throw own;
    const message = `${new URL(issuer).host} did not answer as an OpenID Connect provider with this issuer. Check the issuer: its configuration must be at ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration.`;
    throw new MappingError('portal:provider-unreachable', message, {
      status: 400,
      faults: [{ path: 'issuer', message, ...coded('provider-unreachable', { issuer }) }],
      cause,
    });
  }
  requireOneIssuer(configuration);
  return configuration;
}

/**
 * How the portal authenticates at the token endpoint: as the provider's configuration names it. Without a list that is HTTP Basic
 * (OpenID Connect Discovery 1.0, section 3). Of both, the form: at most providers it is what clients are registered for.
 */
function authenticate(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const known = [methods].flat();
    const isBasic = known.includes('client_secret_basic') && !known.includes('client_secret_post');
    return (isBasic ? basic : post)(server, ...request);
  };
}

/** The provider of an organisation, ready to sign people in. Its configuration is read again for each sign-in. */
export async function connect(context: PortalContext, provider: OpenIdProvider): Promise<oidc.Configuration> {
  const secret = requireVault(context.vault).open(provider.secret, secretOwner(provider));
  return discover(context, provider, secret);
}

/**
 * The provider's page for one sign-in.
 * @param asksAgain whether a session of the person at the provider is not enough
 */
export async function signInAddress(
  configuration: oidc.Configuration,
  { scope }: Pick<OpenIdProvider, 'scope'>,
  redirectUri: string,
  { state, nonce, verifier }: Expected,
  asksAgain: boolean,
): Promise<URL> {
  return oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(asksAgain && { prompt: 'login', max_age: '0' }),
  });
}

/**
 * Exchanges the code in the address that the provider redirected to, and verifies the ID token: signature, issuer, audience,
 * expiry and nonce.
 * @param now epoch milliseconds
 * @param since when the person was asked to sign in again; undefined: any session of theirs at the provider is enough
 * @param isNew whether a person gets an account now
 * @throws RefusedResponse when they did not, or the provider does not say when they did
 */
export async function readPerson(
  configuration: oidc.Configuration,
  answered: URL,
  expected: Expected,
  {
    usernameClaim,
    roleClaim,
    now,
    since,
    isNew,
  }: Pick<OpenIdProvider, 'usernameClaim' | 'roleClaim'> & {
    now: number;
    since: number | undefined;
    isNew: (subject: string) => Promise<boolean>;
  },
): Promise<Identified> {
  const needed = [usernameClaim, roleClaim].filter((name) => name !== '');
  const { claims, authTime } = await readClaims(configuration, answered, expected, { needed, isNew });
  if (claims.sub.length > limits.subjectCharacters)
    throw new RefusedResponse(
      'subject',
      `The ID token has a subject of more than ${limits.subjectCharacters} characters (OpenID Connect Core 1.0, section 2).`,
    );
  const signedIn = signInTime(authTime, now);
  if (since !== undefined) requireSignInAfter(since, signedIn);
  return {
    signedIn,
    subject: claims.sub,
    username: text(claims[usernameClaim]),
    fullName: text(claims['name']),
    email: text(claims['email']),
    roleValues: [claims[roleClaim]].flat().filter((value) => typeof value === 'string'),
  };
}

const skew = limits.providerSkewSeconds * 1000;

/** When the person signed in at the provider, in epoch milliseconds; undefined where the ID token does not say so. */
function signInTime(authTime: number | undefined, now: number): number | undefined {
  if (authTime === undefined) return undefined;
  // By the clock of the machine, as the other times in the token are.
  const age = Date.now() - authTime * 1000;
  if (age < -skew)
    throw new RefusedResponse(
      'expired',
      `auth_time is ${Math.round(-age / 1000)} seconds ahead. Check the clocks of the provider and of this server.`,
    );
  return now - Math.max(0, Math.ceil(age));
}

/** The browser can remove what the request asks of the provider, so the ID token must have a recent `auth_time`. */
function requireSignInAfter(since: number, signedIn: number | undefined): void {
  if (signedIn === undefined)
    throw new RefusedResponse(
      'no-sign-in-time',
      'The ID token does not say when the person signed in. At the provider, add the claim auth_time to the ID token of this client.',
    );
  if (signedIn < since - skew)
    throw new RefusedResponse(
      'expired',
      'The person did not sign in again: auth_time is before the question.',
    );
}

/** A claim, which may be as long as the response. */
function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, limits.claimCharacters) : '';
}

/** Claims that an account gets when it is created, where the provider has them. */
const describing = ['name', 'email'];

/**
 * The claims, and when the person signed in, which only the signed token can say.
 * @param needed names of the claims that decide about username and role
 */
async function readClaims(
  configuration: oidc.Configuration,
  answered: URL,
  { state, nonce, verifier }: Expected,
  { needed, isNew }: { needed: readonly string[]; isNew: (subject: string) => Promise<boolean> },
): Promise<{ claims: Claims; authTime: number | undefined }> {
  const tokens = await oidc.authorizationCodeGrant(configuration, answered, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider sent no ID token.');
  const { auth_time: authTime } = claims;
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return { claims, authTime };
  const lacks = (names: readonly string[]) => names.some((name) => claims[name] === undefined);
  const isDecided = !lacks(needed);
  if (isDecided && !(lacks(describing) && (await isNew(claims.sub)))) return { claims, authTime };
  const asked = oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  // A person signs in without a name and an address, too: with scopes of another server, the token is not valid at this endpoint.
  const more = await (isDecided ? asked.catch(() => ({})) : asked);
  return { claims: { ...more, ...claims }, authTime };
}

/** Plain HTTP only for hosts that the operator has named, as in a test installation. */
export function mayBePlain(address: string, allowed: AllowedPrivateHosts): boolean {
  const url = new URL(address);
  return url.protocol === 'http:' && (typeof allowed === 'boolean' ? allowed : isNamed(url, allowed));
}

/** Providers are servers that administrators name: the guard of such requests applies. */
async function request(
  address: string,
  { method, headers, body }: oidc.CustomFetchOptions,
  allowedPrivateHosts: AllowedPrivateHosts,
): Promise<Response> {
  const {
    status,
    headers: answered,
    text,
  } = await safeFetch(
    address,
    {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(body instanceof URLSearchParams && { body }),
    },
    { allowedPrivateHosts },
  );
  // The text is decoded, so its former encoding and length no longer apply.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) answered.delete(name);
  return new Response(text, { status, headers: answered });
}
