import { sql } from 'kysely';
import type { AppConfig, IntegrationConfig } from '../../../../wire/app-config.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { kindOf, typeConfig } from '../../../../wire/integrations/integration-config.ts';
import { recordAct } from '../../../platform/audit/audit-store.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { noteIfPossible } from '../../../platform/database/stand-in.ts';
import type { FindConfig } from '../../../platform/membership/identify.ts';
import type { Vault } from '../../../platform/safety/vault.ts';
import { storedJson } from '../../../platform/safety/stored-text.ts';

/**
 * The owner that credentials are sealed to: the kind of the integration, and the origin of the receiving
 * server.
 */
export interface Destination {
  kind: string;
  host: string;
}

/** Destination of an integration's credentials. */
export function destinationOf({ type, config }: Pick<IntegrationConfig, 'type' | 'config'>): Destination {
  return { kind: type, host: kindOf(type).credentialsHost?.(typeConfig(type, config)) ?? '' };
}

export function isSameDestination(one: Destination, other: Destination): boolean {
  return one.kind === other.kind && one.host === other.host;
}

/** The saved config of an organisation, which nobody replaces until the transaction ends. */
export type LockConfig = (transaction: Database, organisation: string) => Promise<AppConfig>;

export interface StoredCredentials {
  values: Record<string, string>;
  /** Epoch milliseconds. */
  updatedAt: number;
  updatedBy: string;
}

/** Names of the set fields, without decrypting anything. */
export async function describeCredentials(database: Database, organisation: string, integration: string) {
  return database
    .selectFrom('integration_credential')
    .select(['fields', 'updated_at', 'updated_by', 'dropped_at'])
    .where('organisation', '=', organisation)
    .where('integration', '=', integration)
    .executeTakeFirst();
}

/** Names of the set fields for each integration of an organisation, by its id. */
export async function listCredentialNames(
  database: Database,
  organisation: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await database
    .selectFrom('integration_credential')
    .select(['integration', 'fields'])
    .where('organisation', '=', organisation)
    .where('dropped_at', 'is', null)
    .execute();
  return new Map(rows.map(({ integration, fields }) => [integration, fields]));
}

/**
 * Decrypts the credentials of an integration; undefined when there are none. They are sealed to its kind and
 * host, and not opened for others: if the saved config has others too, they are deleted. Credentials sealed with an old key are sealed
 * again.
 * @param integration of a config that may be older than the saved one
 * @param lockConfig absent: nothing is deleted
 */
