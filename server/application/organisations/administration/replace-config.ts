import type { AppConfig } from '../../../../wire/app-config.ts';
import { type ConfigChange, configDifference } from '../../../../wire/config-difference.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { recordAct } from '../../../platform/audit/audit-store.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { revisionTag, unknownOrganisation } from '../config-cache.ts';
import { findSavedRevision, lockOrganisation, saveConfig } from '../organisation-store.ts';
import { readSaved } from './read-config.ts';

export interface Replacement {
  organisation: string;
  author: string;
  /** The tag of the revision the author began from (`If-Match`). */
  tag: string | undefined;
  config: AppConfig;
  /** Set when an earlier revision is brought back. */
  restored?: number;
  /** Called within the transaction that saves: what belongs to the config is brought in line with it. */
  onReplaced?: OnReplaced | undefined;
}

export type OnReplaced = (
  transaction: Database,
  saved: { organisation: string; config: AppConfig; author: string },
) => Promise<void>;

/**
 * Saves a config as the next revision, unless someone else has saved since the author began: then nothing changes and the
 * error tells what the other changed. The save and its line in the audit log are one transaction.
 * @throws MappingError `config:tag-needed` (428), `config:changed-meanwhile` (412), `organisation:not-found`
 */
export async function replaceConfig(database: Database, given: Replacement): Promise<void> {
  requireTag(given.tag);
  const { organisation: name, config, author, restored } = given;
  await database.transaction().execute(async (transaction) => {
    const current = await lockOrganisation(transaction, name);
    if (!current) throw unknownOrganisation(name);
    const saved = await findSavedRevision(transaction, name, current.revision);
    const before = readSaved(saved?.config);
    if (given.tag !== revisionTag(name, current)) {
      const base = await findSavedRevision(transaction, name, revisionOf(given.tag));
      throw changedMeanwhile(saved?.author ?? '', base && configDifference(readSaved(base.config), before));
    }
    const changes = configDifference(before, config);
    if (changes.length === 0) return;
    const revision = await saveConfig(transaction, name, config, author);
    await given.onReplaced?.(transaction, { organisation: name, config, author });
    await recordAct(transaction, {
      organisation: name,
      actor: author,
      act: restored === undefined ? 'config.saved' : 'config.restored',
      subject: String(revision),
      detail: { changed: changes.map(({ path }) => path), ...(restored !== undefined && { from: restored }) },
    });
  });
}

/** @throws MappingError `config:tag-needed` (428) */
export function requireTag(tag: string | undefined): asserts tag is string {
  if (tag) return;
  throw new MappingError(
    'config:tag-needed',
    'Say in If-Match which revision you changed: the ETag it came with.',
    { status: 428 },
  );
}

/** The number in an ETag of ours; 0, which no revision has, for anything else. */
function revisionOf(tag: string | undefined): number {
  return Number(/-(\d{1,9})"$/.exec(tag ?? '')?.[1] ?? 0);
}

function changedMeanwhile(author: string, changes: readonly ConfigChange[] | undefined): MappingError {
  return new MappingError(
    'config:changed-meanwhile',
    `${author || 'Someone else'} has saved the configuration since you opened it. Nothing of yours has been saved yet: look at what changed, and save again.`,
    {
      status: 412,
      faults: (changes ?? []).map(({ path, before, after }) => ({
        path,
        message: `${readable(before)} became ${readable(after)}`,
      })),
    },
  );
}

function readable(value: unknown): string {
  if (value === undefined || value === '') return 'nothing';
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
}
