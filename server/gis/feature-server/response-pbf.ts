import { PbfWriter } from 'pbf';
import { kindOf } from '../geometry/geometry.ts';
import { type Grid, type GridGeometry, heightScale } from '../geometry/quantize.ts';
import { isGeographic, wireSpatialReference } from '../geometry/spatial-reference.ts';
import type { AttributeValue, FieldType } from '../layer/field.ts';
import { globalIdField, objectIdField } from '../layer/layer.ts';
import { centroidOf } from './query/aggregate-geometry.ts';
import { type FeatureResponse, type GeometryOutput, gridShaper } from './query/output.ts';
import type { TableResponse } from './query/statistics-query.ts';

/**
 * Esri's FeatureCollection protocol buffer, version 1.0 (docs/arcgis-protocol.md#features-as-protocol-buffers): queryResult (2)
 * with one of featureResult (1), countResult (2), idsResult (3), extentCountResult (4).
 */
export const geometryTypes = { point: 0, multipoint: 1, polyline: 2, polygon: 3 } as const;

const fieldTypes: Record<FieldType, number> = {
  esriFieldTypeSmallInteger: 0,
  esriFieldTypeInteger: 1,
  esriFieldTypeSingle: 2,
  esriFieldTypeDouble: 3,
  esriFieldTypeString: 4,
  esriFieldTypeDate: 5,
  esriFieldTypeOID: 6,
  esriFieldTypeGUID: 10,
  esriFieldTypeGlobalID: 11,
  esriFieldTypeBigInteger: 13,
  esriFieldTypeDateOnly: 14,
  esriFieldTypeTimeOnly: 15,
};

/** The format has no floating-point coordinates: this grid is exact to a tenth of a millimetre. */
export function finestGrid(wkid: number): Grid {
  return { originPosition: 'upperLeft', scale: isGeographic(wkid) ? 1e-9 : 1e-4, translate: { x: 0, y: 0 } };
}

/** The part of a feature result before its features. */
export function featuresHeadAsPbf(response: FeatureResponse): Uint8Array {
  const pbf = new PbfWriter();
  writeFeaturesHead(response, pbf);
  return pbf.finish();
}

/** Features as members of a feature result; any number of these parts may follow the head. */
export function featureRowsAsPbf(response: FeatureResponse): Uint8Array {
  const pbf = new PbfWriter();
  writeFeatures(response, pbf);
  return pbf.finish();
}

export function tableAsPbf(response: TableResponse): Uint8Array {
  return message((result) => result.writeMessage(1, writeTable, response));
}

export function countAsPbf(count: number): Uint8Array {
  return message((result) => result.writeMessage(2, (_none, pbf) => pbf.writeVarintField(1, count), null));
}

export function idsAsPbf(ids: readonly number[]): Uint8Array {
  return message((result) =>
    result.writeMessage(
      3,
      (_none, pbf) => {
        pbf.writeStringField(1, objectIdField);
        pbf.writePackedVarint(3, [...ids]);
      },
      null,
    ),
  );
}

function message(write: (result: PbfWriter) => void): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeStringField(1, '1.0');
  pbf.writeMessage(2, (_none, result) => write(result), null);
  return pbf.finish();
}

function writeFeaturesHead({ layer, fields, output, exceeded }: FeatureResponse, pbf: PbfWriter): void {
  writeHead(pbf);
  if (output && layer.geometryType) {
    pbf.writeVarintField(7, geometryTypes[kindOf(layer.geometryType)]);
    pbf.writeMessage(8, writeSpatialReference, output.wkid);
  }
  if (exceeded) pbf.writeBooleanField(9, true);
  if (output && layer.geometryType) {
    if (output.hasZ) pbf.writeBooleanField(10, true);
    if (output.hasM) pbf.writeBooleanField(11, true);
    pbf.writeMessage(12, writeTransform, output);
  }
  writeFields(fields, pbf);
}

function writeFeatures({ layer, fields, rows, output, centroid }: FeatureResponse, pbf: PbfWriter): void {
  const shape =
    output &&
    layer.geometryType &&
    gridShaper(output, layer.wkid, output.quantization?.grid ?? finestGrid(output.wkid));
  for (const { values, geometry } of rows) {
    const shaped = geometry && shape ? shape(geometry) : null;
    // Drawn instead of an area that is too small for the grid.
    const middle = centroid && geometry && shape ? shape(centroidOf(geometry)) : null;
    pbf.writeMessage(
      15,
      (row, feature) => {
        writeAttributes(fields, row, feature);
        if (shaped) feature.writeMessage(2, writeGeometry, shaped);
        if (middle) feature.writeMessage(4, writeGeometry, middle);
      },
      values,
    );
  }
}

