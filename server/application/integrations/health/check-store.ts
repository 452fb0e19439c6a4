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
    const known = await changesOf(transaction, organisation, integration);
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

/** The last check of every integration that has been checked, by id. */
export async function listHealth(database: Database, organisation: string): Promise<CheckedHealth[]> {
  const rows = await database
    .selectFrom('integration_check')
    .selectAll()
    .where('organisation', '=', organisation)
    .orderBy('integration')
    .execute();
  const changes = await changesOf(database, organisation);
  return rows.map(({ integration, checked_at, state, message }) => ({
    integration,
    checkedAt: checked_at,
    state: state as CheckedHealth['state'],
    message,
    changes: changes
      .filter((change) => change.integration === integration)
      .map(({ integration: _of, ...change }) => change),
  }));
}

/** Newest first. */
async function changesOf(
  database: Database,
  organisation: string,
  integration?: string,
): Promise<(HealthChange & { integration: string })[]> {
  let query = database
    .selectFrom('integration_health_change')
    .select(['integration', 'at', 'state', 'message'])
    .where('organisation', '=', organisation);
  if (integration !== undefined) query = query.where('integration', '=', integration);
  const rows = await query.orderBy('at', 'desc').execute();
  return rows.map((row) => ({ ...row, state: row.state as HealthChange['state'] }));
}
