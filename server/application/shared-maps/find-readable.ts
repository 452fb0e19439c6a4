import type { AppConfig } from '../../../wire/app-config.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { DocumentThreads } from '../../platform/documents/document-threads.ts';
import { type Member, signInNeeded } from '../../platform/membership/identify.ts';
import { MappingError } from '../../../wire/errors.ts';
import {
  findSharedDocument,
  findSharedMap,
  type SharedMapRow,
  type SharedMapSummaryRow,
} from './shared-map-store.ts';

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
  /**
   * Counts a map that a visitor shares, and its bytes.
   * @throws MappingError `shared-map:too-many-today` (429)
   */
  countVisitorsMap: (bytes: number) => Promise<void>;
  /** Epoch milliseconds. */
  now: number;
}

export const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * The shared map, if the caller may read it.
 * @throws MappingError `shared-map:not-found` (404), `shared-map:revoked` or `shared-map:expired` (410),
 * sign-in (401), `shared-map:not-in-group` (403)
 */
export async function findReadable(call: SharedMapCall, sid: string): Promise<SharedMapRow> {
  const row = await findReadableSummary(call, sid);
  const document = await findSharedDocument(call.database, sid);
  if (!document) throw revoked();
  return { ...row, ...document };
}

async function findReadableSummary(call: SharedMapCall, sid: string): Promise<SharedMapSummaryRow> {
  const row = await findSharedMap(call.database, call.organisation, sid);
  if (!row) throw notFound();
  if (row.revoked_at !== null) throw revoked();
  if (row.expires_at !== null && row.expires_at <= call.now) {
    throw new MappingError(
      'shared-map:expired',
      'This link has expired. Ask the person who sent it for a new one.',
      { status: 410 },
    );
  }
  if (row.access === 'public') return row;
  if (!call.member) throw signInNeeded();
  if (row.access === 'groups' && !isFor(row, call.member)) {
    throw new MappingError(
      'shared-map:not-in-group',
      'This map is shared with groups that you aren’t in. Ask the person who sent you the link.',
      { status: 403 },
    );
  }
  return row;
}

/** Whether a map shared with groups is for a member: of one of them, its owner, or an administrator. */
function isFor({ groups, owner }: SharedMapSummaryRow, { username, groupIds, isAdmin }: Member): boolean {
  return isAdmin || username === owner || groups.some((id) => groupIds.includes(id));
}

/**
 * The shared map, if the caller may change it: its owner, or an administrator of the organisation.
 * @throws MappingError sign-in (401), `shared-map:not-found` (404), `shared-map:forbidden` (403)
 */
export async function findChangeable(call: SharedMapCall, sid: string): Promise<SharedMapSummaryRow> {
  if (!call.member) throw signInNeeded();
  const row = await findSharedMap(call.database, call.organisation, sid);
  if (!row) throw notFound();
  if (row.owner !== call.member.username && !call.member.isAdmin) {
    throw new MappingError(
      'shared-map:forbidden',
      'Only its owner or an administrator can change this shared map.',
      { status: 403 },
    );
  }
  return row;
}

export function revoked(): MappingError {
  return new MappingError(
    'shared-map:revoked',
    'This map is no longer shared. Ask the person who sent you the link.',
    { status: 410 },
  );
}

function notFound(): MappingError {
  return new MappingError(
    'shared-map:not-found',
    'No shared map has this link. Check that the link is complete.',
    { status: 404 },
  );
}
