import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { limits } from '../../../limits.ts';
import {
  envelopeOf,
  type Envelope,
  type Geometry,
  joinEnvelopes,
  type EsriGeometryType,
} from '../../geometry/geometry.ts';
import { encodeWkb } from '../../geometry/wkb.ts';
import type { Field } from '../../layer/field.ts';
import {
  closeLater,
  exportFault,
  type ExportedLayer,
  type FileWriter,
  type LayerWriter,
  wktOf,
} from '../export-format.ts';
import { plainValue } from './write-csv.ts';

/** `GPKG` as a number, and version 1.3 of the standard. */
const [applicationId, version] = [0x47504b47, 10_300];
const pageBytes = 4096;

const columnTypes: Record<Field['type'], string> = {
  esriFieldTypeOID: 'INTEGER PRIMARY KEY NOT NULL',
  esriFieldTypeGlobalID: 'TEXT(38)',
  esriFieldTypeGUID: 'TEXT(38)',
  esriFieldTypeSmallInteger: 'SMALLINT',
  esriFieldTypeInteger: 'MEDIUMINT',
  esriFieldTypeBigInteger: 'INTEGER',
  esriFieldTypeSingle: 'FLOAT',
  esriFieldTypeDouble: 'DOUBLE',
  esriFieldTypeString: 'TEXT',
  esriFieldTypeDate: 'DATETIME',
  esriFieldTypeDateOnly: 'DATE',
  esriFieldTypeTimeOnly: 'TEXT(8)',
};

/** As `encodeWkb` writes them. */
const geometryNames: Record<EsriGeometryType, string> = {
  esriGeometryPoint: 'POINT',
  esriGeometryMultipoint: 'MULTIPOINT',
  esriGeometryPolyline: 'MULTILINESTRING',
  esriGeometryPolygon: 'MULTIPOLYGON',
};

/** A GeoPackage (OGC 12-128r17) with a table per layer. */
export function geopackageWriter(path: string): FileWriter {
  const database = new DatabaseSync(path);
  closeLater({
    [Symbol.dispose]() {
      if (database.isOpen) database.close();
    },
  });
  // A file that is not complete is never read, so nothing has to survive a failure.
  database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma page_size = ${pageBytes};
    pragma max_page_count = ${Math.floor(limits.exportBytes / pageBytes)};
    pragma application_id = ${applicationId}; pragma user_version = ${version}; begin;
    create table gpkg_spatial_ref_sys (srs_name text not null, srs_id integer not null primary key,
      organization text not null, organization_coordsys_id integer not null, definition text not null, description text);
    create table gpkg_contents (table_name text not null primary key, data_type text not null, identifier text unique,
      description text default '', last_change datetime not null default (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
      min_x double, min_y double, max_x double, max_y double, srs_id integer references gpkg_spatial_ref_sys (srs_id));
    create table gpkg_geometry_columns (table_name text not null, column_name text not null, geometry_type_name text not null,
      srs_id integer not null references gpkg_spatial_ref_sys (srs_id), z tinyint not null, m tinyint not null,
      primary key (table_name, column_name));
    insert into gpkg_spatial_ref_sys values ('Undefined Cartesian', -1, 'NONE', -1, 'undefined', null),
      ('Undefined geographic', 0, 'NONE', 0, 'undefined', null);`);
  const system = database.prepare(`insert into gpkg_spatial_ref_sys values (?, ?, 'EPSG', ?, ?, null)`);
  for (const wkid of [4326, 3857]) system.run(`EPSG:${wkid}`, wkid, wkid, wktOf(wkid));
  return {
    layer: (layer) => tableWriter(database, layer),
    finish() {
      database.exec('commit');
      database.close();
    },
  };
}

function tableWriter(database: DatabaseSync, { layer, name, wkid }: ExportedLayer): LayerWriter {
  const { fields, geometryType } = layer;
  const table = /^(gpkg|sqlite|rtree)_/i.test(name) ? `layer_${name}` : name;
  const names = new Set(fields.map((field) => field.name.toLowerCase()));
  const free = (column: string): string => (names.has(column) ? free(`${column}_`) : column);
  const shape = free('geom');
  const columns = fields.map(({ name: column, type, length }) => {
    const size = type === 'esriFieldTypeString' && length !== undefined ? `(${length})` : '';
    return `${quote(column)} ${columnTypes[type]}${size}`;
  });
  if (geometryType) columns.splice(1, 0, `${quote(shape)} ${geometryNames[geometryType]}`);
  database.exec(`create table ${quote(table)} (${columns.join(', ')})`);
  database
    .prepare(`insert into gpkg_contents (table_name, data_type, identifier, srs_id) values (?, ?, ?, ?)`)
    .run(table, geometryType ? 'features' : 'attributes', table, geometryType ? wkid : null);
  if (geometryType) {
    database
      .prepare('insert into gpkg_geometry_columns values (?, ?, ?, ?, ?, ?)')
      .run(table, shape, geometryNames[geometryType], wkid, Number(layer.hasZ), Number(layer.hasM));
  }
  const places = columns.map(() => '?').join(', ');
  const insert = database.prepare(`insert into ${quote(table)} values (${places})`);
  let extent: Envelope | null = null;
  return {
    add({ values, geometry }) {
      const row = fields.map((field, index) => plainValue(field, values[index] ?? null));
      if (!geometryType) return insertRow(insert, row);
      if (geometry) extent = joinEnvelopes(extent, envelopeOf(geometry));
      insertRow(insert, [row[0] ?? null, geometry && geometryBlob(geometry, wkid), ...row.slice(1)]);
    },
    end() {
      if (!extent) return;
      const { xmin, ymin, xmax, ymax } = extent;
      database
        .prepare('update gpkg_contents set min_x = ?, min_y = ?, max_x = ?, max_y = ? where table_name = ?')
        .run(xmin, ymin, xmax, ymax, table);
    },
  };
}

function insertRow(insert: StatementSync, values: (string | number | Uint8Array | null)[]): void {
  try {
    insert.run(...values);
  } catch (error) {
    // SQLITE_FULL: the file has all the pages it may have.
    if ((error as { errcode?: number }).errcode !== 13) throw error;
    throw exportFault(
      `The file would be larger than ${Math.round(limits.exportBytes / 1e6)} MB. Export one layer at a time.`,
    );
  }
}

/** The header of a GeoPackage geometry, with its envelope, and well-known binary. */
function geometryBlob(geometry: Geometry, wkid: number): Buffer {
  const point = geometry.kind === 'point';
  const header = Buffer.alloc(point ? 8 : 40);
  header.write('GP', 'latin1');
  // Little endian, with an envelope of x and y except for points.
  header[3] = point ? 1 : 3;
  header.writeInt32LE(wkid, 4);
  if (!point) {
    const { xmin, xmax, ymin, ymax } = envelopeOf(geometry);
    for (const [index, value] of [xmin, xmax, ymin, ymax].entries())
      header.writeDoubleLE(value, 8 + index * 8);
  }
  return Buffer.concat([header, encodeWkb(geometry)]);
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
