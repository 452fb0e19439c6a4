import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type {
  PortalAppConsentTable,
  PortalAppTable,
  PortalAppTokenTable,
  PortalCodeTable,
  PortalIdentityProviderTable,
  PortalKnownNetworkTable,
  PortalProviderUserTable,
  PortalSamlAnswerTable,
  PortalRecoveryCodeTable,
  PortalSecondFactorTable,
  PortalSignInStepTable,
  PortalTokenTable,
  PortalRole,
} from './portal-sign-in.ts';

/** The embedded portal's tables. Times are epoch milliseconds, as in the ArcGIS REST API. */
export interface PortalTables {
  portal_organisation: PortalOrganisationTable;
  portal_partnership: PortalPartnershipTable;
  portal_user: PortalUserTable;
  portal_former_user: PortalFormerUserTable;
  portal_group: PortalGroupTable;
  portal_group_member: PortalGroupMemberTable;
  portal_invitation: PortalInvitationTable;
  portal_folder: PortalFolderTable;
  portal_item: PortalItemTable;
  portal_item_word: PortalItemWordTable;
  portal_item_group: PortalItemGroupTable;
  portal_item_data: PortalItemDataTable;
  portal_data_version: PortalDataVersionTable;
  portal_item_data_part: PortalItemDataPartTable;
  portal_rating: PortalRatingTable;
  portal_item_comment: PortalItemCommentTable;
  portal_notification: PortalNotificationTable;
  portal_role: PortalRoleTable;
  portal_item_relation: PortalItemRelationTable;
  portal_item_use: PortalItemUseTable;
  portal_file: PortalFileTable;
  portal_app: PortalAppTable;
  portal_app_consent: PortalAppConsentTable;
  portal_app_token: PortalAppTokenTable;
  portal_code: PortalCodeTable;
  portal_known_network: PortalKnownNetworkTable;
  portal_token: PortalTokenTable;
  portal_second_factor: PortalSecondFactorTable;
  portal_identity_provider: PortalIdentityProviderTable;
  portal_provider_user: PortalProviderUserTable;
  portal_saml_answer: PortalSamlAnswerTable;
  portal_recovery_code: PortalRecoveryCodeTable;
  portal_sign_in_step: PortalSignInStepTable;
}

export type { PortalRole } from './portal-sign-in.ts';
export type PortalUserAccess = 'private' | 'org' | 'public';
export type PortalGroupAccess = 'private' | 'org' | 'public';
/** The access level as stored. The protocol's `shared` is `private` with at least one group. */
export type PortalItemAccess = 'private' | 'org' | 'public';
export type PortalMemberType = 'owner' | 'admin' | 'member';
export type PortalDataEncoding = 'identity' | 'gzip' | 'br';

/** Search text, made by `textVector` of server/portal/search/text and read only by PostgreSQL. */
type SearchVector = ColumnType<unknown, string | undefined, string>;

/** A portal organisation. Users, groups, items, services and audit log entries belong to exactly one. */
interface PortalOrganisationTable {
  /** `orgId` in answers. */
  id: string;
  /**
   * Segment of its URLs, `/portal/{url_key}`, and name of this product's organisation; null: it has no URL of
   * its own.
   */
  url_key: string | null;
  /** Settings that differ from the installation's `PortalSettings`. */
  settings: JSONColumnType<object>;
  created_at: number;
}

/** Two organisations whose users may be invited into each other's groups, once the second has accepted. */
interface PortalPartnershipTable {
  from_org: string;
  to_org: string;
  offered_by: string;
  offered_at: number;
  accepted_by: string | null;
  accepted_at: number | null;
}

/**
 * Clients receive the username as `id` too, because the ArcGIS SDK builds user URLs from `id`
 * (docs/arcgis-protocol.md#users-and-groups).
 */
interface PortalUserTable {
  username: string;
  org_id: string;
  full_name: string;
  email: string;
  /** When the user confirmed the address; null: nothing is sent to it. */
  email_confirmed_at: number | null;
  description: string;
  role: PortalRole;
  access: PortalUserAccess;
  culture: string;
  region: string;
  units: 'metric' | 'english';
  tags: string[];
  thumbnail: string | null;
  fav_group_id: string | null;
  disabled: Generated<boolean>;
  /** scrypt, `scrypt$N$r$p$salt$hash`; null: this user cannot sign in by password. */
  password_hash: string | null;
  /** Replaced whenever all sign-ins of the account end (`security-stamp-store.ts`). */
  security_stamp: Generated<string>;
  created_at: number;
  modified_at: number;
  last_sign_in_at: number | null;
  /** When the second factor was enabled; null: signing in requires only the password. */
  second_factor_at: number | null;
  /** What applications store about the user (`setProperties`). */
  properties: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  /** A role of the organisation's own, whose privileges apply instead of those of `role`. */
  role_id: string | null;
  search: SearchVector;
}

/** The username of a deleted user, which cannot be reused. */
interface PortalFormerUserTable {
  username: string;
  deleted_at: number;
}

