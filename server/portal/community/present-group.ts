import type { Selectable } from 'kysely';
import type { PortalMemberType, PortalTables } from '../../platform/database/tables/portal.ts';
import type { Caller } from '../caller.ts';

export type GroupRow = Omit<
  Selectable<PortalTables['portal_group']>,
  'search' | 'category_schema' | 'json_bytes'
>;

type GroupTexts = Pick<GroupRow, 'snippet' | 'description' | 'tags'>;

/** A group of a list without pages: its texts are null where the groups before it fill the response. */
export type ListedGroup = Omit<GroupRow, keyof GroupTexts> & {
  [Name in keyof GroupTexts]: GroupTexts[Name] | null;
};

/** A group in responses; empty text is `null`, and texts that do not fit are left out. */
export function presentGroup(group: ListedGroup) {
  return {
    id: group.id,
    title: group.title,
    owner: group.owner,
    orgId: group.org_id,
    access: group.access,
    ...(group.snippet !== null && { snippet: group.snippet || null }),
    ...(group.description !== null && { description: group.description || null }),
    ...(group.tags !== null && { tags: group.tags }),
    thumbnail: group.thumbnail,
    created: group.created_at,
    modified: group.modified_at,
    isInvitationOnly: group.is_invitation_only,
    isViewOnly: group.is_view_only,
    isReadOnly: false,
    isFav: group.is_fav,
    sortField: group.sort_field,
    sortOrder: group.sort_order,
    capabilities: [],
    protected: group.protected,
    autoJoin: false,
    // As `update` accepts them: it refuses other values.
    leavingDisallowed: false,
    hiddenMembers: false,
    notificationsEnabled: false,
    typeKeywords: [],
    properties: null,
    provider: null,
    providerGroupName: null,
    // Neither a contact's telephone number, nor pages of open data.
    phone: null,
    isOpenData: false,
    membershipAccess: 'org',
    displaySettings: { itemTypes: '' },
    hasCategorySchema: group.has_category_schema,
  };
}

/** The caller's membership in a group, by which arcgis-rest-js decides how to share items with it. */
export function presentMembership(caller: Caller, membership: PortalMemberType | undefined) {
  return {
    ...(caller.kind === 'member' && { username: caller.username }),
    memberType: membership ?? 'none',
    applications: 0,
  };
}
