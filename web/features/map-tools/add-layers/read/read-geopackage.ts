import wasmAddress from 'sql.js/dist/sql-wasm.wasm?url';
import {
  checked,
  degreesOfMercator,
  ReadError,
  type ReadFeature,
  readLimits,
  type ReadResult,
} from './read-features.ts';

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

type Position = number[];
type Geometry = NonNullable<ReadFeature['geometry']>;

const names = [
  '',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];
/** Bytes of the envelope by its indicator in the header (OGC 12-128, 2.1.3). */
const envelopes = [0, 32, 48, 48, 64];

/**
 * A geometry of a GeoPackage as GeoJSON; null when it is empty.
 * @param reference EPSG code: 4326 (or another in degrees of WGS84) or 3857
 * @throws ReadError `projection` for other references
 */
export function geoPackageGeometry(blob: Uint8Array, reference: number): Geometry | null {
  if (blob[0] !== 0x47 || blob[1] !== 0x50) throw new ReadError('broken', 'No GeoPackage geometry');
  const flags = blob[3] ?? 0;
  if (flags & 0x10) return null;
  const start = 8 + (envelopes[(flags >> 1) & 7] ?? 0);
  const reader = new Reader(new DataView(blob.buffer, blob.byteOffset + start, blob.byteLength - start));
  return reader.geometry(converter(reference));
}

function converter(reference: number): (x: number, y: number) => Position {
  if (reference === 4326 || reference === 4979) return (x, y) => [x, y];
  if (reference === 3857 || reference === 900_913) return degreesOfMercator;
  throw new ReadError('projection', `EPSG:${reference}`);
}

/** Well-known binary (ISO and extended), without heights and measures. */
class Reader {
  readonly #view: DataView;
  #at = 0;
  #little = true;
  #dimensions = 2;

  constructor(view: DataView) {
    this.#view = view;
  }

  geometry(convert: (x: number, y: number) => Position): Geometry {
    this.#little = this.#view.getUint8(this.#at++) === 1;
    const code = this.#integer();
    const base = (code & 0xff_ff) % 1000;
    const kind = Math.floor((code & 0xff_ff) / 1000);
    const extended = (code & 0x80_00_00_00 ? 1 : 0) + (code & 0x40_00_00_00 ? 1 : 0);
    this.#dimensions = 2 + extended + (kind === 3 ? 2 : kind > 0 ? 1 : 0);
    const name = names[base];
    if (!name) throw new ReadError('broken', `Geometry type ${code}`);
    const position = () => this.#position(convert);
    const line = () => this.#list(position);
    if (base === 1) return { type: name, coordinates: position() };
    if (base === 2) return { type: name, coordinates: line() };
    if (base === 3) return { type: name, coordinates: this.#list(line) };
    const parts = this.#list(() => this.geometry(convert));
    return base === 7
      ? { type: name, geometries: parts }
      : { type: name, coordinates: parts.map(({ coordinates }) => coordinates) };
  }

  #integer(): number {
    const value = this.#view.getUint32(this.#at, this.#little);
    this.#at += 4;
    return value;
  }

  #list<Part>(read: () => Part): Part[] {
    return Array.from({ length: this.#integer() }, read);
  }

  #position(convert: (x: number, y: number) => Position): Position {
    const x = this.#view.getFloat64(this.#at, this.#little);
    const y = this.#view.getFloat64(this.#at + 8, this.#little);
    this.#at += 8 * this.#dimensions;
    return convert(x, y);
  }
}