interface PortalGroupTable {
  id: string;
  /** The owner's organisation, maintained by a trigger. */
  org_id: ColumnType<string, never, never>;
  title: string;
  owner: string;
  access: PortalGroupAccess;
  snippet: string;
  description: string;
  tags: string[];
  thumbnail: string | null;
  sort_field: string;
  sort_order: 'asc' | 'desc';
  is_invitation_only: boolean;
  is_view_only: boolean;
  is_fav: boolean;
  protected: Generated<boolean>;
  created_at: number;
  modified_at: number;
  search: SearchVector;
  /** The group's own category schema, as clients send it. */
  category_schema: ColumnType<unknown, string | null | undefined, string | null>;
  has_category_schema: GeneratedAlways<boolean>;
  /** Bytes of its texts and tags as JSON, maintained by a trigger. */
  json_bytes: ColumnType<number, never, never>;
}

interface PortalGroupMemberTable {
  group_id: string;
  username: string;
  member_type: PortalMemberType;
  joined_at: number;
}

/** A group's invitation to a user, who accepts or declines it; at most one per group and user. */
interface PortalInvitationTable {
  id: string;
  group_id: string;
  username: string;
  member_type: 'admin' | 'member';
  invited_by: string;
  created_at: number;
  expires_at: number;
  /** Names of the organisations that the group administered when it was made. */
  administers: Generated<string[]>;
}

interface PortalFolderTable {
  id: string;
  username: string;
  title: string;
  created_at: number;
}

interface PortalItemTable {
  id: string;
  /** The owner's organisation, maintained by a trigger. */
  org_id: ColumnType<string, never, never>;
  owner: string;
  folder_id: string | null;
  type: string;
  title: string;
  snippet: string;
  description: string;
  tags: string[];
  type_keywords: string[];
  categories: string[];
  /** Extent in WGS84 degrees (`xmin` and `xmax` are reserved names in PostgreSQL). */
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
  spatial_reference: string | null;
  url: string | null;
  name: string | null;
  access: PortalItemAccess;
  culture: string;
  access_information: string;
  license_info: string;
  documentation: Generated<string>;
  properties: JSONColumnType<Record<string, unknown>> | null;
  size: number;
  num_views: Generated<number>;
  num_ratings: Generated<number>;
  avg_rating: Generated<number>;
  comments_enabled: Generated<boolean>;
  /** Maintained by a trigger. */
  num_comments: Generated<number>;
  protected: Generated<boolean>;
  /** Path below `info/`, such as `thumbnail/map.png`; the bytes are in portal_file. */
  thumbnail: string | null;
  created_at: number;
  modified_at: number;
  search: SearchVector;
  /** Bytes of its texts, lists and properties as JSON, maintained by a trigger. */
  json_bytes: ColumnType<number, never, never>;
}

/** Words that occur in items, or once did; maintained by a trigger. */
interface PortalItemWordTable {
  word: string;
}

interface PortalItemGroupTable {
  item_id: string;
  group_id: string;
  /** Whether the group holds a user's favourites: then the row grants no access. */
  favourite: Generated<boolean>;
  /** Paths among the group's own categories. */
  categories: Generated<string[]>;
}

/** Data in one or more encodings, shared by several items and deleted with the last of them. */
interface PortalDataVersionTable {
  version: string;
  encoding: PortalDataEncoding;
}

/** One encoding of an item's data; an item's rows share one version. */
interface PortalItemDataTable {
  item_id: string;
  encoding: PortalDataEncoding;
  version: string;
  content_type: string;
  /** Bytes in this encoding. */
  size: number;
}

/** Parts of at most a few megabytes, numbered from 0, so that large data is streamed. */
interface PortalItemDataPartTable {
  version: string;
  encoding: PortalDataEncoding;
  part: number;
  bytes: Uint8Array;
}

interface PortalRatingTable {
  item_id: string;
  username: string;
  /** 0 to 5. */
  rating: number;
  created_at: number;
}

/** A comment on an item, or a reply to one. */
interface PortalItemCommentTable {
  id: string;
  item_id: string;
  username: string;
  parent_id: string | null;
  comment: string;
  created_at: number;
  modified_at: number;
}

interface PortalNotificationTable {
  id: string;
  username: string;
  /** ArcGIS's types, such as `user_invite`, and this portal's own. */
  type: string;
  data: JSONColumnType<Record<string, unknown>>;
  created_at: number;
}

/** A role that an organisation's administrators defined. */
interface PortalRoleTable {
  id: string;
  org_id: string;
  name: string;
  description: string;
  privileges: string[];
  created_at: number;
  modified_at: number;
}

interface PortalItemUseTable {
  item_id: string;
  /** Id of an item, or address of a service in one spelling. */
  target: string;
  /** The address of a service as it was saved. */
  url: string | null;
}

interface PortalItemRelationTable {
  origin_id: string;
  destination_id: string;
  /** ArcGIS relationship type, such as `Map2Service`. */
  type: string;
}

/**
 * Thumbnails and resources. `owner_kind` is the kind of their owner; `path` is such as `thumbnail/map.png` or
 * `styles/root.json`.
 */
interface PortalFileTable {
  owner_kind: 'item' | 'item-resource' | 'group' | 'user';
  owner_id: string;
  path: string;
  content_type: string;
  bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  digest: GeneratedAlways<Uint8Array>;
  /** Whether only those who control the item may read the resource. */
  private: Generated<boolean>;
  created_at: number;
}
