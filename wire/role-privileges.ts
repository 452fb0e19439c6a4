/** Privileges of the embedded portal's role User. */
export const userPrivileges = [
  'features:user:edit',
  'portal:user:categorizeItems',
  'portal:user:createGroup',
  'portal:user:createItem',
  'portal:user:joinGroup',
  'portal:user:shareGroupToOrg',
  'portal:user:shareGroupToPublic',
  'portal:user:shareToGroup',
  'portal:user:shareToOrg',
  'portal:user:shareToPublic',
  'portal:user:viewOrgGroups',
  'portal:user:viewOrgItems',
  'portal:user:viewOrgUsers',
] as const;

/** What the role Publisher has besides. */
export const publisherPrivileges = [
  'portal:publisher:publishFeatures',
  'portal:publisher:publishTiles',
] as const;

/**
 * Privileges that an organisation of the embedded portal may give its roles. Others, such as changing accounts, roles and groups of
 * other users, would let their holders give themselves any privilege, and stay with administrators.
 */
export const grantablePrivileges = [
  ...userPrivileges,
  ...publisherPrivileges,
  'features:user:fullEdit',
  'portal:admin:deleteItems',
  'portal:admin:reassignItems',
  'portal:admin:shareToGroup',
  'portal:admin:shareToOrg',
  'portal:admin:shareToPublic',
  'portal:admin:updateItems',
  'portal:admin:viewGroups',
  'portal:admin:viewItems',
  'portal:admin:viewUsers',
] as const;
