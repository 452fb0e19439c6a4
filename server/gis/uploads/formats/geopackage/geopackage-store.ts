import { constants, DatabaseSync } from 'node:sqlite';
import { uploadLimits } from '../../upload-source.ts';

/** A table of features or attributes as described by its GeoPackage. */
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
  /** 2 and 3: generated columns. */
  hidden: number;
}

/** Functions used by our own statements. */
const functions = new Set(['coalesce', 'nullif', 'max']);

/**
 * Opens an untrusted database for reading tables only: SQLite rejects everything that computes (views,
 * triggers, recursion, functions) when a statement is prepared, also where the schema declares it as
 * something else.
 */
export function openReadOnly(path: string): DatabaseSync {
  const database = new DatabaseSync(path, {
    readOnly: true,
    allowExtension: false,
    defensive: true,
    limits: { length: uploadLimits.featureBytes, attach: 0, triggerDepth: 1, compoundSelect: 2 },
  });
  database.exec(
    'pragma trusted_schema = off; pragma cell_size_check = on; pragma query_only = on; pragma mmap_size = 0',
  );
  database.setAuthorizer((action, first, second, _database, view) => {
    const plain = view === null;
    const allowed =
      (action === constants.SQLITE_SELECT && plain) ||
      (action === constants.SQLITE_READ && plain) ||
      (action === constants.SQLITE_FUNCTION && plain && functions.has((second ?? '').toLowerCase())) ||
      (action === constants.SQLITE_PRAGMA && first === 'table_xinfo');
    return allowed ? constants.SQLITE_OK : constants.SQLITE_DENY;
  });
  return database;
}

/** Which of these are not plain tables: views, virtual tables, and names missing from the file. */
export function findNoTables(database: DatabaseSync, names: readonly string[]): string[] {
  const find = database.prepare(
    `select type, rootpage, sql from sqlite_schema where name = ? collate nocase limit 1`,
  );
  return names.filter((name) => {
    const row = find.get(name);
    return (
      row?.['type'] !== 'table' ||
      Number(row['rootpage']) === 0 ||
      !/^\s*create\s+table\b/i.test(String(row['sql']))
    );
  });
}

/** The tables that a GeoPackage (OGC 12-128) lists; one more than the maximum of a file. */
export function listTables(database: DatabaseSync): GeoPackageTable[] {
  const rows = database
    .prepare(
      `select c.table_name as "table", coalesce(nullif(c.identifier, ''), c.table_name) as title, g.column_name as "geometryColumn",
        s.organization, s.organization_coordsys_id as code, s.definition
      from gpkg_contents c
      left join gpkg_geometry_columns g on g.table_name = c.table_name
      left join gpkg_spatial_ref_sys s on s.srs_id = g.srs_id
      where c.data_type in ('features', 'attributes') order by c.rowid limit ${uploadLimits.layers + 1}`,
    )
    .all();
  return rows as unknown as GeoPackageTable[];
}

export function listColumns(database: DatabaseSync, table: string): GeoPackageColumn[] {
  return database.prepare(`pragma table_xinfo(${quote(table)})`).all() as unknown as GeoPackageColumn[];
}

/**
 * The approximate number of rows of a table: its largest row id, which is found at once. 0 without such ids.
 */
export function guessRowCount(database: DatabaseSync, table: string): number {
  try {
    const row = database.prepare(`select max(rowid) as last from ${quote(table)}`).get();
    return Number(row?.['last'] ?? 0);
  } catch {
    return 0;
  }
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
