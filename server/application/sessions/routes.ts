import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { embeddedPath, portalAddress, portalOutOfReach } from '../../../wire/portal-address.ts';
import type { FindConfig } from '../../platform/membership/identify.ts';
import { limits } from '../../limits.ts';
import { countForOrganisation } from '../../platform/budgets/requester.ts';
import { checkSameOrigin } from '../../platform/http/security-headers.ts';
import type { Granted, PortalTokens } from './portal-tokens.ts';
import {
  type BrowserSession,
  isPageKey,
  newPageKey,
  type SessionCookie,
  type SignIn,
} from './session-cookie.ts';

export interface SessionOptions {
  findConfig: FindConfig;
  cookie: SessionCookie;
  /** The token endpoint of the portal at an address. */
  tokensOf: (address: string) => PortalTokens;
  /** Notes an access token that the portal at an address has just issued. */
  noteToken: (address: string, token: string) => Promise<void>;
  /** Refuses an access token of the portal at an address from now on, in all processes. */
  endToken: (address: string, token: string) => Promise<void>;
  publicUrl: string;
  now: () => number;
}

type Call = { Params: { org: string; portal: string }; Body: Record<string, unknown> | null };

/**
 * `/api/session/{org}/{portal}/oauth2/token` and `…/revokeToken`: signs a browser in with its organisation's
 * portal, by OAuth 2 in ArcGIS's dialect. The refresh token is kept in a sealed HttpOnly cookie; pages get
 * access tokens of half an hour, and as `refresh_token` a key without which the cookie renews nothing.
 * `{portal}` is the portal's address in base64url as the page knows it: codes and tokens are never sent to a
 * portal that an administrator has configured instead meanwhile.
 */
