import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { PortalRole } from './portal.ts';

export interface AdministrationTables {
  audit_entry: AuditEntryTable;
  organisation_picture: OrganisationPictureTable;
  usage_day: UsageDayTable;
  usage_key: UsageKeyTable;
  usage_person: UsagePersonTable;
  counted_try: CountedTryTable;
  ended_token: ForeignTokenTable;
  accepted_token: ForeignTokenTable;
  rate_count: RateCountTable;
  portal_link: PortalLinkTable;
}

/** One act of an administrator. Times are epoch milliseconds. */
interface AuditEntryTable {
  id: Generated<number>;
  /** null: an act in the embedded portal, of the portal organisation `org_id`. */
  organisation: string | null;
  org_id: string | null;
  at: number;
  /** Username in the organisation's portal, or `operator`. */
  actor: string;
  /** Stable code such as `config.saved`. */
  act: string;
  /** What it affected: an id or a title. */
  subject: Generated<string>;
  detail: JSONColumnType<Record<string, unknown>, string | undefined>;
  /** What a counting entry counts, and in which minute; null for an entry of one act. */
  counted: ColumnType<string | null, string | undefined, never>;
}

interface OrganisationPictureTable {
  organisation: string;
  /** SHA-256 of the bytes, hex. */
  hash: string;
  content_type: string;
  bytes: Uint8Array;
  created_at: number;
}

/** A day as `yyyy-mm-dd`, UTC. */
type Day = ColumnType<string, string, string>;

interface UsageDayTable {
  organisation: string;
  day: Day;
  kind: string;
  count: number;
}

interface UsageKeyTable {
  day: Day;
  key: Uint8Array;
}

interface UsagePersonTable {
  organisation: string;
  day: Day;
  mark: Uint8Array;
}

/** Unlogged: empty after a crash of the database. */
interface RateCountTable {
  key: string;
  /** Minutes since 1970. */
  minute: number;
  count: number;
}

interface CountedTryTable {
  key: string;
  at: number;
}

/** Tokens of other portals. */
interface ForeignTokenTable {
  /** SHA-256 of the portal's address and the token, base64url. */
  token_hash: string;
  /** The organisation whose portal was asked about it. */
  asked_by: string;
  /** When it is forgotten, in epoch milliseconds. */
  until: number;
}

/** A link for a user: to join, or to choose a new password. */
interface PortalLinkTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  org_id: string;
  kind: 'join' | 'password';
  /** The user whose password it sets; null for `join`. */
  username: string | null;
  role: PortalRole | null;
  group_ids: string[];
  created_by: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  /** Names of the organisations that these groups administered when it was made. */
  administers: Generated<string[]>;
}
