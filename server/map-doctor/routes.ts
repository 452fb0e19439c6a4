import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '../../wire/app-config.ts';
import { MappingError } from '../../wire/errors.ts';
import { type MapCheck, problemsOf } from '../../wire/map-check.ts';
import { limits } from '../limits.ts';
import { bearerToken, signInNeeded } from '../membership/identify.ts';
import { itemControl } from '../portal/access/item-policy.ts';
import type { Caller } from '../portal/caller.ts';
import { resolveCaller } from '../portal/identity/resolve-caller.ts';
import type { PortalContext } from '../portal/operation.ts';
import { findMapChecks } from './map-check-store.ts';

interface Options {
  portal: PortalContext;
  /** @throws MappingError `organisation:not-found` */
  findConfig: (organisation: string) => Promise<AppConfig>;
}

/**
 * `GET /api/{org}/map-checks?ids=a,b` or `?attention=true`: what the map doctor found about maps the caller may see. It
 * looks after the embedded portal; of another portal's maps nothing is known.
 */
export async function mapCheckRoutes(app: FastifyInstance, { portal, findConfig }: Options): Promise<void> {
  app.get<{ Params: { org: string }; Querystring: { ids?: string; attention?: string } }>(
    '/:org/map-checks',
    async (request, reply): Promise<{ results: MapCheck[] }> => {
      void reply.header('cache-control', 'no-store');
      const config = await findConfig(request.params.org);
      if (!isEmbedded(config.portal.url, portal.publicUrl)) return { results: [] };
      const caller = await callerOf(portal, bearerToken(request.headers.authorization));
      const ids = (request.query.ids ?? '').split(',').filter((id) => id !== '');
      const asked =
        request.query.attention === 'true'
          ? ({ attention: true } as const)
          : { ids: ids.slice(0, limits.searchPage) };
      const found = await findMapChecks(portal.database, caller, asked, limits.searchPage);
      return { results: found.map((check) => present(check, caller)) };
    },
  );
}

/** In our own API a token that is no good is answered with 401. */
async function callerOf(portal: PortalContext, token: string | undefined): Promise<Caller> {
  return resolveCaller(portal, token).catch((error: unknown) => {
    throw error instanceof MappingError && error.id === 'portal:invalid-token' ? signInNeeded() : error;
  });
}

function present(check: Awaited<ReturnType<typeof findMapChecks>>[number], caller: Caller): MapCheck {
  const { id, checked_at, attention, layers } = check;
  return {
    id,
    checkedAt: checked_at,
    attention,
    problems: attention ? problemsOf(layers, check.access === 'public') : [],
    // Which layer it is tells something about the map's parts: that is for who can mend it.
    ...(itemControl(caller, check) === 'admin' && { layers }),
  };
}

/** Whether a config's portal is the one of this server. */
function isEmbedded(url: string, publicUrl: string): boolean {
  return new URL(url, publicUrl).href.replace(/\/+$/, '') === `${publicUrl}/portal`;
}
