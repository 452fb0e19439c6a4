import type { Selectable } from 'kysely';
import type { PortalTables } from '../../platform/database/tables/portal.ts';
import type { Caller } from '../caller.ts';
import { holdsIn, privilegesOf } from '../access/privileges.ts';

export type UserRow = Omit<
  Selectable<PortalTables['portal_user']>,
  'password_hash' | 'security_stamp' | 'search' | 'properties'
> & { granted: string[] | null };

/**
 * A user as visible to the caller. Everyone who may see the user gets the public profile; the account (email
 * address, privileges, last sign-in) is for the user and the administrators of their organisation; role and
 * organisation are for its members.
 */
export function presentUser(user: UserRow, caller: Caller) {
  const profile = {
    username: user.username,
    // The ArcGIS SDK builds user URLs from `id`, so it is the username too (docs/arcgis-protocol.md#users-and-groups).
    id: user.username,
    fullName: user.full_name,
    firstName: user.full_name.split(' ')[0] ?? '',
    lastName: user.full_name.split(' ').slice(1).join(' '),
    description: user.description || null,
    tags: user.tags,
    culture: user.culture,
    region: user.region,
    units: user.units,
    thumbnail: user.thumbnail,
    access: user.access,
    created: user.created_at,
    modified: user.modified_at,
    provider: 'arcgis',
  };
  if (caller.kind === 'anonymous' || caller.orgId !== user.org_id) return profile;
  const member = {
    ...profile,
    orgId: user.org_id,
    role: user.role,
    // Only custom roles have an id; arcgis-rest-js does not recognise an administrator with one.
    roleId: user.role_id,
    userType: 'arcgisonly',
    level: '2',
    disabled: user.disabled,
  };
  if (caller.username !== user.username && !holdsIn(caller, 'portal:admin:viewUsers', user.org_id))
    return member;
  return {
    ...member,
    email: user.email,
    emailStatus: user.email_confirmed_at === null ? 'notverified' : 'verified',
    preferredView: 'Web',
    userLicenseTypeId: user.role === 'org_user' ? 'editorUT' : 'creatorUT',
    privileges: privilegesOf(user.role, user.granted),
    favGroupId: user.fav_group_id,
    lastLogin: user.last_sign_in_at ?? -1,
    mfaEnabled: user.second_factor_at !== null,
  };
}
