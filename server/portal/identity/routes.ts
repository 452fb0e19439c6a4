import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { minutes, readOperation } from '../../platform/arcgis/schema.ts';
import { operationRoutes, type PortalCall } from '../operation.ts';
import {
  getApp,
  registerAppOperation,
  resetAppSecret,
  unregisterApp,
  updateApp,
} from './apps/app-operations.ts';
import { authenticate } from './authenticate.ts';
import { findKnownBrowser } from './known-browsers.ts';
import { approval } from './oauth2/approval.ts';
import { authorize } from './oauth2/authorize.ts';
import { finishProviderSignIn, signInWithProvider } from './provider/sign-in-with-provider.ts';
import { consumeResponse } from './provider/saml/saml-response.ts';
import { waitText } from './try-limiter-store.ts';
import {
  exchangeToken,
  platformSelf,
  revokeToken,
  signOut,
  validateAppAccess,
  validateRedirectUri,
} from './oauth2/session-operations.ts';
import { token } from './oauth2/token.ts';
import { forgottenPassword } from './forgotten-password/forgotten-password.ts';
import { newPassword } from './forgotten-password/new-password.ts';
import { storeForSignIn } from './security-stamp-store.ts';
import {
  requestedMinutes,
  beginSession,
  issueDerivedToken,
  type IssuedToken,
  newSessionId,
} from './sessions.ts';

const schema = z.object({
  username: z.string().optional(),
  password: z.string().default(''),
  serverUrl: z.string().optional(),
  expiration: minutes,
});

type Input = z.infer<typeof schema>;

/**
 * `generateToken`: a token for a username and password, or for a hosted service in exchange for a portal token.
 * Tokens are not bound to a referer, because clients send invented ones.
 */
async function generateToken(call: PortalCall): Promise<object> {
  void call.reply.header('cache-control', 'no-store');
  const { username, ...input } = readOperation(schema, call.parameters);
  const { token, expiresAt } =
    username === undefined ? await forService(call, input) : await forPassword(call, { ...input, username });
  return { token, expires: expiresAt, ssl: false };
}

const throughOAuth =
  'This account uses two-step verification. Sign in through OAuth 2.0 (oauth2/authorize), which asks for the code.';

async function forPassword(
  call: PortalCall,
  { username, password, expiration }: Input & { username: string },
): Promise<IssuedToken> {
  const { context, request, reply } = call;
  if (namesPassword(request)) {
    throw refused('Send username and password in the body of a POST request, not in the address.');
  }
  const agent = request.headers['user-agent'];
  // Only a known one counts: most clients that send no cookie are not browsers.
  const knownBrowser = await findKnownBrowser(call, username);
  const source = { address: request.ip, agent, knownBrowser };
  const result = await authenticate(context, { username, password, ...source });
  if ('username' in result) {
    if (result.pending) throw refused(throughOAuth, 403);
    const holder = {
      username: result.username,
      clientId: null,
      sessionId: newSessionId(),
      agent,
    };
    return storeForSignIn(context.database, result, (database) =>
      beginSession({ ...context, database }, holder, lifeOf(expiration)),
    );
  }
  if (result.refused === 'wrong') throw refused('Invalid username or password.');
  void reply.header('retry-after', result.seconds);
  throw refused(waitText(result.seconds), 429);
}

async function forService(
  { context, caller }: PortalCall,
  { serverUrl: server, expiration }: Omit<Input, 'username'>,
): Promise<IssuedToken> {
  if (caller.kind === 'anonymous') throw refused('Invalid username or password.');
  if (server !== undefined && !isOurs(server, context.publicUrl)) {
    throw refused('The server is not part of this portal.');
  }
  return issueDerivedToken(context, caller, lifeOf(expiration));
}

function lifeOf(expiration: number | undefined): { minutes: number; most: number } {
  return { minutes: requestedMinutes(expiration), most: limits.refreshTokenMinutes };
}

function namesPassword(request: FastifyRequest): boolean {
  return Object.keys(request.query as object).some((name) => name.toLowerCase() === 'password');
}

/** Whether a server is this one: a portal token must not reach another server. */
function isOurs(server: string, publicUrl: string): boolean {
  return URL.canParse(server) && new URL(server).origin === new URL(publicUrl).origin;
}

function refused(detail: string, status = 400): MappingError {
  return new MappingError('portal:no-token', 'Unable to generate token.', {
    status,
    faults: [{ path: '', message: detail }],
  });
}

/** Signing in and out (docs/arcgis-protocol.md#signing-in). */
export const identityRoutes = operationRoutes([
  { reads: '/generateToken', operation: generateToken, needs: 'anyone', budget: 'signIn' },
  { reads: '/oauth2/authorize', operation: authorize, needs: 'anyone', budget: 'signIn', hasPages: true },
  {
    reads: '/oauth2/provider/authorize',
    operation: signInWithProvider,
    needs: 'anyone',
    budget: 'vendors',
    hasPages: true,
  },
  {
    reads: '/oauth2/provider/callback',
    operation: finishProviderSignIn,
    needs: 'anyone',
    budget: 'vendors',
    hasPages: true,
  },
  {
    reads: '/oauth2/saml/signin',
    operation: consumeResponse,
    needs: 'anyone',
    budget: 'signIn',
    hasPages: true,
  },
  { reads: '/oauth2/approval', operation: approval, needs: 'anyone', budget: 'signIn', hasPages: true },
  { reads: '/oauth2/token', operation: token, needs: 'anyone', budget: 'signIn' },
  { changes: '/oauth2/revokeToken', operation: revokeToken, needs: 'anyone', budget: 'signIn' },
  { reads: '/oauth2/platformSelf', operation: platformSelf, needs: 'anyone', budget: 'signIn' },
  { reads: '/oauth2/validateAppAccess', operation: validateAppAccess, needs: 'anyone', budget: 'signIn' },
  { reads: '/oauth2/validateRedirectUri', operation: validateRedirectUri, needs: 'anyone', budget: 'signIn' },
  { reads: '/oauth2/exchangeToken', operation: exchangeToken, needs: 'anyone', budget: 'signIn' },
  {
    changes: '/oauth2/registerApp',
    operation: registerAppOperation,
    needs: 'portal:user:createItem',
    recentSignIn: true,
  },
  { reads: '/oauth2/apps/:app', operation: getApp, needs: 'member' },
  { changes: '/oauth2/apps/:app/update', operation: updateApp, needs: 'member', recentSignIn: true },
  {
    changes: '/oauth2/apps/:app/resetSecret',
    operation: resetAppSecret,
    needs: 'member',
    recentSignIn: true,
  },
  { changes: '/oauth2/apps/:app/unregister', operation: unregisterApp, needs: 'member', recentSignIn: true },
  {
    reads: '/oauth2/forgottenPassword',
    operation: forgottenPassword,
    needs: 'anyone',
    budget: 'signIn',
    hasPages: true,
  },
  { reads: '/oauth2/newPassword', operation: newPassword, needs: 'anyone', budget: 'signIn', hasPages: true },
  { reads: '/oauth2/signout', operation: signOut, needs: 'anyone', budget: 'signIn', hasPages: true },
]);
