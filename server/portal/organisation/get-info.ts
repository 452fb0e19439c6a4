import { limits } from '../../limits.ts';
import type { Operation, PortalContext } from '../operation.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { portalNotFound } from './portal-organisations.ts';

/** The version of the ArcGIS REST API that this portal implements; clients parse it as a number. */
export const currentVersion = '2026.1';
export const fullVersion = '2026.1.0';

/**
 * The portal's REST root itself: its version. An invalid token is answered with 498 here too, so clients
 * verify theirs by it.
 */
export const getRoot: Operation = async () => ({ currentVersion, fullVersion });

/** `info`: the token issuer. */
export const getInfo: Operation = async ({ context }) => ({
  currentVersion,
  fullVersion,
  ...serverInfo(context),
});

/** The address of the portal of a call, without a trailing slash. */
export function portalAddress({ publicUrl, address }: Pick<PortalContext, 'publicUrl' | 'address'>): string {
  return `${publicUrl}/portal${address}`;
}

/**
 * `owningSystemUrl` and `authInfo`, of the portal and of every service of ours: the issuer of their tokens.
 */
export function serverInfo(context: Pick<PortalContext, 'publicUrl' | 'address'>) {
  const portal = portalAddress(context);
  return {
    owningSystemUrl: portal,
    authInfo: {
      isTokenBasedSecurity: true,
      tokenServicesUrl: `${portal}/sharing/rest/generateToken`,
      shortLivedTokenValidity: limits.accessTokenMinutes,
    },
  };
}

/** The version announced by hosted services; a number, as in ArcGIS Server. */
const serverVersion = { currentVersion: 11.4, fullVersion: '11.4.0' };

/**
 * `/server/rest/info`: tells clients that this portal issues the tokens of our services. They request it
 * before every edit.
 */
export async function serverInfoRoute(
  app: FastifyInstance,
  { context }: { context: PortalContext },
): Promise<void> {
  const handler = async (request: FastifyRequest<{ Params: { org?: string } }>, reply: FastifyReply) => {
    const { org } = request.params;
    if (org !== undefined && !(await context.organisations.byUrlKey(org))) throw portalNotFound();
    void reply.header('cache-control', 'public, max-age=60');
    return { ...serverVersion, ...serverInfo({ ...context, address: org === undefined ? '' : `/${org}` }) };
  };
  for (const url of ['/server/rest/info', '/server/:org/rest/info'])
    app.route({ method: ['GET', 'POST'], url, handler });
}
