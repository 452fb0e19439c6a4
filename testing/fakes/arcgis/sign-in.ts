import { createHash, randomBytes } from 'node:crypto';
import type { Person } from './content.ts';
import { type Answer, type Exchange, invalidToken, refuse, tokenRequired } from './exchange.ts';
import { passwordPage, signInPage, termsPage } from './sign-in-pages.ts';

/** An application registered with the portal. */
export interface RegisteredApp {
  clientId: string;
  redirectUris: string[];
}

interface Grant {
  clientId: string;
  redirectUri: string;
  username: string;
  challenge: string;
}

const codes = new Map<string, Grant>();

/**
 * OAuth 2 with code and PKCE as ArcGIS does it, at any of the portal's addresses.
 * https://developers.arcgis.com/documentation/security-and-authentication/user-authentication/
 */
export function oauth(
  exchange: Exchange,
  [operation, step]: string[],
  apps: readonly RegisteredApp[],
): Answer | undefined {
  const { parameters, person, tokens } = exchange;
  switch (operation) {
    case 'authorize':
      return faultOf(exchange, apps) ?? signInPage(exchange);
    case 'signin':
      return faultOf(exchange, apps) ?? signIn(exchange);
    case 'saml':
      return step === 'signin' ? (faultOf(exchange, apps) ?? returnFromProvider(exchange)) : undefined;
    case 'terms':
      return faultOf(exchange, apps) ?? acceptTerms(exchange);
    case 'token':
      return token(exchange, apps);
    case 'revokeToken':
      tokens.end(parameters.get('auth_token') ?? '');
      return { json: { success: true } };
    case 'signout':
      return { status: 302, headers: { location: parameters.get('redirect_uri') ?? '/' }, bytes: '' };
    case 'validateAppAccess':
      return person ? { json: { valid: person.licensed, viewOnlyUserTypeApp: false } } : tokenRequired();
    case 'platformSelf':
      return refuse(400, 'Invalid session.', 'OAUTH_0066');
    default:
      return undefined;
  }
}

/** The OAuth errors of ArcGIS: the envelope with the names of RFC 6749 beside. */
function oauthError(error: string, description: string): Answer {
  const message = description;
  return { json: { error: { code: 400, error, error_description: description, message, details: [] } } };
}

function faultOf({ parameters }: Exchange, apps: readonly RegisteredApp[]): Answer | undefined {
  const app = apps.find(({ clientId }) => clientId === parameters.get('client_id'));
  if (!app) return oauthError('invalid_client_id', 'Invalid client_id');
  const redirectUri = parameters.get('redirect_uri') ?? '';
  if (!app.redirectUris.some((registered) => redirectUri.startsWith(registered)))
    return oauthError('invalid_redirect_uri', 'Invalid redirect_uri');
  return undefined;
}

function signIn(exchange: Exchange): Answer {
  const { parameters, content } = exchange;
  if (parameters.get('cancel')) return denied(exchange);
  const person = content.people.get(parameters.get('username') ?? '');
  if (!person || person.fromProvider || person.password !== parameters.get('password'))
    return signInPage(exchange, 'The username or password is incorrect.');
  return letIn(exchange, person);
}

/**
 * The organisation's identity provider, on a host of its own: asks for the password and sends the browser back to the portal
 * with its assertion. The `RelayState` is what the portal gave it.
 * https://doc.arcgis.com/en/arcgis-online/administer/saml-logins.htm
 */
export function identityProvider({ parameters, content, method }: Exchange): Answer {
  const relayState = parameters.get('RelayState') ?? '';
  const [portal = '', requested = ''] = Buffer.from(relayState, 'base64url').toString().split('\n');
  if (method !== 'POST') return passwordPage(relayState);
  const person = content.people.get(parameters.get('username') ?? '');
  if (!person?.fromProvider || person.password !== parameters.get('password'))
    return passwordPage(relayState, 'Wrong user name or password.');
  const query = new URLSearchParams(requested);
  query.set('SAMLResponse', Buffer.from(person.username).toString('base64url'));
  return {
    status: 302,
    headers: { location: `${portal}/sharing/rest/oauth2/saml/signin?${query}` },
    bytes: '',
  };
}

function returnFromProvider(exchange: Exchange): Answer {
  const { parameters, content } = exchange;
  const username = Buffer.from(parameters.get('SAMLResponse') ?? '', 'base64url').toString();
  const person = content.people.get(username);
  return person ? letIn(exchange, person) : signInPage(exchange, 'Your account is not known here.');
}

