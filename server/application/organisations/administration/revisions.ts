import type { AppConfig } from '../../../../wire/app-config.ts';
import type { ConfigRevision, ConfigRevisions, SavedConfig } from '../../../../wire/administration.ts';
import { configDifference } from '../../../../wire/config-difference.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { inTurn } from '../../../platform/budgets/in-turn.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { wholeNumberOf } from '../../../platform/http/query-parameters.ts';
import { revisionTag, unknownOrganisation } from '../config-cache.ts';
import { findConfig, findRevision, findSavedRevision, listSavedRevisions } from '../organisation-store.ts';
import { readSaved } from './replace-config.ts';

const pageSize = 20;

/** The current config, read from the database, because edits start from the latest one. */
export async function currentConfig(
  database: Database,
  name: string,
): Promise<{ saved: SavedConfig; tag: string }> {
  const row = await findConfig(database, name);
  if (!row) throw unknownOrganisation(name);
  return { saved: present(row), tag: revisionTag(name, row) };
}

/** One revision, unchanged. @throws MappingError `config:no-revision` (404) */
export async function getRevision(
  database: Database,
  name: string,
  revision: string | number,
): Promise<SavedConfig> {
  const number = wholeNumberOf(String(revision));
  const row = number === undefined ? undefined : await findSavedRevision(database, name, number);
  if (!row)
    throw new MappingError('config:no-revision', `There is no revision ${revision}.`, { status: 404 });
  return present(row);
}

/** Revisions with the changes of each, newest first; a page of large changes ends early. */
export async function listRevisions(
  database: Database,
  name: string,
  before: number | undefined,
): Promise<ConfigRevisions> {
  const current = await findRevision(database, name);
  if (!current) throw unknownOrganisation(name);
  // One more than shown, to compare the oldest on the page with its predecessor.
  const rows = await listSavedRevisions(database, name, { before, max: pageSize + 1 });
  const shown: ConfigRevision[] = [];
  let bytes = 0;
  let isMore = rows.length > pageSize;
  let config = await readInTurn(database, name, rows[0]?.revision);
  for (const [index, row] of rows.slice(0, pageSize).entries()) {
    const previous = rows[index + 1]?.revision;
    // The changes of the oldest stored revision are unknown when those before it were deleted.
    if (previous === undefined && row.revision > 1) break;
    const earlier = await readInTurn(database, name, previous);
    const changes = configDifference(earlier, config);
    bytes += JSON.stringify(changes).length;
    if (bytes > limits.pageBytes && shown.length > 0) {
      isMore = true;
      break;
    }
    shown.push({
      revision: row.revision,
      author: row.author,
      savedAt: row.saved_at.getTime(),
      changes,
    });
    config = earlier;
  }
  const last = shown.at(-1);
  return { current: current.revision, revisions: shown, ...(isMore && last && { next: last.revision }) };
}

/** A saved config, or that of an organisation before its first revision; each is read in another turn of the event loop. */
async function readInTurn(
  database: Database,
  name: string,
  revision: number | undefined,
): Promise<AppConfig> {
  const row = revision === undefined ? undefined : await findSavedRevision(database, name, revision);
  await inTurn();
  return readSaved(row?.config ?? {});
}

function present(row: { config: unknown; revision: number; author: string; saved_at: Date }): SavedConfig {
  return {
    config: readSaved(row.config),
    revision: row.revision,
    author: row.author,
    savedAt: row.saved_at.getTime(),
  };
}
