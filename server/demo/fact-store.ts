import type { Database } from '../platform/database/connect.ts';
import { storedJson } from '../platform/safety/stored-text.ts';

const contentFact = 'demo-content';
const layerFact = (key: string) => `demo-layer:${key}`;

/** Fingerprint of the loaded demo content; undefined when there is none. */
export async function loadedDemo(database: Database): Promise<string | undefined> {
  return (await readFact<{ fingerprint: string }>(database, contentFact))?.fingerprint;
}

export async function recordDemo(database: Database, fingerprint: string): Promise<void> {
  await writeFact(database, contentFact, { fingerprint });
}

/** The source of a hosted layer, and its edit time when it was loaded. */
export interface LoadedLayer {
  fingerprint: string;
  editedAt: number;
}

export async function loadedLayer(database: Database, key: string): Promise<LoadedLayer | undefined> {
  return readFact(database, layerFact(key));
}

export async function recordLayer(database: Database, key: string, loaded: LoadedLayer): Promise<void> {
  await writeFact(database, layerFact(key), loaded);
}

async function readFact<Fact>(database: Database, name: string): Promise<Fact | undefined> {
  const fact = await database
    .selectFrom('installation_fact')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return fact?.value as Fact | undefined;
}

async function writeFact(database: Database, name: string, fact: object): Promise<void> {
  const value = storedJson(fact);
  await database
    .insertInto('installation_fact')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
