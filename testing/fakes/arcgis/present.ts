import type { Group, Item, Person } from './content.ts';
import type { Exchange } from './exchange.ts';

/** An item as searches and lists show it. `extent` is an empty list where an author set none. */
export function presentItem(item: Item): Record<string, unknown> {
  const {
    thumbnail,
    data,
    resources,
    comments,
    groups: _groups,
    ownerFolder: _folder,
    orgId,
    ...fields
  } = item;
  void resources;
  return {
    ...fields,
    orgId,
    name: null,
    guid: null,
    isOrgItem: true,
    documentation: null,
    thumbnail: thumbnail ? `thumbnail/${thumbnail.name}` : null,
    spatialReference: null,
    culture: 'en-us',
    proxyFilter: null,
    size: data ? data.bytes.length : 0,
    subInfo: 0,
    appCategories: [],
    industries: [],
    languages: [],
    largeThumbnail: null,
    banner: null,
    screenshots: [],
    listed: false,
    numComments: comments.length,
    numRatings: 0,
    avgRating: 0,
    contentOrigin: 'self',
    scoreCompleteness: 50,
    groupDesignations: null,
    lastViewed: item.modified,
  };
}

export function presentGroup(group: Group, person: Person | undefined): object {
  const memberType =
    group.owner === person?.username
      ? 'owner'
      : group.admins.includes(person?.username ?? '')
        ? 'admin'
        : group.members.includes(person?.username ?? '')
          ? 'member'
          : 'none';
  return {
    id: group.id,
    title: group.title,
    isInvitationOnly: true,
    owner: group.owner,
    description: null,
    snippet: group.snippet,
    tags: group.tags,
    typeKeywords: [],
    phone: null,
    sortField: 'title',
    sortOrder: 'asc',
    isViewOnly: false,
    isOpenData: false,
    featuredItemsId: null,
    thumbnail: null,
    created: group.created,
    modified: group.created,
    access: group.access,
    capabilities: group.capabilities,
    isFav: group.isFav,
    isReadOnly: false,
    protected: false,
    autoJoin: false,
    notificationsEnabled: false,
    provider: null,
    leavingDisallowed: false,
    hiddenMembers: false,
    membershipAccess: 'org',
    displaySettings: { itemTypes: '' },
    properties: null,
    orgId: group.orgId,
    userMembership: {
      username: person?.username ?? null,
      memberType,
      applications: memberType === 'owner' || memberType === 'admin' ? 0 : null,
    },
  };
}

/** A person as others see them. */
export function presentPerson(exchange: Exchange, person: Person): object {
  const { content, person: caller } = exchange;
  return {
    username: person.username,
    fullName: person.fullName,
    firstName: person.fullName.split(' ')[0],
    lastName: person.fullName.split(' ').slice(1).join(' '),
    preferredView: null,
    description: null,
    tags: [],
    culture: person.culture,
    cultureFormat: person.cultureFormat,
    region: person.region,
    units: person.units,
    thumbnail: null,
    access: 'org',
    created: 1_640_995_200_000,
    modified: 1_640_995_200_000,
    provider: 'arcgis',
    groups: content
      .groupsOf(person)
      .filter((group) => !group.isFav && content.maySeeGroup(group, caller))
      .map((group) => presentGroup(group, person)),
    ...(caller?.orgId === person.orgId && {
      orgId: person.orgId,
      role: person.role,
      roleId: person.roleId ?? person.role,
      disabled: person.disabled === true,
      userType: 'arcgisonly',
      userLicenseTypeId: person.userLicenseTypeId,
    }),
    ...exchange.dialect.personFacts(person),
  };
}

export function presentSelf(exchange: Exchange, person: Person): object {
  return {
    ...presentPerson(exchange, person),
    email: `${person.username}@example.org`,
    orgId: person.orgId,
    role: person.role,
    roleId: person.roleId ?? person.role,
    level: '2',
    userType: person.fromProvider ? 'both' : 'arcgisonly',
    disabled: false,
    userLicenseTypeId: person.userLicenseTypeId,
    storageUsage: 12_582_912,
    storageQuota: 2_199_023_255_552,
    lastLogin: Date.now(),
    favGroupId: person.favGroupId,
    mfaEnabled: false,
    validateUserProfile: true,
    idpUsername: person.fromProvider ? person.username : null,
    privileges: person.privileges,
    ...(person.availableCredits !== undefined && {
      assignedCredits: person.availableCredits,
      availableCredits: person.availableCredits,
    }),
  };
}
