import type { FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import type { PortalCall } from '../operation.ts';
import { authenticate } from './authenticate.ts';
import { issueDerivedToken } from './issue-derived-token.ts';
import { type IssuedToken, issueAccessToken, newSessionId } from './sessions.ts';

/**
 * `generateToken`: a token for a username and password, or for one of our services in exchange for a portal token.
 * Tokens are not bound to a referer, because clients send invented ones.
 */
export async function generateToken(call: PortalCall): Promise<object> {
  void call.reply.header('cache-control', 'no-store');
  const { token, expiresAt } = call.parameters['username'] ? await forPassword(call) : await forService(call);
  return { token, expires: expiresAt, ssl: false };
}

async function forPassword({ context, parameters, request, reply }: PortalCall): Promise<IssuedToken> {
  if (namesPassword(request)) {
    throw refused('Send username and password in the body of a POST request, not in the address.');
  }
  const credentials = { username: parameters['username'] ?? '', password: parameters['password'] ?? '' };
  const result = await authenticate(context, { ...credentials, address: request.ip });
  if ('username' in result) {
    const holder = {
      username: result.username,
      clientId: null,
      sessionId: newSessionId(),
      agent: request.headers['user-agent'],
    };
    return issueAccessToken(context.database, holder, {
      now: context.now(),
      minutes: wishedMinutes(parameters),
    });
  }
  if (result.refused === 'wrong') throw refused('Invalid username or password.');
  void reply.header('retry-after', result.seconds);
  throw refused(`Too many tries. Wait ${result.seconds} seconds and try again.`, 429);
}

async function forService({ context, caller, parameters }: PortalCall): Promise<IssuedToken> {
  if (caller.kind === 'anonymous') throw refused('Invalid username or password.');
  const server = parameters['serverUrl'];
  if (server !== undefined && !isOurs(server, context.publicUrl)) {
    throw refused('The server is not part of this portal.');
  }
  return issueDerivedToken(context, caller, { minutes: wishedMinutes(parameters) });
}

function namesPassword(request: FastifyRequest): boolean {
  return 'password' in (request.query as object);
}

/** Whether a server is ours: a portal token must not reach another server. */
function isOurs(server: string, publicUrl: string): boolean {
  return URL.canParse(server) && new URL(server).origin === new URL(publicUrl).origin;
}

function wishedMinutes(parameters: Readonly<Record<string, string>>): number | undefined {
  return parameters['expiration'] === undefined ? undefined : Number(parameters['expiration']);
}

function refused(detail: string, status = 400): MappingError {
  return new MappingError('portal:no-token', 'Unable to generate token.', {
    status,
    faults: [{ path: '', message: detail }],
  });
}
