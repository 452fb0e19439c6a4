import type { AppConfig } from '../../../wire/app-config.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { DocumentThreads } from '../../platform/documents/document-threads.ts';
import type { Member } from '../../platform/membership/identify.ts';

/** What every operation on shared maps knows: the organisation, its config and who calls (undefined: anonymous). */
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
