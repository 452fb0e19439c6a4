import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Tables of every GeoPackage, without the content that our reader ignores. */
const directory = `
  create table gpkg_spatial_ref_sys (srs_name text, srs_id integer primary key, organization text,
    organization_coordsys_id integer, definition text);
  create table gpkg_contents (table_name text primary key, data_type text, identifier text, srs_id integer);
  create table gpkg_geometry_columns (table_name text, column_name text, geometry_type_name text, srs_id integer);
  insert into gpkg_spatial_ref_sys values ('WGS 84', 4326, 'EPSG', 4326, 'undefined');`;

/** Registers a table of this name as attributes, or as features with this column. */
export function listed(table: string, geometryColumn?: string): string {
  const kind = geometryColumn === undefined ? 'attributes' : 'features';
  const geometry = `insert into gpkg_geometry_columns values ('${table}', '${geometryColumn}', 'POINT', 4326);`;
  return `insert into gpkg_contents values ('${table}', '${kind}', '${table}', 4326);${geometryColumn === undefined ? '' : geometry}`;
}

/** A GeoPackage created by these statements; `before` runs on the empty file. */
export function geoPackage(statements: string, { before = '', directory: own = directory } = {}): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'mapping-test-'));
  try {
    const file = path.join(folder, 'a.gpkg');
    const database = new DatabaseSync(file, { allowExtension: false });
    // Attackers are not bound by constraints.
    database.enableDefensive(false);
    database.exec(before);
    database.exec(own);
    database.exec(statements);
    database.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const pageSize = 512;

/**
 * A GeoPackage of a few kilobytes whose table “trees” has about 60^18 rows: pages of pages that refer to the
 * same next page repeatedly. SQLite reads it without an error.
 */
export function endlessGeoPackage(): Buffer {
  const rows = Array.from({ length: 1000 }, (_none, n) => `(${n}, 'tree ${n}')`).join();
  const bytes = geoPackage(
    `create table trees (fid integer primary key, name text); insert into trees values ${rows}; ${listed('trees')}`,
    { before: `pragma page_size = ${pageSize};` },
  );
  const at = (page: number) => (page - 1) * pageSize;
  const kindOf = (page: number) => bytes[at(page)];
  const pages = Array.from({ length: bytes.length / pageSize - 1 }, (_none, n) => n + 2);
  // The table's root is the only interior page whose children are leaves; its leaves become interior pages.
  const root = pages.find((page) => kindOf(page) === 5);
  if (root === undefined) throw new Error('The table is too small.');
  const childOf = (page: number, cell: number) =>
    bytes.readUInt32BE(at(page) + bytes.readUInt16BE(at(page) + 12 + 2 * cell));
  const leaves = Array.from({ length: bytes.readUInt16BE(at(root) + 3) }, (_none, cell) =>
    childOf(root, cell),
  );
  const chain = leaves.slice(0, 18);
  const last = leaves[18];
  if (last === undefined) throw new Error('There are too few leaves.');
  for (const [level, page] of [root, ...chain].entries())
    writeInnerPage(bytes, at(page), chain[level] ?? last);
  return bytes;
}

/** An interior page of a table whose entries all point to the same page. */
function writeInnerPage(bytes: Buffer, at: number, child: number): void {
  const cells = 60;
  bytes.fill(0, at, at + pageSize);
  bytes[at] = 5;
  bytes.writeUInt16BE(cells, at + 3);
  bytes.writeUInt16BE(pageSize - cells * 5, at + 5);
  bytes.writeUInt32BE(child, at + 8);
  for (let cell = 0; cell < cells; cell++) {
    const place = pageSize - (cell + 1) * 5;
    bytes.writeUInt16BE(place, at + 12 + 2 * cell);
    bytes.writeUInt32BE(child, at + place);
    bytes[at + place + 4] = cell;
  }
}
