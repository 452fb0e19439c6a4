import type { Database } from '../../server/platform/database/connect.ts';

/**
 * A database that runs another act once, after a query and before its result is returned.
 * @param applies whether the act runs after a query with this first row (default: the first query)
 */
export function interrupted(
  database: Database,
  act: () => Promise<void>,
  applies: (row: Record<string, unknown> | undefined) => boolean = () => true,
): Database {
  let happened = false;
  return database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (happened || !applies(result.rows[0])) return result;
      happened = true;
      await act();
      return result;
    },
  });
}
