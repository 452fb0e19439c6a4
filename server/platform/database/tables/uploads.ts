import type { Generated } from 'kysely';

/** Files of items that arrive in parts, and what jobs have written. Times are epoch milliseconds. */
export interface UploadTables {
  portal_item_upload: PortalItemUploadTable;
  portal_item_part: PortalItemPartTable;
  hosted_job_result: HostedJobResultTable;
  hosted_job_piece: HostedJobPieceTable;
}

interface PortalItemUploadTable {
  item_id: string;
  /** The file's name. */
  name: string;
  /** Whether the item was added for this upload, so that it is deleted with it. */
  is_new: boolean;
  /** Bytes of all parts. */
  size: Generated<number>;
  /** The job that joins the parts, or that failed to. */
  job_id: string | null;
  used_at: number;
}

/** A part in pieces, so that neither reading nor writing it needs much memory. */
interface PortalItemPartTable {
  item_id: string;
  part: number;
  piece: number;
  bytes: Uint8Array;
}

/** What a job of a feature service has written. */
interface HostedJobResultTable {
  job: string;
  service_id: number;
  /** The username of the member who started it. */
  owner: string;
  /** The layers whose features or changes it contains. */
  layer_ids: number[];
  /** Whether it is for callers who may take the service offline. */
  needs_sync: boolean;
  created_at: number;
  /** Bytes of all pieces. */
  size: Generated<number>;
  /** Null while it is being written. */
  finished_at: Generated<number | null>;
}

/** JSON, compressed with gzip as a whole. */
interface HostedJobPieceTable {
  job: string;
  piece: number;
  bytes: Uint8Array;
}
