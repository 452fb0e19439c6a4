import type { AppConfig } from '../../../wire/app-config.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { DocumentThreads } from '../../platform/documents/document-threads.ts';
import type { Member } from '../../platform/membership/identify.ts';

/**
 * Context of operations on shared maps: the organisation, its config and the caller (undefined: anonymous).
 */
export interface SharedMapCall {
  database: Database;
  /** Threads for large maps. */
  documents: DocumentThreads;
  publicUrl: string;
  organisation: string;
  config: AppConfig;
  member: Member | undefined;
  /** Epoch milliseconds. */
  now: number;
}

export const dayMilliseconds = 24 * 60 * 60 * 1000;
