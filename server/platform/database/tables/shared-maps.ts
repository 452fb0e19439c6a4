import type { Generated, JSONColumnType } from 'kysely';

export interface SharedMapTables {
  shared_map: SharedMapTable;
}

/** Times are epoch milliseconds. */
interface SharedMapTable {
  sid: string;
  organisation: string;
  title: string;
  web_map: JSONColumnType<Record<string, unknown>>;
  /** Additional hosts its page may load from; sources of a Content-Security-Policy. */
  hosts: Generated<string[]>;
  viewpoint: JSONColumnType<{ latitude: number; longitude: number; zoom: number; rotation: number }> | null;
  access: 'public' | 'members';
  /** Username in the organisation's portal; empty: an anonymous visitor. */
  owner: string;
  created_at: number;
  modified_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}
