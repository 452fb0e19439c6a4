import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { MappingError } from '../../../../../wire/errors.ts';
import type { UploadPlace } from '../../../../../wire/upload.ts';
import { wholeNumberOf } from '../../fields/field-collector.ts';
import { canonicalWkid, isKnownWkid } from '../../../geometry/spatial-reference.ts';
import type { FieldType } from '../../../layer/field.ts';
import {
  type SourceField,
  type SourceGeometry,
  type SourceLayer,
  type SourceReference,
  type UploadChoices,
  uploadFault,
  type UploadFeature,
  type UploadFile,
  uploadLimits,
  type UploadSource,
  wgs84,
} from '../../upload-source.ts';
import {
  findNoTables,
  type GeoPackageColumn,
  type GeoPackageTable,
  guessRowCount,
  iterateRows,
  listColumns,
  listTables,
  openReadOnly,
} from './geopackage-store.ts';
import { readWkb } from './read-wkb.ts';

/** Minimum size of an SQLite row: its cell and the pointer to it. */
const minRowBytes = 6;

/**
 * Compares the number of rows read from a table with what its file can contain. Pages of a hostile file refer
 * to each other in circles, so that a few kilobytes become endless rows.
 */
class StoredBytes {
  readonly #table: string;
  readonly #most: number;
  #rows = 0;
  #values = 0;

  constructor(table: string, fileBytes: number) {
    this.#table = table;
    this.#most = fileBytes;
  }

  /** @throws MappingError `services:invalid-upload` when more is read than the file can contain */
  count(row: Readonly<Record<string, unknown>>): void {
    this.#rows += 1;
    for (const value of Object.values(row)) {
      // A character takes at least one byte in any encoding.
      if (typeof value === 'string' || value instanceof Uint8Array) this.#values += value.length;
    }
    if (this.#rows * minRowBytes > this.#most || this.#values > this.#most) throw tooMuch(this.#table);
  }
}

function tooMuch(file: string): MappingError {
  return uploadFault('broken-geopackage', { file }, { reason: 'it contains more than its size allows' });
}

/** Bytes of the envelope by its code in the flags (OGC 12-128, section 2.1.3). */
const envelopes = [0, 32, 48, 48, 64];

/** @throws MappingError `services:invalid-upload` */
function readGeoPackageGeometry(bytes: Uint8Array, place: UploadPlace): SourceGeometry | null {
  const flags = bytes[3] ?? 0;
  const envelope = envelopes[(flags >> 1) & 7];
  if (bytes[0] !== 0x47 || bytes[1] !== 0x50 || envelope === undefined)
    throw uploadFault('broken-geometry', place, { reason: 'not in the format of GeoPackage' });
  const empty = (flags & 0x10) !== 0;
  if (empty) return null;
  try {
    return readWkb(bytes, 8 + envelope);
  } catch (error) {
    const words = error instanceof Error ? error.message : '';
    throw uploadFault('broken-geometry', place, { reason: words });
  }
}

/** Tables that describe the content of a GeoPackage. */
const directory = ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'];

/**
 * A GeoPackage: each of its tables of features or attributes is a layer. Views and computing tables are
 * rejected. The file is opened read-only and not trusted in any way.
 */
export function openGeoPackage(file: UploadFile, { wkid }: UploadChoices): UploadSource {
  const database = guard(() => openReadOnly(file.path));
  try {
    mustBeTables(database, directory);
    const tables = guard(() => listTables(database));
    if (tables.length === 0) throw uploadFault('no-features');
    if (tables.length > uploadLimits.layers)
      throw uploadFault('too-many-layers', {}, { found: tables.length, most: uploadLimits.layers });
    mustBeTables(
      database,
      tables.map(({ table }) => String(table)),
    );
    return {
      format: 'geopackage',
      facts: { notes: [] },
      layers: tables.map((table) => toLayer(database, table, file, wkid)),
      close: async () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function mustBeTables(database: DatabaseSync, names: readonly string[]): void {
  const [name] = guard(() => findNoTables(database, names));
  if (name !== undefined) throw uploadFault('not-a-table', {}, { name: name.slice(0, 100) });
}

/** Translates SQLite's errors for a file that is broken or not a GeoPackage. */
function guard<Result>(work: () => Result, file?: string): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof MappingError) throw error;
    const words = error instanceof Error ? error.message : '';
    throw uploadFault('broken-geopackage', file === undefined ? {} : { file }, {
      reason: words.slice(0, 200),
    });
  }
}

function toLayer(
  database: DatabaseSync,
  table: GeoPackageTable,
  file: UploadFile,
  wkid: number | undefined,
): SourceLayer {
  const { meter } = file;
  const all = guard(() => listColumns(database, table.table), table.table);
  if (all.some(({ hidden }) => hidden !== 0))
    throw uploadFault('not-a-table', {}, { name: table.table.slice(0, 100) });
  const columns = all.filter(({ name, type }) => name !== table.geometryColumn && !/BLOB/i.test(type));
  if (columns.length === 0 && table.geometryColumn === null)
    throw uploadFault('broken-geopackage', { file: table.table }, { reason: 'no columns' });
  return {
    name: String(table.title),
    fields: columns.map(toField),
    reference: () => referenceOf(table, wkid),
    async *features() {
      meter.read = 0;
      meter.total = guessRowCount(database, table.table);
      const stored = new StoredBytes(table.table, statSync(file.path).size);
      const names = columns.map(({ name }) => name);
      if (table.geometryColumn !== null) names.push(table.geometryColumn);
      const rows = guard(() => iterateRows(database, table.table, names), table.table);
      for (let feature = 1; ; feature += 1) {
        const next = guard(() => rows.next(), table.table);
        if (next.done) return;
        stored.count(next.value);
        meter.read = feature;
        yield [toFeature(next.value, table, feature)];
      }
    },
  };
}

function toFeature(row: Record<string, unknown>, table: GeoPackageTable, feature: number): UploadFeature {
  const place = { file: table.table, feature };
  const properties: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (name === table.geometryColumn || value instanceof Uint8Array) continue;
    properties[name] = typeof value === 'bigint' ? wholeNumberOf(value) : value;
  }
  const bytes = table.geometryColumn === null ? null : row[table.geometryColumn];
  return {
    properties,
    place,
    geometry: bytes instanceof Uint8Array ? readGeoPackageGeometry(bytes, place) : null,
  };
}

