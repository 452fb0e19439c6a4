import type { Portal, PortalUser } from './portal-types.ts';

/** Who may see an item besides groups. */
export type SharingLevel = 'private' | 'org' | 'public';

/** What a member may do on the portal, by privileges, user type and settings of the organisation. */
export interface Capabilities {
  /** Change anything at all: false while the portal is in read-only mode. */
  change: boolean;
  /** Add items: save a new map, make a folder. Viewers of ArcGIS Online may not. */
  createItems: boolean;
  /** Turn files into hosted layers. */
  publish: boolean;
  /** Whether the portal hosts no layers at all, whatever the privileges. */
  hostsNothing: boolean;
  /** Levels an item may be shared at. */
  levels: readonly SharingLevel[];
  /** Whether the organisation lets none of its members share with everyone. */
  publicForbidden: boolean;
  shareToGroups: boolean;
  createGroups: boolean;
  /** Change groups of others in the own organisation. */
  updateGroups: boolean;
  /** Add members to groups without an invitation. */
  assignToGroups: boolean;
  deleteGroups: boolean;
}

/**
 * The capabilities of a user, from the privileges that the portal lists, so that the interface offers nothing
 * that the portal would refuse. A portal in read-only mode accepts no change.
 * https://developers.arcgis.com/rest/users-groups-and-items/privileges/
 */
export function capabilitiesOf(user: PortalUser | undefined, portal: Portal | undefined): Capabilities {
  const change = portal?.isReadOnly !== true;
  const hostsNothing = portal?.supportsHostedServices === false;
  const holds = (...names: readonly string[]) =>
    change && names.some((name) => user?.privileges.includes(name) ?? false);
  const toPublic =
    holds('portal:admin:shareToPublic') ||
    (portal?.canSharePublic !== false && holds('portal:user:shareToPublic'));
  const toOrganisation = holds('portal:user:shareToOrg', 'portal:admin:shareToOrg');
  return {
    change,
    createItems: holds('portal:user:createItem'),
    publish: !hostsNothing && holds('portal:publisher:publishFeatures'),
    hostsNothing,
    levels: [
      'private',
      ...(toOrganisation ? (['org'] as const) : []),
      ...(toPublic ? (['public'] as const) : []),
    ],
    publicForbidden: portal?.canSharePublic === false && !toPublic,
    shareToGroups: holds('portal:user:shareToGroup', 'portal:admin:shareToGroup'),
    createGroups: holds('portal:user:createGroup'),
    updateGroups: holds('portal:admin:updateGroups'),
    assignToGroups: holds('portal:admin:assignToGroups'),
    deleteGroups: holds('portal:admin:deleteGroups'),
  };
}

/** Credits of ArcGIS Online. */
interface Credits {
  /** Those that the user, or else the organisation, has left; undefined if the portal does not say. */
  left: number | undefined;
}

/**
 * Whether hosted content costs credits, and how many are left. Only organisations of ArcGIS Online have
 * credits; members with a budget see theirs, and administrators those of the organisation.
 * https://developers.arcgis.com/rest/users-groups-and-items/portal-self/
 */
export function creditsOf(user: PortalUser | undefined, portal: Portal | undefined): Credits | undefined {
  if (!portal || portal.isPortal !== false || !portal.access) return undefined;
  const own = user?.availableCredits ?? -1;
  const budget = portal.creditAssignments === 'enabled' && own >= 0 ? own : undefined;
  const shared = portal.availableCredits ?? undefined;
  return { left: budget ?? shared };
}

/**
 * Whether an account belongs to another organisation than this one. On ArcGIS Online every account may sign
 * in at every address, so the organisation is the configured one, or that of the address
 * (`https://KEY.maps.arcgis.com`, or below another base address: `customBaseUrl`).
 */
export function isOfOtherOrganisation(
  user: PortalUser,
  portal: Portal,
  { url, organisationId }: { url: string; organisationId: string },
): boolean {
  if (organisationId && !url.startsWith('/')) return user.orgId !== organisationId;
  const key = /^https?:\/\/([\w-]+)\.[\w-]+\.arcgis\.com/i.exec(url)?.[1]?.toLowerCase();
  return key !== undefined && portal.urlKey?.toLowerCase() !== key;
}
