import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { limits } from '../../../limits.ts';

/**
 * The number of matches, estimated from the sample.
 * @param most in the sample: from there on it is Infinity; by default they represent some 16,000
 */
export async function estimateMatches(
  database: Database,
  sample: RawBuilder<unknown>,
  most: number = limits.searchSampled,
): Promise<number> {
  const statement = sql<{ count: number }>`select count(*)::integer as count
    from (select from ${sample} limit ${most === Infinity ? null : most}) as sampled`;
  const { rows } = await statement.execute(database);
  const count = rows[0]?.count ?? 0;
  return count < most ? count * limits.searchSampleOf : Infinity;
}