/** What stands between the right password and the application. */
function letIn(exchange: Exchange, person: Person): Answer {
  const { switches } = exchange;
  if (switches.signInError)
    return back(exchange, {
      error: switches.signInError.error,
      error_description: switches.signInError.description,
    });
  if (!person.licensed)
    return back(exchange, {
      error: 'access_denied',
      error_description: 'User is not licensed to use this application. (OAUTH_0073)',
    });
  if (switches.termsToAccept.has(person.username)) return termsPage(exchange, person.username);
  return withCode(exchange, person);
}

function acceptTerms(exchange: Exchange): Answer {
  const { parameters, content, switches } = exchange;
  const person = content.people.get(parameters.get('username') ?? '');
  if (parameters.get('cancel') || !person) return denied(exchange);
  switches.termsToAccept.delete(person.username);
  return withCode(exchange, person);
}

const denied = (exchange: Exchange) =>
  back(exchange, { error: 'access_denied', error_description: 'The user denied your request.' });

function withCode(exchange: Exchange, { username }: Person): Answer {
  const { parameters } = exchange;
  const code = randomBytes(24).toString('base64url');
  codes.set(code, {
    clientId: parameters.get('client_id') ?? '',
    redirectUri: parameters.get('redirect_uri') ?? '',
    username,
    challenge: parameters.get('code_challenge') ?? '',
  });
  return back(exchange, { code });
}

function back({ parameters }: Exchange, answer: Record<string, string>): Answer {
  const address = new URL(parameters.get('redirect_uri') ?? '');
  for (const [name, value] of Object.entries({ ...answer, state: parameters.get('state') ?? '' }))
    address.searchParams.set(name, value);
  return { status: 302, headers: { location: address.href }, bytes: '' };
}

function token(exchange: Exchange, apps: readonly RegisteredApp[]): Answer {
  const { parameters, switches, tokens } = exchange;
  const clientId = parameters.get('client_id') ?? '';
  if (!apps.some((app) => app.clientId === clientId))
    return oauthError('invalid_client_id', 'Invalid client_id');
  if (parameters.get('grant_type') === 'refresh_token') {
    const given = tokens.findRefresh(parameters.get('refresh_token') ?? '');
    if (!given || given.clientId !== clientId || switches.refusesRefresh)
      return oauthError('invalid_request', 'Invalid refresh_token');
    return issue(exchange, given.username);
  }
  const code = parameters.get('code') ?? '';
  const grant = codes.get(code);
  codes.delete(code);
  const verifier = parameters.get('code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  if (!grant || grant.clientId !== clientId || grant.redirectUri !== parameters.get('redirect_uri'))
    return oauthError('invalid_request', 'Invalid code');
  if (grant.challenge !== challenge) return oauthError('invalid_request', 'Invalid code_verifier');
  return issue(exchange, grant.username, tokens.issueRefresh(grant.username, clientId));
}

function issue({ tokens, switches }: Exchange, username: string, refresh?: string): Answer {
  const { token: access } = tokens.issue(username, switches.tokenMinutes);
  return {
    json: {
      access_token: access,
      expires_in: switches.tokenMinutes * 60,
      username,
      ssl: true,
      ...(refresh && { refresh_token: refresh, refresh_token_expires_in: 1_209_599 }),
    },
  };
}

/**
 * `generateToken`: by name and password, or for a federated server by a token of the portal.
 * https://developers.arcgis.com/rest/users-groups-and-items/generate-token/
 */
export function generateToken(exchange: Exchange): Answer {
  const { parameters, content, tokens, person } = exchange;
  const given = content.people.get(parameters.get('username') ?? '');
  const known: Person | undefined =
    given && !given.fromProvider && given.password === parameters.get('password')
      ? given
      : parameters.has('username')
        ? undefined
        : person;
  if (!known)
    return parameters.has('username')
      ? refuse(400, 'Unable to generate token.', undefined, ['Invalid username or password.'])
      : invalidToken();
  const minutes = Math.min(Number(parameters.get('expiration') ?? 60) || 60, 20_160);
  const server = parameters.get('serverUrl') ?? '';
  const host = URL.canParse(server) ? new URL(server).hostname : undefined;
  return { json: { ...tokens.issue(known.username, minutes, host), ssl: true } };
}
