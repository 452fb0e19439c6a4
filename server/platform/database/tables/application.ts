import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AppConfigInput } from '../../../../wire/app-config.ts';
import type { CommentPlace } from '../../../../wire/map-comment.ts';
import type { CheckedLayer, MapProblem } from '../../../../wire/map-check.ts';

export interface OrganisationTables {
  organisation: OrganisationTable;
  organisation_revision: OrganisationRevisionTable;
  organisation_logo: OrganisationLogoTable;
  installation_fact: InstallationFactTable;
}

interface OrganisationTable {
  name: string;
  /** The current revision. */
  revision: number;
  created_at: ColumnType<Date, never, never>;
  /** The organisation of the embedded portal that it belongs to; null on other portals. */
  portal_org_id: ColumnType<string | null, string | null | undefined, string | null>;
}

interface OrganisationRevisionTable {
  organisation: string;
  revision: number;
  config: JSONColumnType<AppConfigInput>;
  author: string;
  saved_at: Generated<Date>;
}

interface OrganisationLogoTable {
  organisation: string;
  content_type: string;
  bytes: Uint8Array;
}

/** Facts about this installation, such as which demo content it holds. */
interface InstallationFactTable {
  name: string;
  value: JSONColumnType<object>;
}

export interface IntegrationTables {
  integration_credential: IntegrationCredentialTable;
  integration_check: IntegrationCheckTable;
  integration_health_change: IntegrationHealthChangeTable;
}

/** Times are epoch milliseconds. */
interface IntegrationCredentialTable {
  organisation: string;
  integration: string;
  /** The key it is encrypted with. */
  key_id: string;
  nonce: Uint8Array;
  sealed: Uint8Array;
  /** Names of the set values. */
  fields: JSONColumnType<string[]>;
  updated_at: number;
  updated_by: string;
  /**
   * The owner it is sealed to: the kind of the integration and the origin it is sent to; null: by an earlier
   * version, or deleted.
   */
  kind: string | null;
  host: string | null;
  /** When the credentials were deleted because the kind or host changed; null: they exist. */
  dropped_at: number | null;
}

interface IntegrationCheckTable {
  organisation: string;
  integration: string;
  checked_at: number;
  state: string;
  message: string;
}

interface IntegrationHealthChangeTable {
  organisation: string;
  integration: string;
  at: number;
  state: string;
  message: string;
}

/** Tables of the map doctor and of views. Times are epoch milliseconds. */
export interface MapCheckTables {
  portal_item_view: PortalItemViewTable;
  map_check: MapCheckTable;
  foreign_map_check: ForeignMapCheckTable;
}

interface PortalItemViewTable {
  item_id: string;
  /** A hash of the viewer, made with the day and the item. */
  viewer: string;
  /** Days since 1970, in UTC. */
  day: number;
}

/** The owner who was notified of a map's problems, and of which. */
export interface NotifiedProblems {
  owner: string;
  problems: MapProblem[];
}

interface MapCheckTable {
  item_id: string;
  /** The checked version of the map. */
  item_modified_at: number;
  /** A process is checking it until then. */
  claimed_until: Generated<number>;
  /** Null: not yet checked. */
  checked_at: number | null;
  attention: Generated<boolean>;
  layers: ColumnType<CheckedLayer[], string | undefined, string>;
  notified: ColumnType<NotifiedProblems | null, string | undefined, string | null>;
}

interface ForeignMapCheckTable {
  organisation: string;
  /** Address of the portal, without a trailing slash. */
  portal: string;
  item_id: string;
  /** When a member last saw the map in the gallery. */
  seen_at: number;
  claimed_until: Generated<number>;
  checked_at: number | null;
  /** Whether the portal shows the map to everyone; of others nothing is stored. */
  readable: Generated<boolean>;
  owner: Generated<string>;
  attention: Generated<boolean>;
  layers: ColumnType<CheckedLayer[], string | undefined, string>;
}

export interface SharedMapTables {
  shared_map: SharedMapTable;
  short_address: ShortAddressTable;
}

/** A short address of a web map, which follows the map's later saves. */
interface ShortAddressTable {
  code: string;
  organisation: string;
  /** Id of the web map's item on the organisation's portal. */
  wid: string;
  title: string;
  /** Username of its creator. */
  owner: string;
  /** Epoch milliseconds. */
  created_at: number;
}

/** Times are epoch milliseconds. */
interface SharedMapTable {
  sid: string;
  organisation: string;
  title: string;
  web_map: JSONColumnType<Record<string, unknown>>;
  /** Additional hosts its page may load from; sources of a Content-Security-Policy. */
  hosts: Generated<string[]>;
  /** What the document uses: ids of items, addresses of services (`serviceKey`). */
  uses: Generated<string[]>;
  viewpoint: JSONColumnType<{ latitude: number; longitude: number; zoom: number; rotation: number }> | null;
  access: 'public' | 'members' | 'groups';
  /** Ids of groups of the organisation's portal, for the access `groups`. */
  groups: string[];
  /** Username in the organisation's portal; empty: an anonymous visitor. */
  owner: string;
  created_at: number;
  modified_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

/** Comments at places of web maps. Times are epoch milliseconds. */
export interface MapCommentTables {
  map_comment: MapCommentTable;
  map_comment_photo: MapCommentPhotoTable;
  map_comment_mention: MapCommentMentionTable;
  map_comment_setting: MapCommentSettingTable;
}

interface MapCommentTable {
  id: string;
  organisation: string;
  /** Id of the web map's item on the organisation's portal. */
  wid: string;
  /** The first comment of its conversation; its own id for the first one. */
  thread: string;
  /** Of the first comment only. */
  place: ColumnType<CommentPlace | null, string | null, never>;
  text: string;
  /** Empty for a visitor. */
  username: string;
  /** The author's full name when the comment was made. */
  author: string;
  created_at: number;
  edited_at: number | null;
  resolved_at: number | null;
  resolved_by: string | null;
}

interface MapCommentPhotoTable {
  comment: string;
  number: number;
  content_type: string;
  bytes: Uint8Array;
  /** The author on the embedded portal, to whom the photo is charged. */
  owner: string | null;
}

interface MapCommentMentionTable {
  comment: string;
  organisation: string;
  username: string;
  /** Null: unread. */
  seen_at: number | null;
}

interface MapCommentSettingTable {
  organisation: string;
  wid: string;
  /** Whether visitors see the comments and add to them. */
  visitors: boolean;
}
