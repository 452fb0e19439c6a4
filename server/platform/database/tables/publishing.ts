import type { Generated, JSONColumnType } from 'kysely';
import type { Fault } from '../../../../wire/errors.ts';
import type { UploadProgress } from '../../../../wire/upload.ts';

/** Publishing jobs. */
export interface PublishingTables {
  publish_job: PublishJobTable;
}

interface PublishJobTable {
  id: string;
  /** The item of the service; it exists when the job has completed. */
  item_id: string;
  /** The item of the file. */
  source_id: string;
  username: string;
  status: 'processing' | 'completed' | 'failed';
  progress: JSONColumnType<UploadProgress>;
  /** Why it failed. */
  message: Generated<string>;
  faults: JSONColumnType<Fault[], string | undefined, string>;
  /** Cancellation was requested. */
  cancelled: Generated<boolean>;
  created_at: number;
  /** Grows while a process works on it: a job whose value stays the same has lost its process. */
  updated_at: number;
}