export async function sessionRoutes(app: FastifyInstance, options: SessionOptions): Promise<void> {
  const { findConfig, cookie, tokensOf, noteToken, endToken, publicUrl, now } = options;
  const few = {
    bodyLimit: limits.sessionBodyBytes,
    config: {
      perMinute: limits.signInsPerMinute,
      perMinuteOfMember: limits.sessionCallsPerMinute,
      perMinuteOfNewcomer: limits.newcomerSignInsPerMinute,
      provedByHandler: true as const,
    },
  };
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  const called = async (request: FastifyRequest<Call>) => {
    checkSameOrigin(request);
    const { org, portal } = request.params;
    const config = await findConfig(org);
    const address = portalAddress(config.portal.url, publicUrl);
    const { appId } = config.portal;
    const session = cookie.read(request, { portal: address, appId }, now());
    const known = Buffer.from(portal, 'base64url').toString();
    // A path in the config resolves differently for each host name of this server; it only matters that it is
    // on this server.
    const same = known === address || (isOwn(known, request.host) && isOwn(address, new URL(publicUrl).host));
    if (!same || !appId || text(request.body, 'client_id') !== appId)
      throw refused('Sign in again: the portal has changed.');
    return { address, appId, session, tokens: tokensOf(address) };
  };
  /** After all that is refused without asking the portal, so that nobody uses up the sign-ins of others with less than a code. */
  const count = (session: BrowserSession | undefined) =>
    countForOrganisation(session && `session ${session.refreshToken}`);
  const granted = async (
    { address: portal, appId }: { address: string; appId: string },
    reply: FastifyReply,
    { access_token, expires_in, username, ssl = false, refresh_token: refreshToken }: Granted,
    { signedInAt, keyHash }: Pick<BrowserSession, 'signedInAt' | 'keyHash'>,
  ) => {
    await noteToken(portal, access_token);
    if (refreshToken !== undefined)
      cookie.write(reply, { portal, appId, refreshToken, keyHash, signedInAt }, now());
    return { access_token, expires_in, username, ssl };
  };
  /**
   * The sign-in that a page ends, by the names that its cookie may have. The page may have been loaded before the organisation's portal
   * or App ID was changed, so the configuration does not say.
   */
  const signInsOf = ({ params, host, body }: FastifyRequest<Call>): SignIn[] => {
    const known = Buffer.from(params.portal, 'base64url').toString();
    const ours = isOwn(known, host) ? [portalAddress(new URL(known).pathname, publicUrl)] : [];
    return [...new Set([known, ...ours])].map((portal) => ({ portal, appId: text(body, 'client_id') }));
  };

  app.post<Call>('/:org/:portal/oauth2/token', few, (request, reply) =>
    asArcGisError(async () => {
      const call = await called(request);
      const { address: portal, appId, session, tokens } = call;
      const agent = request.headers['user-agent'];
      const grantType = text(request.body, 'grant_type');
      if (grantType === 'authorization_code') {
        if (!isCode(text(request.body, 'code')))
          throw refused('Sign in again: the code is missing or invalid.');
        await count(session);
        const parameters = {
          grant_type: grantType,
          client_id: appId,
          code: text(request.body, 'code'),
          redirect_uri: text(request.body, 'redirect_uri'),
          code_verifier: text(request.body, 'code_verifier'),
        };
        const next = await tokens.grant(parameters, agent).catch(refuseSignIn);
        // Its cookie is replaced, after which that session could no longer be ended.
        if (session)
          await tokens.revoke(session.refreshToken, appId).catch(async (cause: unknown) => {
            // The page does not get the new one.
            await tokens.revoke(next.refresh_token ?? next.access_token, appId).catch(() => undefined);
            throw cause;
          });
        const { key, keyHash } = newPageKey();
        const answer = await granted(call, reply, next, { signedInAt: now(), keyHash });
        return next.refresh_token === undefined ? answer : { ...answer, refresh_token: key };
      }
      if (grantType !== 'refresh_token')
        throw refused('grant_type must be authorization_code or refresh_token.');
      if (!session || !isPageKey(text(request.body, 'refresh_token'), session))
        throw refused('Sign in again.');
      await count(session);
      const parameters = { grant_type: grantType, client_id: appId, refresh_token: session.refreshToken };
      const renewed = tokens.grant(parameters, agent).catch(async (cause: unknown) => {
        // The portal has ended the access tokens of the refresh token, so the cached response about this one is no longer valid.
        const accessToken = text(request.body, 'auth_token');
        if (accessToken && isRefusal(cause)) await endToken(portal, accessToken);
        throw cause;
      });
      return granted(call, reply, await renewed, session);
    }),
  );

  app.post<Call>('/:org/:portal/oauth2/revokeToken', few, (request, reply) =>
    asArcGisError(async () => {
      checkSameOrigin(request);
      const signIns = signInsOf(request);
      const session = signIns.map((of) => cookie.read(request, of, now())).find(Boolean);
      const clear = () => {
        for (const of of signIns) cookie.clear(reply, of);
      };
      const accessToken = text(request.body, 'auth_token');
      if (!session) {
        // First: a cookie that cannot be read ends no session.
        clear();
        const { appId, tokens } = await called(request);
        await count(undefined);
        if (accessToken) await tokens.revoke(accessToken, appId);
        return { success: true };
      }
      await count(session);
      const { portal, appId, refreshToken } = session;
      try {
        // An unreachable portal keeps no session alive here. Callers without a session could store anything.
        if (accessToken) await endToken(portal, accessToken);
      } finally {
        await tokensOf(portal).revoke(refreshToken, appId);
      }
      // Cleared last: after a failure the page repeats the sign-out with only this cookie, which renews nothing without the page's key.
      clear();
      return { success: true };
    }),
  );
}

/** Of printable ASCII, as every authorization code is (RFC 6749, appendix A.11). */
function isCode(code: string): boolean {
  return /^[ -~]+$/.test(code);
}

function isOwn(address: string, host: string): boolean {
  return embeddedPath(address, [host]) !== undefined;
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof MappingError && cause.id === 'session:refused';
}

/**
 * A sign-in that fails because the portal is unreachable is refused with the reason, which the page shows unless it reaches the
 * portal itself. A renewal is not: pages keep their session while the portal is away.
 */
function refuseSignIn(cause: unknown): never {
  if (!(cause instanceof MappingError)) throw cause;
  const { id, message } = cause;
  if (id === portalOutOfReach) throw new MappingError(id, message, { status: 400, cause });
  throw id === 'membership:portal-unreachable' ? refused(message) : cause;
}

/**
 * Refusals are sent as ArcGIS clients read them, with HTTP 200; other errors are sent like every error of our
 * API.
 */
async function asArcGisError(work: () => Promise<object>): Promise<object> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MappingError) || (error.status ?? 500) === 403) throw error;
    const { id, status = 500, message } = error;
    if (status >= 500 || status === 404 || status === 429) throw error;
    const code = id === portalOutOfReach && { messageCode: id };
    return { error: { code: 400, ...code, message, details: [] } };
  }
}

function refused(message: string): MappingError {
  return new MappingError('session:refused', message, { status: 400 });
}

function text(body: Record<string, unknown> | null, name: string): string {
  const value = body?.[name];
  return typeof value === 'string' ? value : '';
}
