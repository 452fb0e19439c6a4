import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '../../../wire/app-config.ts';
import { MappingError } from '../../../wire/errors.ts';
import { type MapCheck, problemsOf } from '../../../wire/map-check.ts';
import { withoutFinalSlash } from '../../../wire/trim-end.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { countForOrganisation } from '../../platform/budgets/requester.ts';
import { type Parameter, textOf } from '../../platform/http/query-parameters.ts';
import {
  type FindConfig,
  type Identify,
  type Member,
  presentedToken,
  signInNeeded,
} from '../../platform/membership/identify.ts';
import { itemControl } from '../../portal/access/item-policy.ts';
import type { Caller } from '../../portal/caller.ts';
import { resolveCaller } from '../../portal/identity/resolve-caller.ts';
import type { PortalContext } from '../../portal/operation.ts';
import { embeddedAddress, portalOrganisationOf } from '../../portal/portal-address.ts';
import { findForeignChecks, type ForeignMap, recordSeen } from './foreign-map-store.ts';
import { findMapChecks } from './map-check-store.ts';

interface Options {
  portal: PortalContext;
  identify: Identify;
  findConfig: FindConfig;
}

/**
 * `GET /api/{org}/map-checks?ids=a,b` or `?attention=true`: results of the map doctor for maps visible to the
 * caller; of other portals only for public maps.
 */
export async function mapCheckRoutes(
  app: FastifyInstance,
  { portal, identify, findConfig }: Options,
): Promise<void> {
  app.get<{ Params: { org: string }; Querystring: { ids?: Parameter; attention?: Parameter } }>(
    '/:org/map-checks',
    async (request, reply): Promise<{ results: MapCheck[] }> => {
      void reply.header('cache-control', 'no-store');
      const organisation = request.params.org;
      const config = await findConfig(organisation);
      const presented = presentedToken(request.headers);
      const ids = [request.query.ids ?? '']
        .flat()
        .flatMap((list) => list.slice(0, limits.listCharacters).split(','))
        .filter((id) => id !== '');
      const input =
        textOf(request.query.attention) === 'true'
          ? ({ attention: true } as const)
          : { ids: ids.slice(0, limits.searchPage) };
      const elsewhere = foreignPortal(config, portal.publicUrl);
      if (elsewhere !== undefined) {
        const member = await identify(config, presented).catch(visitorMeanwhile);
        const { database, now } = portal;
        const place = { organisation, portal: elsewhere };
        return { results: await readForeignChecks({ database, now, place, input, member }) };
      }
      const within = await portalOrganisationOf(portal, organisation, config);
      if (!within) return { results: [] };
      const known = await callerOf(portal, presented?.token);
      const isMember = known.kind === 'member' && known.orgId === within.id;
      await countForOrganisation(isMember ? known.username : undefined);
      const caller = visiting(known, within.id);
      const query = { ...input, orgId: within.id };
      const found = await findMapChecks(portal.database, caller, query, limits.searchPage);
      return { results: found.map((check) => present(check, caller)) };
    },
  );
}

/** While the portal cannot identify a caller, the caller gets the public response. */
function visitorMeanwhile(error: unknown): undefined {
  if (error instanceof MappingError && error.id === 'membership:portal-unreachable') return undefined;
  throw error;
}

/** Users of other organisations are visitors here. */
function visiting(caller: Caller, orgId: string): Caller {
  return caller.kind === 'member' && caller.orgId !== orgId ? { kind: 'anonymous' } : caller;
}

/** Our own API responds to an invalid token with 401. */
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
    // The layer reveals something of the map's content, so only users who can repair the map see it.
    ...(itemControl(caller, check) === 'admin' && { layers }),
  };
}

/**
 * The address of a config's portal, without a trailing slash; undefined when it is embedded in this server.
 */
export function foreignPortal({ portal }: AppConfig, publicUrl: string): string | undefined {
  if (embeddedAddress(portal.url, publicUrl)) return undefined;
  return withoutFinalSlash(new URL(portal.url, publicUrl).href);
}

interface QueryInput {
  database: Database;
  now: () => number;
  place: Omit<ForeignMap, 'item_id'>;
  input: { ids: readonly string[] } | { attention: true };
  /** Undefined: the portal confirmed no identity. */
  member: Member | undefined;
}

/** Item ids as in every ArcGIS portal. */
const itemId = /^[0-9a-f]{32}$/i;

/**
 * Results for maps of other portals. Maps requested by a member are checked from then on; a request by a
 * visitor starts nothing, or anonymous users could make the doctor request any address.
 */
async function readForeignChecks({ database, now, place, input, member }: QueryInput): Promise<MapCheck[]> {
  if (member && 'ids' in input) {
    const ids = input.ids.filter((id) => itemId.test(id));
    await recordSeen(database, place, ids, now());
  }
  const found = await findForeignChecks(database, place, input);
  return found.map(({ id, checked_at, attention, layers, owner }) => ({
    id,
    checkedAt: checked_at,
    attention,
    problems: attention ? problemsOf(layers, true) : [],
    // Shown to users who can repair the map, as far as this server knows.
    ...(member && (member.isAdmin || member.username === owner) && { layers }),
  }));
}
