import { MappingError } from '../../wire/errors.ts';
import { portalAddress } from '../../wire/portal-address.ts';
import { visitorsMayCommentOn } from '../application/map-comments/comment-store.ts';
import type { Follower, MayFollow } from '../application/map-comments/stream-checks.ts';
import { limits } from '../limits.ts';
import { requirePrimaryWithin } from '../platform/database/stand-in.ts';
import type { EmbeddedPortal, FindConfig } from '../platform/membership/identify.ts';
import { mayItem } from '../portal/access/item-policy.ts';
import type { Caller } from '../portal/caller.ts';
import { findItemFacts } from '../portal/content/items/item-store.ts';
import { organisationAt } from '../portal/embedded-probe.ts';
import { hashOf } from '../portal/identity/random-token.ts';
import { findCallers } from '../portal/identity/token-store.ts';
import type { PortalContext } from '../portal/operation.ts';
import { portalOrganisationOf } from '../portal/portal-address.ts';

interface Options {
  embedded: EmbeddedPortal;
  publicUrl: string;
  findConfig: FindConfig;
  log: (error: unknown) => void;
}

/**
 * Decides for many open streams at once who may still follow the map, on the embedded portal: as `createAccessOfMap` and the
 * identification of callers do for one request, but with three statements however many streams there are.
 */
export function createMayFollow(
  portal: PortalContext,
  { embedded, publicUrl, findConfig, log }: Options,
): MayFollow {
  /** The portal's organisations of an organisation: of its members, and of its maps; none unless the portal is this one. */
  const homeOf = async (organisation: string) => {
    try {
      const config = await findConfig(organisation);
      const address = portalAddress(config.portal.url, publicUrl);
      if (!embedded.isAt(address)) return undefined;
      const maps = (await portalOrganisationOf(portal, organisation, config))?.id;
      return { members: await organisationAt(portal, address), maps };
    } catch (error) {
      if (error instanceof MappingError && error.id === 'organisation:not-found') return undefined;
      // What cannot be known takes nothing away, nor does it leave the streams of others unchecked.
      log(error);
      return 'unknown';
    }
  };
  return async (followers) => {
    const { database } = portal;
    const organisations = [...new Set(followers.map(({ organisation }) => organisation))];
    const homes = new Map<string, Awaited<ReturnType<typeof homeOf>>>();
    for (const organisation of organisations) homes.set(organisation, await homeOf(organisation));
    const hashes = new Set(followers.flatMap(({ token }) => (token === undefined ? [] : [hashOf(token)])));
    const owners = await findCallers(database, [...hashes], portal.now());
    requirePrimaryWithin(limits.standInMemberMinutes);
    const items = await findItemFacts(database, [...new Set(followers.map(({ wid }) => wid))]);
    const isOpen = await visitorsMayCommentOn(database, followers);
    const callerOf = ({ token }: Follower, members: string | undefined): Caller => {
      const tokenHash = token === undefined ? '' : hashOf(token);
      const owner = owners.get(tokenHash);
      // Users of other organisations are visitors here, whatever groups they are in.
      if (!owner || owner.orgId !== members) return { kind: 'anonymous' };
      return { kind: 'member', ...owner, tokenHash };
    };
    return followers.map((follower) => {
      const home = homes.get(follower.organisation);
      if (home === 'unknown') return true;
      const caller = callerOf(follower, home?.members);
      const item = items.get(follower.wid);
      if (!item || !mapTypes.has(item.type) || item.org_id !== home?.maps) return false;
      if ((caller.kind === 'member' ? caller.username : '') !== follower.username) return false;
      return (caller.kind === 'member' || isOpen(follower)) && mayItem(caller, 'see', item);
    });
  };
}

const mapTypes: ReadonlySet<string> = new Set(['Web Map', 'Web Scene']);
