import type { ColumnType, Generated } from 'kysely';
import type { CheckedLayer } from '../../../../wire/map-check.ts';

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
