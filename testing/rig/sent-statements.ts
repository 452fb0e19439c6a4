import pg from 'pg';
import { vi } from 'vitest';

export interface SentStatement {
  text: string;
  values: unknown[];
}

/** The statements with values that some work sends to PostgreSQL, on any connection of this process. */
export async function sentStatements(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return queries.mock.calls
      .map(([query]) => query as unknown as Partial<SentStatement>)
      .filter((query): query is SentStatement => query?.text !== undefined && query.values !== undefined);
  } finally {
    queries.mockRestore();
  }
}
