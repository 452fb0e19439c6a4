import type { JSONColumnType } from 'kysely';

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
