import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Database, poolOf } from '../../../platform/database/connect.ts';
import { asTransaction } from '../../../platform/database/current-work.ts';
import { copyLine, type CopyValue, placeColumns, type PlaceRows } from './place-rows.ts';

export interface GazetteerVersion {
  dataset: string;
  version: string;
  attribution: string;
}

/** Writers of a load, inside its transaction. */
export interface GazetteerWriter {
  gazetteerId: number;
  /** Reserves this many ids. */
  takeIds(count: number): Promise<number[]>;
  write(rows: readonly PlaceRows[]): Promise<void>;
  /**
   * Streets that are named only by the addresses written so far, in batches: each with the
   * middle of its addresses.
   */
  missingStreets(): AsyncIterable<readonly MissingStreet[]>;
}

export interface MissingStreet {
  street: string;
  city: string | null;
  region: string | null;
  country_code: string | null;
  longitude: number;
  latitude: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

const missingStreets = `
  select min(street) as street, min(city) as city, min(region) as region, min(country_code) as country_code,
    avg(longitude) as longitude, avg(latitude) as latitude, min(longitude) as west, min(latitude) as south,
    max(longitude) as east, max(latitude) as north
  from place address
  where gazetteer_id = $1 and kind = 'address' and street_key is not null and not exists (
    select from place street
    where street.gazetteer_id = $1 and street.kind = 'street' and street.street_key = address.street_key)
  group by street_key`;

const batch = 5_000;

/**
 * Runs `fill` in a transaction that replaces one dataset: others see the old places until it commits, and
 * no part of a failed load. Loads of one dataset wait for each other, in any process.
 * @returns the number of places, or undefined when this version is loaded already and `fill` was not run
 */
export async function replaceGazetteer(
  database: Database,
  { dataset, version, attribution }: GazetteerVersion,
  fill: (writer: GazetteerWriter) => Promise<number>,
): Promise<number | undefined> {
  const client = await poolOf(database).connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('gazetteer ' || $1, 0))`, [dataset]);
    const found = await client.query<{ id: number; version: string }>(
      'select id, version from gazetteer where name = $1',
      [dataset],
    );
    if (found.rows[0]?.version === version) {
      await client.query('rollback');
      return undefined;
    }
    if (found.rows[0]) await removePlaces(client, found.rows[0].id);
    // A dataset keeps its number, so that ids of its places remain valid after a newer version.
    const made = await client.query<{ id: number }>(
      `insert into gazetteer (name, version, attribution, loaded_at) values ($1, $2, $3, $4)
       on conflict (name) do update set version = $2, attribution = $3, loaded_at = $4 returning id`,
      [dataset, version, attribution, Date.now()],
    );
    const count = await asTransaction(() => fill(writer(client, made.rows[0]?.id ?? 0)));
    await client.query('update gazetteer set place_count = $1 where name = $2', [count, dataset]);
    await client.query('commit');
    // Index-only scans and the choice of plans depend on both; a failure costs speed, not correctness.
    await client.query('vacuum (analyze) place, place_word, street_point').catch(() => {});
    return count;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** The loaded datasets, by name. */
export async function listGazetteers(database: Database) {
  return database.selectFrom('gazetteer').selectAll().orderBy('name').execute();
}

/** Removes a dataset with all its places. @returns whether it existed */
export async function removeGazetteer(database: Database, dataset: string): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const removed = await transaction
      .deleteFrom('gazetteer')
      .where('name', '=', dataset)
      .returning('id')
      .executeTakeFirst();
    if (!removed) return false;
    for (const table of ['place_word', 'street_point', 'place'] as const) {
      await transaction.deleteFrom(table).where('gazetteer_id', '=', removed.id).execute();
    }
    return true;
  });
}

async function removePlaces(client: PoolClient, id: number): Promise<void> {
  for (const table of ['place_word', 'street_point', 'place']) {
    await client.query(`delete from ${table} where gazetteer_id = $1`, [id]);
  }
}

function writer(client: PoolClient, gazetteerId: number): GazetteerWriter {
  const copy = async (table: string, rows: readonly (readonly CopyValue[])[]) => {
    if (rows.length === 0) return;
    await pipeline(rows.map(copyLine), client.query(copyFrom(`copy ${table} from stdin`)));
  };
  return {
    gazetteerId,
    async takeIds(count) {
      const taken = await client.query<{ id: number }>(
        `select nextval(pg_get_serial_sequence('place', 'id')) as id from generate_series(1, $1)`,
        [count],
      );
      return taken.rows.map(({ id }) => id);
    },
    async *missingStreets() {
      // New rows have no statistics yet, and without them the planner would compare every address with every street.
      await client.query('set local enable_nestloop = off');
      await client.query(
        `declare missing_street no scroll cursor for ${missingStreets.replaceAll('$1', String(gazetteerId))}`,
      );
      for (;;) {
        const { rows } = await client.query<MissingStreet>(`fetch ${batch} from missing_street`);
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query('close missing_street');
    },
    async write(rows) {
      await copy(
        `place (${placeColumns.join(', ')})`,
        rows.map(({ place }) => place),
      );
      await copy(
        'place_word (word, place_id, gazetteer_id, rank, cell)',
        rows.flatMap(({ words }) => words),
      );
      await copy(
        'street_point (place_id, gazetteer_id, spot)',
        rows.flatMap(({ streetPoints }) => streetPoints),
      );
    },
  };
}
