import wasmAddress from 'sql.js/dist/sql-wasm.wasm?url';
import { geoPackageGeometry } from './geopackage-geometry.ts';
import { checked, ReadError, type ReadFeature, readLimits, type ReadResult } from './read-features.ts';

/** Reads the feature tables of a GeoPackage (OGC 12-128) in degrees or Web Mercator. */
export async function readGeoPackage(bytes: ArrayBuffer): Promise<ReadResult> {
  const { default: initSqlJs } = await import('sql.js');
  const sql = await initSqlJs({ locateFile: () => wasmAddress });
  const database = new sql.Database(new Uint8Array(bytes));
  try {
    const tables = rowsOf(
      database.exec(
        `SELECT c.table_name, c.column_name, s.organization_coordsys_id AS reference
           FROM gpkg_geometry_columns c LEFT JOIN gpkg_spatial_ref_sys s USING (srs_id)`,
      ),
    );
    const features: ReadFeature[] = [];
    for (const { table_name: table, column_name: column, reference } of tables) {
      // Names come from the file, so they are quoted for SQL.
      const quoted = `"${String(table).replaceAll('"', '""')}"`;
      const rows = rowsOf(database.exec(`SELECT * FROM ${quoted} LIMIT ${readLimits.features + 1}`));
      for (const row of rows) {
        const { [String(column)]: blob, ...properties } = row;
        const geometry =
          blob instanceof Uint8Array ? geoPackageGeometry(blob, Number(reference) || 4326) : null;
        features.push({ type: 'Feature', geometry, properties: plain(properties) });
      }
    }
    return checked(features);
  } catch (cause) {
    if (cause instanceof ReadError) throw cause;
    throw new ReadError('broken', cause instanceof Error ? cause.message : '');
  } finally {
    database.close();
  }
}

function rowsOf([result]: { columns: string[]; values: unknown[][] }[]): Record<string, unknown>[] {
  if (!result) return [];
  return result.values.map((values) =>
    Object.fromEntries(result.columns.map((name, index) => [name, values[index]])),
  );
}

/** Images and other binary values are not attributes. */
function plain(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => !(value instanceof Uint8Array)));
}
