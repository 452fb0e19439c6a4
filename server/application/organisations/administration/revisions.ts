import type { ConfigRevisions, SavedConfig } from '../../../../wire/administration.ts';
import { configDifference } from '../../../../wire/config-difference.ts';
import { MappingError } from '../../../../wire/errors.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { wholeNumberOf } from '../../../platform/http/query-parameters.ts';
import { revisionTag, unknownOrganisation } from '../config-cache.ts';
import { findConfig, findSavedRevision, listSavedRevisions } from '../organisation-store.ts';
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

/** Revisions with the changes of each, newest first. */
export async function listRevisions(
  database: Database,
  name: string,
  before: number | undefined,
): Promise<ConfigRevisions> {
  const { saved } = await currentConfig(database, name);
  // One more than shown, to compare the oldest on the page with its predecessor.
  const rows = await listSavedRevisions(database, name, { before, atMost: pageSize + 1 });
  const shown = rows.slice(0, pageSize).map((row, index) => ({
    revision: row.revision,
    author: row.author,
    savedAt: row.saved_at.getTime(),
    changes: configDifference(readSaved(rows[index + 1]?.config ?? {}), readSaved(row.config)),
  }));
  const last = shown.at(-1);
  return {
    current: saved.revision,
    revisions: shown,
    ...(rows.length > pageSize && last && { next: last.revision }),
  };
}

function present(row: { config: unknown; revision: number; author: string; saved_at: Date }): SavedConfig {
  return {
    config: readSaved(row.config),
    revision: row.revision,
    author: row.author,
    savedAt: row.saved_at.getTime(),
  };
}
