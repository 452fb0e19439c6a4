import type { Database } from '../../database/connect.ts';
import type { Health } from './check.ts';

export interface KeptHealth extends Health {
  integration: string;
  /** Epoch milliseconds. */
  checkedAt: number;
}

export async function saveHealth(database: Database, organisation: string, kept: KeptHealth): Promise<void> {
  const row = { checked_at: kept.checkedAt, state: kept.state, message: kept.message };
  await database
    .insertInto('integration_check')
    .values({ organisation, integration: kept.integration, ...row })
    .onConflict((conflict) => conflict.columns(['organisation', 'integration']).doUpdateSet(row))
    .execute();
}

export async function listHealth(database: Database, organisation: string): Promise<KeptHealth[]> {
  const rows = await database
    .selectFrom('integration_check')
    .selectAll()
    .where('organisation', '=', organisation)
    .orderBy('integration')
    .execute();
  return rows.map(({ integration, checked_at, state, message }) => ({
    integration,
    checkedAt: checked_at,
    state: state as Health['state'],
    message,
  }));
}