function writeHead(pbf: PbfWriter): void {
  pbf.writeStringField(1, objectIdField);
  pbf.writeMessage(2, writeUniqueIdField, null);
  pbf.writeStringField(3, globalIdField);
}

function writeTable({ fields, rows, exceeded }: TableResponse, pbf: PbfWriter): void {
  writeHead(pbf);
  if (exceeded) pbf.writeBooleanField(9, true);
  writeFields(fields, pbf);
  for (const values of rows)
    pbf.writeMessage(15, (row, feature) => writeAttributes(fields, row, feature), values);
}

function writeUniqueIdField(_none: null, pbf: PbfWriter): void {
  pbf.writeStringField(1, objectIdField);
  pbf.writeBooleanField(2, true);
}

function writeSpatialReference(wkid: number, pbf: PbfWriter): void {
  const reference = wireSpatialReference(wkid);
  if ('wkt' in reference) {
    pbf.writeStringField(5, reference.wkt);
    return;
  }
  pbf.writeVarintField(1, reference.wkid);
  pbf.writeVarintField(2, reference.latestWkid);
}

function writeTransform({ quantization, wkid, hasZ, hasM }: GeometryOutput, pbf: PbfWriter): void {
  const { originPosition, scale, translate } = quantization?.grid ?? finestGrid(wkid);
  pbf.writeVarintField(1, originPosition === 'upperLeft' ? 0 : 1);
  const heights = (value: number) => ({ ...(hasM && { m: value }), ...(hasZ && { z: value }) });
  pbf.writeMessage(2, writeDimensions, { x: scale, y: scale, ...heights(heightScale) });
  pbf.writeMessage(3, writeDimensions, { ...translate, ...heights(0) });
}

interface Dimensions {
  x: number;
  y: number;
  m?: number;
  z?: number;
}

function writeDimensions({ x, y, m, z }: Dimensions, pbf: PbfWriter): void {
  pbf.writeDoubleField(1, x);
  pbf.writeDoubleField(2, y);
  if (m !== undefined) pbf.writeDoubleField(3, m);
  if (z !== undefined) pbf.writeDoubleField(4, z);
}

function writeFields(fields: TableResponse['fields'], pbf: PbfWriter): void {
  for (const field of fields) {
    pbf.writeMessage(
      13,
      ({ name, alias, type, domain }, message) => {
        message.writeStringField(1, name);
        message.writeVarintField(2, fieldTypes[type]);
        message.writeStringField(3, alias);
        message.writeVarintField(4, 16);
        if (domain) message.writeStringField(5, JSON.stringify(domain));
      },
      field,
    );
  }
}

/** Writes values in the order of the fields; null is an empty message. */
function writeAttributes(
  fields: TableResponse['fields'],
  values: readonly AttributeValue[],
  feature: PbfWriter,
): void {
  for (let index = 0; index < fields.length; index += 1) {
    const value = values[index];
    const type = fields[index]?.type as FieldType;
    feature.writeMessage(
      1,
      (_none, pbf) => (value === null || value === undefined ? undefined : writeValue(type, value, pbf)),
      null,
    );
  }
}

function writeValue(type: FieldType, value: string | number, pbf: PbfWriter): void {
  if (typeof value === 'string') return void pbf.writeStringField(1, value);
  switch (type) {
    case 'esriFieldTypeSmallInteger':
    case 'esriFieldTypeInteger':
      return void pbf.writeSVarintField(4, value);
    case 'esriFieldTypeOID':
      return void pbf.writeVarintField(5, value);
    case 'esriFieldTypeDate':
    case 'esriFieldTypeBigInteger':
      return void pbf.writeVarintField(6, Math.round(value));
    case 'esriFieldTypeSingle':
      return void pbf.writeFloatField(2, value);
    default:
      return void pbf.writeDoubleField(3, value);
  }
}

function writeGeometry({ kind, deltas, parts }: GridGeometry, pbf: PbfWriter): void {
  pbf.writeVarintField(1, geometryTypes[kind]);
  if (kind !== 'point') pbf.writePackedVarint(2, [...parts]);
  // The format has no unknown z or m.
  pbf.writePackedSVarint(
    3,
    deltas.some(Number.isNaN) ? deltas.map((each) => (Number.isNaN(each) ? 0 : each)) : deltas,
  );
}
