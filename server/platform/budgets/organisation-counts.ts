import { limits } from '../../limits.ts';

/** Counts one request; throws 429 when there are more than `max` in this minute. */
export type Count = (name: string, max: number) => Promise<void>;

/** Whether one more request is within a limit per minute. */
export type IsWithin = (name: string, max: number) => Promise<boolean>;

/**
 * Requests to a route, or to all routes, of an organisation: those of callers who have proved to belong to it, and those of all
 * others, so that nobody can use up what members need. Each part is bounded, so that one organisation cannot silence the others.
 */
export interface OrganisationScope {
  organisation: string;
  /** What is counted: a route, or `api`. */
  name: string;
  /** Requests per minute of one member, and of all of them. */
  member: number;
  members: number;
  /** Requests per minute that a newcomer may make when visitors have made all of theirs. */
  newcomer: number;
}

/** All routes of an organisation together. */
export function apiOf(organisation: string): OrganisationScope {
  return {
    organisation,
    name: 'api',
    member: limits.accountRequestsPerMinute,
    members: limits.organisationRequestsPerMinute,
    newcomer: limits.newcomerRequestsPerMinute,
  };
}

/** Requests per minute to a route. */
export interface RouteLimits {
  perMinute: number;
  perMinuteOfMember?: number;
  perMinuteOfNewcomer?: number;
}

/** A route with a limit of its own. */
export function routeOf(organisation: string, url: string, route: RouteLimits): OrganisationScope {
  const { perMinute, perMinuteOfMember, perMinuteOfNewcomer } = route;
  return {
    organisation,
    name: url,
    member: perMinuteOfMember ?? perMinute * limits.memberShare,
    members: perMinute * limits.organisationShare,
    newcomer: perMinuteOfNewcomer ?? limits.newcomerRouteRequestsPerMinute,
  };
}

/**
 * Counts a request of a member, from whichever address.
 *
 * @param who the account or its session
 */
export async function countMember(
  { name, organisation, member, members }: OrganisationScope,
  who: string,
  count: Count,
): Promise<void> {
  await count(`${name} in ${organisation} by member ${who}`, member);
  await count(`${name} in ${organisation} by members`, members);
}

/**
 * Counts a request of anyone else. When visitors have made all of theirs, a network that has made few since then still has a place
 * among the newcomers: a member who signs in has proved nothing yet.
 *
 * @param network the widest network of the caller's address
 */
export async function countVisitor(
  { name, organisation, members, newcomer }: OrganisationScope,
  network: string,
  { count, isWithin }: { count: Count; isWithin: IsWithin },
): Promise<void> {
  const most = Math.ceil(members * limits.visitorShare);
  if (await isWithin(`${name} in ${organisation} by visitors`, most)) return;
  await count(`${name} in ${organisation} of ${network}`, newcomer);
  await count(`${name} in ${organisation} by newcomers`, most);
}
