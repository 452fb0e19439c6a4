import { grantablePrivileges, publisherPrivileges, userPrivileges } from '../../../wire/role-privileges.ts';
import type { PortalRole } from '../../platform/database/tables/portal.ts';
import type { Caller } from '../caller.ts';
import { forbidden, requireMember } from './refusals.ts';

const administrator = [
  'features:user:fullEdit',
  'portal:admin:assignToGroups',
  'portal:admin:changeUserRoles',
  'portal:admin:deleteGroups',
  'portal:admin:deleteItems',
  'portal:admin:deleteUsers',
  'portal:admin:disableUsers',
  'portal:admin:inviteUsers',
  'portal:admin:manageCollaborations',
  'portal:admin:manageRoles',
  'portal:admin:manageSecurity',
  'portal:admin:reassignGroups',
  'portal:admin:reassignItems',
  'portal:admin:reassignUsers',
  'portal:admin:shareToGroup',
  'portal:admin:shareToOrg',
  'portal:admin:shareToPublic',
  'portal:admin:updateGroups',
  'portal:admin:updateItems',
  'portal:admin:updateUsers',
  'portal:admin:viewGroups',
  'portal:admin:viewItems',
  'portal:admin:viewUsers',
] as const;

/** An ArcGIS privilege of some role of this portal. */
export type Privilege = (typeof userPrivileges | typeof publisherPrivileges | typeof administrator)[number];

/** Privileges of each role; each role includes those of the previous one. */
const byRole: Record<PortalRole, readonly Privilege[]> = {
  org_user: userPrivileges,
  org_publisher: [...userPrivileges, ...publisherPrivileges],
  org_admin: [...userPrivileges, ...publisherPrivileges, ...administrator],
};

/** Privileges that roles of an organisation may have. */
export const grantable: ReadonlySet<string> = new Set<Privilege>(grantablePrivileges);

/** @param granted those of a role that the organisation defined, instead of the built-in role's */
export function privilegesOf(role: PortalRole, granted?: readonly string[] | null): readonly string[] {
  return [...(granted?.filter((privilege) => grantable.has(privilege)) ?? byRole[role])].sort();
}

/** Whether the caller's role has the privilege; anonymous callers have none. */
export function holds(caller: Caller, privilege: Privilege): boolean {
  if (caller.kind !== 'member') return false;
  if (caller.granted) return grantable.has(privilege) && caller.granted.includes(privilege);
  return byRole[caller.role].includes(privilege);
}

/** The same for content of an organisation: a privilege applies to the caller's own organisation. */
export function holdsIn(caller: Caller, privilege: Privilege, orgId: string): boolean {
  return caller.kind === 'member' && caller.orgId === orgId && holds(caller, privilege);
}

/**
 * Who may call an operation at all: everyone, every member, or members with at least one of the listed
 * privileges. What depends on the item, group or user is decided by the policies, after this.
 */
export type Requirement = 'anyone' | 'member' | Privilege | readonly [Privilege, ...Privilege[]];

/** @throws MappingError `portal:token-required` for anonymous callers, `portal:forbidden` for members without the privilege */
export function checkRequirement(caller: Caller, needs: Requirement): void {
  if (needs === 'anyone') return;
  const member = requireMember(caller);
  if (!meets(member, needs)) throw forbidden();
}

/** Whether the caller meets the requirement. */
export function meets(caller: Caller, needs: Requirement): boolean {
  if (needs === 'anyone') return true;
  if (needs === 'member') return caller.kind === 'member';
  const privileges = typeof needs === 'string' ? [needs] : needs;
  return privileges.some((privilege) => holds(caller, privilege));
}
