import type { Generated } from 'kysely';
import type { QuotaScope } from '../../../../wire/quota.ts';

/**
 * Usage and quotas of content. The database counts at every commit (`migrations/0001-release-0-1-0/quotas.ts`); the program only reads.
 */
export interface QuotaTables {
  portal_quota: PortalQuotaTable;
  portal_charge: PortalChargeTable;
  portal_usage: PortalUsageTable;
  portal_upload_time: PortalUploadTimeTable;
  portal_upload_reservation: PortalUploadReservationTable;
}

/** The row of the empty `org_id` holds the program's quotas; null in another row means that. */
export interface PortalQuotaTable {
  org_id: string;
  person_bytes: number | null;
  person_items: number | null;
  person_features: number | null;
  person_shared_maps: number | null;
  person_upload_seconds: number | null;
  organisation_bytes: number | null;
  organisation_items: number | null;
  organisation_features: number | null;
  organisation_shared_maps: number | null;
  organisation_upload_seconds: number | null;
}

/** Usage of one item: its data, thumbnail, resources, and the tables and attachments of its service. */
interface PortalChargeTable {
  item_id: string;
  owner: string;
  org_id: string;
  bytes: number;
  features: number;
}

/** Sums of charges; `key` is a username or the id of a portal organisation. */
interface PortalUsageTable {
  scope: QuotaScope;
  key: string;
  bytes: Generated<number>;
  items: Generated<number>;
  features: Generated<number>;
}

/** Seconds that reading a user's files took on one day (UTC, as `2026-11-22`). */
interface PortalUploadTimeTable {
  username: string;
  day: string;
  org_id: string;
  seconds: number;
}

/**
 * Reserved seconds of a file being read. One whose process ended is void after `ends_at` (epoch
 * milliseconds).
 */
interface PortalUploadReservationTable {
  id: string;
  username: string;
  org_id: string;
  seconds: number;
  ends_at: number;
}
