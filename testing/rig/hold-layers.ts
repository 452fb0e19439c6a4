import pg from 'pg';
import { quoted } from '../../server/operator/backup/schema-store.ts';

/** Runs `work` while no other connection can read a feature of any hosted layer: jobs that do wait until it has ended. */
export async function holdLayers<Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'hosted'`,
    );
    for (const { name } of rows)
      await client.query(`lock table ${quoted('hosted', name)} in access exclusive mode`);
    return await work();
  } finally {
    await client.end();
  }
}
