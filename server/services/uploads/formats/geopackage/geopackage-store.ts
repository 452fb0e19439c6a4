import type { DatabaseSync } from 'node:sqlite';

/** A table of features or attributes as its GeoPackage describes it. */
export interface GeoPackageTable {
  table: string;
  title: string;
  /** Null: a table without geometry. */
  geometryColumn: string | null;
  organization: string | null;
  code: number | null;
  definition: string | null;
}

export interface GeoPackageColumn {
  name: string;
  /** As declared: `TEXT(40)`, `MEDIUMINT` … */
  type: string;
}

/** The tables that a GeoPackage (OGC 12-128) lists. */
export function listTables(database: DatabaseSync): GeoPackageTable[] {
  const rows = database
    .prepare(
      `select c.table_name as "table", coalesce(nullif(c.identifier, ''), c.table_name) as title, g.column_name as "geometryColumn",
        s.organization, s.organization_coordsys_id as code, s.definition
      from gpkg_contents c
      left join gpkg_geometry_columns g on g.table_name = c.table_name
      left join gpkg_spatial_ref_sys s on s.srs_id = g.srs_id
      where c.data_type in ('features', 'attributes') order by c.rowid`,
    )
    .all();
  return rows as unknown as GeoPackageTable[];
}

export function listColumns(database: DatabaseSync, table: string): GeoPackageColumn[] {
  return database
    .prepare(`select name, type from pragma_table_info(?)`)
    .all(table) as unknown as GeoPackageColumn[];
}

export function countRows(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`select count(*) as count from ${quote(table)}`).get()?.['count'] ?? 0);
}

/** Rows one at a time; whole numbers are bigint. */
export function iterateRows(
  database: DatabaseSync,
  table: string,
  columns: readonly string[],
): IterableIterator<Record<string, unknown>> {
  const statement = database.prepare(`select ${columns.map(quote).join(', ')} from ${quote(table)}`);
  statement.setReadBigInts(true);
  return statement.iterate() as IterableIterator<Record<string, unknown>>;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
