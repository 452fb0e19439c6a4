import { Builder } from 'flatbuffers';
import { magicbytes } from 'flatgeobuf/lib/mjs/constants.js';
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { Crs } from 'flatgeobuf/lib/mjs/flat-geobuf/crs.js';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import { buildGeometry } from 'flatgeobuf/lib/mjs/generic/geometry.js';
import { parseGeometry } from 'flatgeobuf/lib/mjs/geojson/geometry.js';
import type { EsriGeometryType, Geometry } from '../../geometry/geometry.ts';
import { writeGeoJson } from '../../geometry/geojson.ts';
import type { FieldType } from '../../layer/field.ts';
import type { DiskFile, ExportedLayer, FileWriter, LayerWriter } from '../export-format.ts';
import { plainValue } from './write-csv.ts';

const columnTypes: Record<FieldType, ColumnType> = {
  esriFieldTypeOID: ColumnType.Long,
  esriFieldTypeGlobalID: ColumnType.String,
  esriFieldTypeGUID: ColumnType.String,
  esriFieldTypeSmallInteger: ColumnType.Short,
  esriFieldTypeInteger: ColumnType.Int,
  esriFieldTypeBigInteger: ColumnType.Long,
  esriFieldTypeSingle: ColumnType.Float,
  esriFieldTypeDouble: ColumnType.Double,
  esriFieldTypeString: ColumnType.String,
  esriFieldTypeDate: ColumnType.DateTime,
  esriFieldTypeDateOnly: ColumnType.String,
  esriFieldTypeTimeOnly: ColumnType.String,
};

/** A layer has one type in the file: a single line or area is written as one of several. */
const geometryTypes: Record<EsriGeometryType, GeometryType> = {
  esriGeometryPoint: GeometryType.Point,
  esriGeometryMultipoint: GeometryType.MultiPoint,
  esriGeometryPolyline: GeometryType.MultiLineString,
  esriGeometryPolygon: GeometryType.MultiPolygon,
};

/** FlatGeobuf 3 without an index, which would need all features before the first of them is written. */
export function flatgeobufWriter(file: DiskFile): FileWriter {
  return { layer: (layer) => layerWriter(file, layer), finish() {} };
}

function layerWriter(file: DiskFile, exported: ExportedLayer): LayerWriter {
  const { fields } = exported.layer;
  let count = 0;
  file.write(magicbytes);
  file.write(header(exported, count));
  return {
    add({ values, geometry }) {
      const properties = fields.map((field, index) =>
        property(index, columnTypes[field.type], plainValue(field, values[index] ?? null)),
      );
      file.write(feature(Buffer.concat(properties), geometry));
      count += 1;
    },
    end() {
      file.rewrite(magicbytes.length, header(exported, count));
      file.end();
    },
  };
}

/** Its length does not depend on the number of features, which is known at the end. */
function header({ layer, name, wkid }: ExportedLayer, count: number): Uint8Array {
  const builder = new Builder();
  builder.forceDefaults(true);
  const columns = layer.fields.map(({ name: field, alias, type, nullable }) => {
    const [fieldName, title] = [builder.createString(field), builder.createString(alias)];
    Column.startColumn(builder);
    Column.addName(builder, fieldName);
    Column.addType(builder, columnTypes[type]);
    Column.addTitle(builder, title);
    Column.addNullable(builder, nullable);
    return Column.endColumn(builder);
  });
  const columnsVector = Header.createColumnsVector(builder, columns);
  const layerName = builder.createString(name);
  const organisation = builder.createString('EPSG');
  Crs.startCrs(builder);
  Crs.addOrg(builder, organisation);
  Crs.addCode(builder, wkid);
  const crs = Crs.endCrs(builder);
  Header.startHeader(builder);
  Header.addName(builder, layerName);
  Header.addGeometryType(builder, layer.geometryType ? geometryTypes[layer.geometryType] : 0);
  Header.addHasZ(builder, layer.hasZ);
  Header.addColumns(builder, columnsVector);
  Header.addFeaturesCount(builder, BigInt(count));
  Header.addIndexNodeSize(builder, 0);
  if (layer.geometryType) Header.addCrs(builder, crs);
  builder.finishSizePrefixed(Header.endHeader(builder));
  return builder.asUint8Array();
}

function feature(properties: Uint8Array, geometry: Geometry | null): Uint8Array {
  const builder = new Builder(1024);
  const stored = Feature.createPropertiesVector(builder, properties);
  const shape = geometry && buildGeometry(builder, parseGeometry(asMulti(geometry)));
  Feature.startFeature(builder);
  if (shape !== null) Feature.addGeometry(builder, shape);
  Feature.addProperties(builder, stored);
  builder.finishSizePrefixed(Feature.endFeature(builder));
  return builder.asUint8Array();
}

function asMulti(geometry: Geometry): Parameters<typeof parseGeometry>[0] {
  const { type, coordinates } = writeGeoJson(geometry) as { type: string; coordinates: unknown[] };
  const isOne = type === 'LineString' || type === 'Polygon';
  return (isOne ? { type: `Multi${type}`, coordinates: [coordinates] } : { type, coordinates }) as Parameters<
    typeof parseGeometry
  >[0];
}

const sizes: Partial<Record<ColumnType, number>> = {
  [ColumnType.Short]: 2,
  [ColumnType.Int]: 4,
  [ColumnType.Float]: 4,
  [ColumnType.Long]: 8,
  [ColumnType.Double]: 8,
};

/** The number of the column and its value; empty values are left out. */
function property(column: number, type: ColumnType, value: string | number | null): Buffer {
  if (value === null) return Buffer.alloc(0);
  const text = sizes[type] === undefined ? Buffer.from(String(value)) : undefined;
  const bytes = Buffer.alloc(2 + (sizes[type] ?? 4));
  bytes.writeUInt16LE(column);
  if (text) bytes.writeUInt32LE(text.length, 2);
  else if (type === ColumnType.Short) bytes.writeInt16LE(Number(value), 2);
  else if (type === ColumnType.Int) bytes.writeInt32LE(Number(value), 2);
  else if (type === ColumnType.Long) bytes.writeBigInt64LE(BigInt(value), 2);
  else if (type === ColumnType.Float) bytes.writeFloatLE(Number(value), 2);
  else bytes.writeDoubleLE(Number(value), 2);
  return text ? Buffer.concat([bytes, text]) : bytes;
}
