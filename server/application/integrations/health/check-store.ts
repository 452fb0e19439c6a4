import { sql } from 'kysely';
import type { AppConfig } from '../../../../wire/app-config.ts';
import {
  type CheckedHealth,
  type Health,
  type HealthChange,
  healthChangesKept,
} from '../../../../wire/integration-health.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';

/** Result of an integration's check, and its time (epoch milliseconds). */
export interface Found extends Health {
  integration: string;
  checkedAt: number;
}

/** Stores a result. Changes of the state are recorded; only the latest of those are kept. */
export async function saveHealth(
  database: Database,
  organisation: string,
  { integration, checkedAt, state, message }: Found,
): Promise<CheckedHealth> {
  const row = { checked_at: checkedAt, state, message };
  const changes = await inTransaction(database, async (transaction) => {
    // This locks the row: two concurrent checks are stored one after the other.
    await transaction
      .insertInto('integration_check')
      .values({ organisation, integration, ...row })
      .onConflict((conflict) => conflict.columns(['organisation', 'integration']).doUpdateSet(row))
      .execute();
    const known = await changesOf(transaction, organisation, [integration]);
    const before = known.map(({ integration: _of, ...change }): HealthChange => change);
    if (before[0]?.state === state) return before;
    // No two changes at the same time, and none before the previous one, whatever the clock.
    const at = Math.max(checkedAt, (before[0]?.at ?? 0) + 1);
    await transaction
      .insertInto('integration_health_change')
      .values({ organisation, integration, at, state, message })
      .execute();
    const oldest = before[healthChangesKept - 1];
    if (oldest)
      await transaction
        .deleteFrom('integration_health_change')
        .where('organisation', '=', organisation)
        .where('integration', '=', integration)
        .where('at', '<=', oldest.at)
        .execute();
    return [{ at, state, message }, ...before].slice(0, healthChangesKept);
  });
  return { integration, checkedAt, state, message, changes };
}

/** The last check of each of these integrations that has been checked. */
export async function listHealth(
  database: Database,
  organisation: string,
  integrations: readonly string[],
): Promise<CheckedHealth[]> {
  const rows = await database
    .selectFrom('integration_check')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('integration', '=', sql<string>`any(${[...integrations]}::text[])`)
    .orderBy('integration')
    .execute();
  const changes = await changesOf(
    database,
    organisation,
    rows.map(({ integration }) => integration),
  );
  const byIntegration = Map.groupBy(changes, ({ integration }) => integration);
  return rows.map(({ integration, checked_at, state, message }) => ({
    integration,
    checkedAt: checked_at,
    state: state as CheckedHealth['state'],
    message,
    changes: (byIntegration.get(integration) ?? []).map(({ integration: _of, ...change }) => change),
  }));
}

/** Deletes the results of integrations that a new config does not have; must be called in the transaction that saves it. */
export async function forgetRemovedHealth(
  database: Database,
  organisation: string,
  { integrations }: AppConfig,
): Promise<void> {
  const left = integrations.map(({ id }) => id);
  for (const table of ['integration_check', 'integration_health_change'] as const)
    await database
      .deleteFrom(table)
      .where('organisation', '=', organisation)
      .where('integration', '<>', sql<string>`all(${left}::text[])`)
      .execute();
}

/** Newest first. */
async function changesOf(
  database: Database,
  organisation: string,
  integrations: readonly string[],
): Promise<(HealthChange & { integration: string })[]> {
  const rows = await database
    .selectFrom('integration_health_change')
    .select(['integration', 'at', 'state', 'message'])
    .where('organisation', '=', organisation)
    .where('integration', '=', sql<string>`any(${[...integrations]}::text[])`)
    .orderBy('at', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as HealthChange['state'] }));
}
