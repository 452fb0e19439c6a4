import type { CheckedHealth } from '../../../wire/integration-health.ts';
import type { Database } from '../../database/connect.ts';

export async function saveHealth(
  database: Database,
  organisation: string,
  kept: CheckedHealth,
): Promise<void> {
  const row = { checked_at: kept.checkedAt, state: kept.state, message: kept.message };
  await database
    .insertInto('integration_check')
    .values({ organisation, integration: kept.integration, ...row })
    .onConflict((conflict) => conflict.columns(['organisation', 'integration']).doUpdateSet(row))
    .execute();
}

export async function listHealth(database: Database, organisation: string): Promise<CheckedHealth[]> {
  const rows = await database
    .selectFrom('integration_check')
    .selectAll()
    .where('organisation', '=', organisation)
    .orderBy('integration')
    .execute();
  return rows.map(({ integration, checked_at, state, message }) => ({
    integration,
    checkedAt: checked_at,
    state: state as CheckedHealth['state'],
    message,
  }));
}
