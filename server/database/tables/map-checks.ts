import type { ColumnType, Generated } from 'kysely';
import type { CheckedLayer } from '../../../wire/map-check.ts';

/** Tables of the map doctor and of views. Times are epoch milliseconds. */
export interface MapCheckTables {
  portal_item_view: PortalItemViewTable;
  map_check: MapCheckTable;
}

interface PortalItemViewTable {
  item_id: string;
  /** A hash of who it was, made with the day and the item. */
  viewer: string;
  /** Days since 1970, in UTC. */
  day: number;
}

interface MapCheckTable {
  item_id: string;
  /** The version of the map that was checked. */
  item_modified_at: number;
  /** A process is at it until then. */
  claimed_until: Generated<number>;
  /** Null: not yet. */
  checked_at: number | null;
  attention: Generated<boolean>;
  layers: ColumnType<CheckedLayer[], string | undefined, string>;
}
