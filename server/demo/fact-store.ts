import type { Database } from '../database/connect.ts';

const name = 'demo-content';

/** Fingerprint of the demo content this installation holds; undefined when there is none. */
export async function loadedDemo(database: Database): Promise<string | undefined> {
  const fact = await database
    .selectFrom('installation_fact')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return (fact?.value as { fingerprint?: string } | undefined)?.fingerprint;
}

export async function rememberDemo(database: Database, fingerprint: string): Promise<void> {
  const value = JSON.stringify({ fingerprint });
  await database
    .insertInto('installation_fact')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
