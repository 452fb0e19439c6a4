import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { EsriGeometryType } from '../geometry/geometry.ts';
import { createTileIndexes, placeIndex } from './layer-table-store.ts';

/**
 * Creates the indexes tiles need for layers that were loaded before they existed; safe in several processes
 * at once.
 */
export async function indexPlaces(database: Database): Promise<void> {
  const { rows } = await sql<{ table: string; type: EsriGeometryType; wkid: number }>`
    select table_name as table, geometry_type as type, wkid from hosted_layer
    where geometry_type is not null and to_regclass('hosted.' || quote_ident(table_name || '_place')) is null`.execute(
    database,
  );
  for (const { table, type, wkid } of rows) {
    await database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${placeIndex(table)}, 20))`.execute(
        transaction,
      );
      for (const statement of createTileIndexes(table, type, wkid)) await statement.execute(transaction);
    });
  }
}
