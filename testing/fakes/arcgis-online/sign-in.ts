import { createHash, randomBytes } from 'node:crypto';
import type { Person } from './content-model.ts';
import { type Answer, type Exchange, invalidToken, refuse, tokenRequired } from './exchange.ts';

/** An application registered with ArcGIS Online. */
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
const refreshTokens = new Map<string, { username: string; clientId: string }>();

/**
 * OAuth 2 with code and PKCE as ArcGIS Online does it, at any of its addresses.
 * https://developers.arcgis.com/documentation/security-and-authentication/user-authentication/
 */
export function oauth(
  exchange: Exchange,
  operation: string,
  apps: readonly RegisteredApp[],
): Answer | undefined {
  switch (operation) {
    case 'authorize':
      return authorize(exchange, apps);
    case 'signin':
      return signIn(exchange, apps);
    case 'token':
      return token(exchange, apps);
    case 'revokeToken':
      exchange.tokens.end(exchange.parameters.get('auth_token') ?? '');
      refreshTokens.delete(exchange.parameters.get('auth_token') ?? '');
      return { json: { success: true } };
    case 'signout':
      return {
        status: 302,
        headers: { location: exchange.parameters.get('redirect_uri') ?? '/' },
        bytes: '',
      };
    case 'validateAppAccess':
      return exchange.person
        ? { json: { valid: exchange.person.licensed, viewOnlyUserTypeApp: false } }
        : tokenRequired();
    case 'platformSelf':
      return refuse(400, 'Invalid session.', 'OAUTH_0066');
    default:
      return undefined;
  }
}

/** The OAuth errors of ArcGIS Online: the envelope with the names of RFC 6749 beside. */
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

function authorize(exchange: Exchange, apps: readonly RegisteredApp[], problem = ''): Answer {
  const fault = faultOf(exchange, apps);
  if (fault) return fault;
  const { parameters, addressed, host } = exchange;
  const hidden = [
    'client_id',
    'redirect_uri',
    'state',
    'code_challenge',
    'code_challenge_method',
    'response_type',
  ]
    .map((name) => `<input type="hidden" name="${name}" value="${escape(parameters.get(name) ?? '')}">`)
    .join('');
  const enterprise = addressed?.identityProvider;
  const action =
    enterprise === undefined
      ? `https://${host}/sharing/rest/oauth2/signin`
      : `https://${enterprise}/saml/login?portal=${host}`;
  return page(`<h1>Sign in to ${addressed?.name ?? 'ArcGIS Online'} with</h1><p role="alert">${problem}</p>
    <form method="post" action="${action}">${hidden}
      <label>Username <input name="username" autocomplete="username"></label>
      <label>Password <input name="password" type="password"></label>
      <button>${enterprise === undefined ? 'Sign In' : `Sign in with ${addressed?.name}`}</button>
      <button name="cancel" value="yes">Cancel</button>
    </form>`);
}

function signIn(exchange: Exchange, apps: readonly RegisteredApp[]): Answer {
  const fault = faultOf(exchange, apps);
  if (fault) return fault;
  const { parameters, content } = exchange;
  const redirectUri = parameters.get('redirect_uri') ?? '';
  const back = (answer: Record<string, string>): Answer => {
    const address = new URL(redirectUri);
    for (const [name, value] of Object.entries({ ...answer, state: parameters.get('state') ?? '' }))
      address.searchParams.set(name, value);
    return { status: 302, headers: { location: address.href }, bytes: '' };
  };
  if (parameters.get('cancel'))
    return back({ error: 'access_denied', error_description: 'The user denied your request.' });
  const person = content.people.get(parameters.get('username') ?? '');
  if (!person || person.password !== parameters.get('password'))
    return authorize(exchange, apps, 'The username or password is incorrect.');
  if (!person.licensed)
    return back({
      error: 'access_denied',
      error_description: 'User is not licensed to use this application. (OAUTH_0073)',
    });
  const code = randomBytes(24).toString('base64url');
  codes.set(code, {
    clientId: parameters.get('client_id') ?? '',
    redirectUri,
    username: person.username,
    challenge: parameters.get('code_challenge') ?? '',
  });
  return back({ code });
}

function token(exchange: Exchange, apps: readonly RegisteredApp[]): Answer {
  const { parameters, switches } = exchange;
  const clientId = parameters.get('client_id') ?? '';
  if (!apps.some((app) => app.clientId === clientId))
    return oauthError('invalid_client_id', 'Invalid client_id');
  if (parameters.get('grant_type') === 'refresh_token') {
    const given = refreshTokens.get(parameters.get('refresh_token') ?? '');
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
  const refresh = randomBytes(48).toString('base64url');
  refreshTokens.set(refresh, { username: grant.username, clientId });
  return issue(exchange, grant.username, refresh);
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

/** `generateToken`: by name and password, or for a federated server by a token. */
export function generateToken(exchange: Exchange): Answer {
  const { parameters, content, tokens, person } = exchange;
  const given = content.people.get(parameters.get('username') ?? '');
  const known: Person | undefined =
    given && given.password === parameters.get('password')
      ? given
      : parameters.has('username')
        ? undefined
        : person;
  if (!known)
    return parameters.has('username')
      ? refuse(400, 'Unable to generate token.', undefined, ['Invalid username or password.'])
      : invalidToken();
  const minutes = Math.min(Number(parameters.get('expiration') ?? 60) || 60, 20_160);
  return { json: { ...tokens.issue(known.username, minutes), ssl: true } };
}

function page(body: string): Answer {
  return { type: 'text/html;charset=utf-8', bytes: `<!doctype html><title>Sign In</title><body>${body}` };
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
