import { type AppConfig, appConfigSchema } from '../../../../wire/app-config.ts';
import { type ConfigChange, configDifference } from '../../../../wire/config-difference.ts';
import { faultsOf, MappingError, mostFaults } from '../../../../wire/errors.ts';
import { unknownSettings } from '../../../../wire/unknown-settings.ts';
import { upgradeConfig } from '../../../../wire/upgrade-config.ts';
import { limits } from '../../../limits.ts';
import { recordAct } from '../../../platform/audit/audit-store.ts';
import { inTurn } from '../../../platform/budgets/in-turn.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { holdsMoreValues } from '../../../platform/safety/json-shape.ts';
import { saveBinding } from '../../../platform/audit/portal-binding-store.ts';
import { revisionTag, unknownOrganisation } from '../config-cache.ts';
import { findConfig, findSavedRevision, lockOrganisation, saveConfig } from '../organisation-store.ts';

export interface Replacement {
  organisation: string;
  author: string;
  /** The tag of the revision that was edited (`If-Match`). */
  tag: string | undefined;
  config: AppConfig;
  /** The portal organisation that the organisation belongs to from now on; undefined: as before. */
  portalOrgId?: string | null | undefined;
  /** Set when an earlier revision is restored. */
  restored?: number;
  /** Called in the transaction that saves, to update what depends on the config. */
  onReplaced?: OnReplaced | undefined;
}

export type OnReplaced = (
  transaction: Database,
  saved: { organisation: string; config: AppConfig; author: string },
) => Promise<void>;

/**
 * Saves a config as the next revision, unless it was changed since the author loaded it: then nothing is
 * saved and the error lists the other changes. The save and its audit log entry are one transaction.
 * @throws MappingError `config:tag-needed` (428), `config:changed-meanwhile` (412), `organisation:not-found`
 */
export async function replaceConfig(database: Database, given: Replacement): Promise<void> {
  requireTag(given.tag);
  const { organisation: name, config, author, restored, tag } = given;
  const current = await findConfig(database, name);
  if (!current) throw unknownOrganisation(name);
  if (tag !== revisionTag(name, current)) throw await changedMeanwhile(database, name, tag);
  // Comparing takes long for large configs, during which no lock is held; the tag says what is replaced.
  await inTurn();
  const changes = configDifference(readSaved(current.config), config);
  if (changes.length === 0) return;
  const replaced = await database.transaction().execute(async (transaction) => {
    const locked = await lockOrganisation(transaction, name);
    if (!locked) throw unknownOrganisation(name);
    if (tag !== revisionTag(name, locked)) return false;
    const revision = await saveConfig(transaction, name, config, author);
    const act = restored === undefined ? 'config.saved' : 'config.restored';
    const { portalOrgId } = given;
    const binding =
      portalOrgId === undefined
        ? {}
        : await saveBinding(transaction, { organisation: name, portalOrgId, actor: author, act });
    await given.onReplaced?.(transaction, { organisation: name, config, author });
    await recordAct(transaction, {
      organisation: name,
      actor: author,
      act,
      subject: String(revision),
      detail: {
        changed: changes.map(({ path }) => path),
        ...(restored !== undefined && { from: restored }),
        ...binding,
      },
    });
    return true;
  });
  if (!replaced) throw await changedMeanwhile(database, name, tag);
}

/** @throws MappingError `config:tag-needed` (428) */
export function requireTag(tag: string | undefined): asserts tag is string {
  if (tag) return;
  throw new MappingError('config:tag-needed', 'Send the ETag of the revision you changed as If-Match.', {
    status: 428,
  });
}

/** The revision in one of this server's ETags; 0, which no revision has, for anything else. */
function revisionOf(tag: string | undefined): number {
  return Number(/-(\d{1,9})"$/.exec(tag ?? '')?.[1] ?? 0);
}

/** The error for a tag that is not the current one, with what others changed since. */
async function changedMeanwhile(database: Database, name: string, tag: string): Promise<MappingError> {
  const current = await findConfig(database, name);
  const base = await findSavedRevision(database, name, revisionOf(tag));
  await inTurn();
  const changes = base && current && configDifference(readSaved(base.config), readSaved(current.config));
  return changedError(current?.author ?? '', changes);
}

function changedError(author: string, changes: readonly ConfigChange[] | undefined): MappingError {
  return new MappingError(
    'config:changed-meanwhile',
    `${author || 'Someone else'} has saved the configuration since you opened it. Your changes have not been saved: review the other changes, and save again.`,
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

/**
 * A config to be saved, with all defaults filled in.
 * @throws MappingError `config:invalid` (400) with all faults at once, each with its path and advice;
 * `config:too-large` (413)
 */
export function readConfig(body: unknown): AppConfig {
  refuseLargeConfig(body);
  const current = upgradeConfig(body);
  const unknown = unknownSettings(current);
  const parsed = appConfigSchema.safeParse(current);
  if (!parsed.success) throw invalidConfig([...faultsOf(parsed.error), ...unknown]);
  if (unknown.length > 0) throw invalidConfig(unknown);
  if (bytesOf(parsed.data) > limits.configBytes)
    throw tooLarge(`A config has at most ${limits.configBytes / 1000} kB.`);
  return parsed.data;
}

/**
 * Before it is checked: the time of that grows with its values, and with the texts of integrations, which are searched for secrets.
 * @throws MappingError `config:too-large` (413)
 */
export function refuseLargeConfig(body: unknown): void {
  if (holdsMoreValues(body, limits.configValues))
    throw tooLarge(`A config has at most ${limits.configValues} values.`);
  const { integrations } = (body ?? {}) as { integrations?: unknown };
  if (bytesOf(integrations ?? []) > limits.configIntegrationBytes)
    throw tooLarge(`The integrations of a config have at most ${limits.configIntegrationBytes / 1000} kB.`);
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

const tooLarge = (message: string) => new MappingError('config:too-large', message, { status: 413 });

/** A saved config, in today's form. */
export function readSaved(saved: unknown): AppConfig {
  return appConfigSchema.parse(upgradeConfig(saved));
}

/**
 * The saved config, which nobody replaces until the transaction ends: a cached one may be older.
 * @throws MappingError `organisation:not-found`
 */
export async function lockConfig(transaction: Database, name: string): Promise<AppConfig> {
  await lockOrganisation(transaction, name);
  const saved = await findConfig(transaction, name);
  if (!saved) throw unknownOrganisation(name);
  return readSaved(saved.config);
}

export function invalidConfig(faults: readonly { path: string; message: string }[]): MappingError {
  const shown = faults.slice(0, mostFaults);
  const several = faults.length < mostFaults ? `${faults.length} errors` : `${mostFaults} errors or more`;
  const count = faults.length === 1 ? 'an error' : several;
  return new MappingError('config:invalid', `The configuration has ${count}; nothing has been saved.`, {
    status: 400,
    faults: shown,
  });
}