/** SQLite declares types and checks none of them, so values decide where the declaration is vague. */
function toField({ name, type }: GeoPackageColumn): SourceField {
  const declared = type.toUpperCase();
  const known: readonly [RegExp, FieldType][] = [
    [/^BOOLEAN|^TINYINT|^SMALLINT/, 'esriFieldTypeSmallInteger'],
    [/^MEDIUMINT/, 'esriFieldTypeInteger'],
    [/^INT/, 'esriFieldTypeBigInteger'],
    [/^FLOAT|^DOUBLE|^REAL|^NUMERIC/, 'esriFieldTypeDouble'],
    [/^DATE/, 'esriFieldTypeDate'],
    [/^TEXT|^VARCHAR|^CHAR/, 'esriFieldTypeString'],
  ];
  const found = known.find(([pattern]) => pattern.test(declared))?.[1];
  return { key: name, name, ...(found && { type: found }) };
}

/** Code of coordinates in an undefined plane; 0 are undefined degrees (OGC 12-128). */
const undefinedPlane = -1;

function referenceOf(
  { table, geometryColumn, organization, code, definition }: GeoPackageTable,
  chosen: number | undefined,
): SourceReference {
  if (code === null || code <= 0) {
    if (chosen !== undefined) return { wkid: chosen };
    if (geometryColumn === null || code !== undefinedPlane) return wgs84;
    throw uploadFault('unknown-reference-name', { file: table }, { name: 'undefined' });
  }
  const wkid = canonicalWkid(Number(code));
  if (organization?.toUpperCase() === 'EPSG' && isKnownWkid(wkid)) return { wkid };
  if (definition && definition !== 'undefined') return { definition };
  throw uploadFault('unknown-reference-name', { file: table }, { name: String(code) });
}
