import { sql } from 'kysely';
import { explainFailure } from './explain-failure.ts';

/**
 * A condition of statements that write what a read notes along the way: they do not wait for a second node, without which
 * reads would wait, too. Outside of transactions only, whose other writes would not wait either.
 */
export const withoutSecondNode = sql<boolean>`set_config('synchronous_commit', 'off', true) is not null`;

/** Makes such a write, and omits it while the database is away, full or busy: the read goes on. */
export async function noteIfPossible(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if ((explainFailure(error)?.status ?? 0) < 500) throw error;
  }
}