export async function openCredentials(
  database: Database,
  vault: Vault,
  organisation: string,
  integration: Pick<IntegrationConfig, 'id' | 'type' | 'config'>,
  lockConfig?: LockConfig,
): Promise<StoredCredentials | undefined> {
  const row = await database
    .selectFrom('integration_credential')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('integration', '=', integration.id)
    .where('dropped_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const destination = destinationOf(integration);
  if (!isSameDestination({ kind: row.kind ?? '', host: row.host ?? '' }, destination)) {
    if (lockConfig)
      await noteIfPossible(() =>
        inTransaction(database, async (transaction) => {
          const saved = await lockConfig(transaction, organisation);
          await dropMovedCredentials(transaction, organisation, saved, 'server');
        }),
      );
    return undefined;
  }
  const owner = ownerOf(organisation, integration.id, destination);
  const text = vault.open({ keyId: row.key_id, nonce: row.nonce, sealed: row.sealed }, owner);
  if (vault.isStale({ keyId: row.key_id })) {
    const { keyId, nonce, sealed } = vault.seal(text, owner);
    await database
      .updateTable('integration_credential')
      .set({ key_id: keyId, nonce, sealed })
      .where('organisation', '=', organisation)
      .where('integration', '=', integration.id)
      // Unless another request has saved new ones meanwhile.
      .where('key_id', '=', row.key_id)
      .where('updated_at', '=', row.updated_at)
      .execute();
  }
  return {
    values: JSON.parse(text) as Record<string, string>,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}

/** Names the state of an integration's credentials, for `If-Match`. */
export function credentialTag(stored: Awaited<ReturnType<typeof describeCredentials>>): string {
  return `"${stored?.updated_at ?? 0}-${stored?.dropped_at ?? 0}"`;
}

/**
 * Waits for other changes of an integration's credentials, until the transaction ends.
 * @param tag of the state that the author has seen; undefined: any
 * @throws MappingError `integration:credentials-changed` (412) when someone else has changed them since
 */
export async function lockCredentials(
  transaction: Database,
  organisation: string,
  integration: string,
  tag: string | undefined,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organisation}/${integration}`}, 53))`.execute(
    transaction,
  );
  if (tag === undefined) return;
  const stored = await describeCredentials(transaction, organisation, integration);
  if (credentialTag(stored) === tag) return;
  throw new MappingError(
    'integration:credentials-changed',
    `${stored?.updated_by ?? 'Someone else'} has changed these credentials since you opened them. Nothing has been saved: save again to replace theirs.`,
    { status: 412 },
  );
}

interface NewCredentials {
  organisation: string;
  /** Of the saved config, locked by the transaction. */
  integration: Pick<IntegrationConfig, 'id' | 'type' | 'config'>;
  /** Values by field; null removes one. */
  changes: Readonly<Record<string, string | null>>;
  author: string;
  /** Of the state that the author has seen (`If-Match`). */
  tag?: string | undefined;
  now: number;
}

/**
 * Changes some of the values of an integration, and seals them; deletes the record when there are none. Serialised within an
 * integration: of two administrators who change different fields at the same time, neither undoes the change of the other.
 * @throws MappingError `integration:credentials-changed`
 */
export async function changeCredentials(
  transaction: Database,
  vault: Vault,
  { organisation, integration, changes, author, tag, now }: NewCredentials,
): Promise<void> {
  await lockCredentials(transaction, organisation, integration.id, tag);
  // Values that no key opens are replaced.
  const before = await openCredentials(transaction, vault, organisation, integration).catch(() => undefined);
  const values: Record<string, string> = {};
  for (const [field, value] of Object.entries({ ...before?.values, ...changes }))
    if (value) values[field] = value;
  const fields = Object.keys(values);
  if (fields.length === 0) {
    await deleteCredentials(transaction, organisation, integration.id);
    return;
  }
  const destination = destinationOf(integration);
  const { keyId, nonce, sealed } = vault.seal(
    JSON.stringify(values),
    ownerOf(organisation, integration.id, destination),
  );
  const row = {
    key_id: keyId,
    nonce,
    sealed,
    ...destination,
    fields: storedJson(fields),
    updated_at: now,
    updated_by: author,
    dropped_at: null,
  };
  await transaction
    .insertInto('integration_credential')
    .values({ organisation, integration: integration.id, ...row })
    .onConflict((conflict) => conflict.columns(['organisation', 'integration']).doUpdateSet(row))
    .execute();
}

/** @returns whether there were any */
export async function deleteCredentials(
  database: Database,
  organisation: string,
  integration: string,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('integration_credential')
    .where('organisation', '=', organisation)
    .where('integration', '=', integration)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/**
 * Deletes the credentials of integrations that a new config removes, or whose kind or host it changes; must
 * be called in the transaction that saves the config. Those of what an earlier one removed leave nothing behind.
 */
export async function dropMovedCredentials(
  database: Database,
  organisation: string,
  config: AppConfig,
  author: string,
): Promise<void> {
  const left = config.integrations.map(({ id }) => id);
  await database
    .deleteFrom('integration_credential')
    .where('organisation', '=', organisation)
    .where('dropped_at', 'is not', null)
    .where('integration', '<>', sql<string>`all(${left}::text[])`)
    .execute();
  const rows = await database
    .selectFrom('integration_credential')
    .select(['integration', 'kind', 'host'])
    .where('organisation', '=', organisation)
    .where('dropped_at', 'is', null)
    .execute();
  for (const { integration, kind, host } of rows) {
    const next = config.integrations.find(({ id }) => id === integration);
    const sealedTo = { kind: kind ?? '', host: host ?? '' };
    if (next && isSameDestination(sealedTo, destinationOf(next))) continue;
    await dropCredentials(database, organisation, integration, author);
  }
}

/** The secrets are deleted; the time is kept for the administrator who has to enter them again. */
async function dropCredentials(
  database: Database,
  organisation: string,
  integration: string,
  author: string,
): Promise<void> {
  const nothing = new Uint8Array();
  await inTransaction(database, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('integration_credential')
      .set({ sealed: nothing, nonce: nothing, fields: '[]', kind: null, host: null, dropped_at: Date.now() })
      .where('organisation', '=', organisation)
      .where('integration', '=', integration)
      .where('dropped_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await recordAct(transaction, {
      organisation,
      actor: author,
      act: 'integration.credentials-dropped',
      subject: integration,
    });
  });
}

/**
 * Seals credentials that an earlier version sealed to organisation and integration only, to the kind and host
 * of the current config. Called at server start, before a config can be changed. What no key decrypts is kept
 * and cannot be decrypted later either.
 */
export async function sealOlderCredentials(
  database: Database,
  vault: Vault,
  findConfig: FindConfig,
): Promise<void> {
  const rows = await database
    .selectFrom('integration_credential')
    .selectAll()
    .where('kind', 'is', null)
    .where('dropped_at', 'is', null)
    .execute();
  for (const { organisation, integration: id, key_id, nonce, sealed } of rows) {
    const config = await findConfig(organisation).catch(() => undefined);
    const integration = config?.integrations.find((one) => one.id === id);
    if (!integration) continue;
    const destination = destinationOf(integration);
    const text = opened(() => vault.open({ keyId: key_id, nonce, sealed }, `${organisation}/${id}`));
    if (text === undefined) continue;
    const next = vault.seal(text, ownerOf(organisation, id, destination));
    await database
      .updateTable('integration_credential')
      .set({ key_id: next.keyId, nonce: next.nonce, sealed: next.sealed, ...destination })
      .where('organisation', '=', organisation)
      .where('integration', '=', id)
      .where('kind', 'is', null)
      .execute();
  }
}

function opened(open: () => string): string | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

/** The owner that a text is sealed to. JSON, so that no two owners have the same text. */
function ownerOf(organisation: string, integration: string, { kind, host }: Destination): string {
  return JSON.stringify(['credentials', organisation, integration, kind, host]);
}
