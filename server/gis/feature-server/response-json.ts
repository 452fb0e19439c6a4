import { writeEsriGeometry } from '../geometry/esri-json.ts';
import { centroidOf } from './query/aggregate-geometry.ts';
import { type Geometry, strideOf } from '../geometry/geometry.ts';
import { type Grid, type GridGeometry, heightScale } from '../geometry/quantize.ts';
import { wireSpatialReference } from '../geometry/spatial-reference.ts';
import type { AttributeValue } from '../layer/field.ts';
import { globalIdField, objectIdField } from '../layer/layer.ts';
import { fieldJson } from './layer-json.ts';
import {
  type FeatureResponse,
  type FeaturesJson,
  type GeometryOutput,
  geometryShaper,
  gridShaper,
} from './query/output.ts';
import type { TableResponse } from './query/statistics-query.ts';

/** Features as Esri JSON, quantised when the request has a grid. */
export function featuresAsJson(response: FeatureResponse): FeaturesJson {
  const { layer, fields, rows, output, exceeded } = response;
  const wanted = output && layer.geometryType ? { output, geometryType: layer.geometryType } : undefined;
  const write = wanted && geometryWriter(wanted.output, layer.wkid);
  const quantization = wanted?.output.quantization;
  return {
    objectIdFieldName: objectIdField,
    uniqueIdField: { name: objectIdField, isSystemMaintained: true },
    globalIdFieldName: globalIdField,
    ...(wanted && {
      geometryType: wanted.geometryType,
      spatialReference: wireSpatialReference(wanted.output.wkid),
      ...(wanted.output.hasZ && { hasZ: true }),
      ...(wanted.output.hasM && { hasM: true }),
    }),
    ...(quantization && {
      transform: {
        originPosition: quantization.grid.originPosition,
        ...transformOf(quantization.grid, wanted.output),
      },
    }),
    fields: fields.map(fieldJson),
    ...(exceeded && { exceededTransferLimit: true }),
    features: rows.map(({ values, geometry }) => ({
      attributes: attributesOf(fields, values),
      ...(write && { geometry: geometry && write(geometry) }),
      ...(write && response.centroid && { centroid: geometry && write(centroidOf(geometry)) }),
    })),
  };
}

/** With the steps of z and m, which have their places even where only one of them is returned. */
function transformOf({ scale, translate: { x, y } }: Grid, { hasZ, hasM }: GeometryOutput): object {
  if (!hasZ && !hasM) return { scale: [scale, scale], translate: [x, y] };
  return { scale: [scale, scale, heightScale, heightScale], translate: [x, y, 0, 0] };
}

function geometryWriter(
  output: NonNullable<FeatureResponse['output']>,
  wkid: number,
): (geometry: Geometry) => object | null {
  const { quantization } = output;
  if (quantization) {
    const shape = gridShaper(output, wkid, quantization.grid);
    return (geometry) => {
      const grid = shape(geometry);
      return grid && writeGridGeometry(grid);
    };
  }
  const shape = geometryShaper(output, wkid);
  return (geometry) => {
    const shaped = shape(geometry);
    return shaped && writeEsriGeometry(shaped);
  };
}

/** Writes a geometry on a grid (`GridGeometry`). */
export function writeGridGeometry({ kind, hasZ, hasM, deltas, parts }: GridGeometry): object {
  const stride = strideOf({ hasZ, hasM });
  if (kind === 'point') {
    const [x, y, ...heights] = deltas;
    return { x, y, ...(hasZ && { z: heights[0] }), ...(hasM && { m: heights.at(-1) }) };
  }
  let at = 0;
  const vertices = parts.map((count) => {
    const part: number[][] = [];
    for (let vertex = 0; vertex < count; vertex += 1, at += stride) part.push(deltas.slice(at, at + stride));
    return part;
  });
  const dimensions = { ...(hasZ && { hasZ }), ...(hasM && { hasM }) };
  if (kind === 'multipoint') return { ...dimensions, points: vertices[0] ?? [] };
  return kind === 'polyline' ? { ...dimensions, paths: vertices } : { ...dimensions, rings: vertices };
}

export function attributesOf(
  fields: readonly { name: string }[],
  values: readonly AttributeValue[],
): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {};
  for (let index = 0; index < fields.length; index += 1) {
    attributes[fields[index]?.name ?? ''] = values[index] ?? null;
  }
  return attributes;
}

/** Statistics and distinct values: features that have only attributes. */
export function tableAsJson({ fields, rows, exceeded, shapes }: TableResponse): object {
  return {
    displayFieldName: '',
    objectIdFieldName: objectIdField,
    fields: fields.map(({ name, alias, type, length, domain }) => ({
      name,
      alias,
      type,
      sqlType: 'sqlTypeOther',
      domain: domain ?? null,
      defaultValue: null,
      ...(length !== undefined && { length }),
    })),
    ...(exceeded && { exceededTransferLimit: true }),
    features: rows.map((values, index) => ({
      attributes: attributesOf(fields, values),
      ...(shapes && { aggregateGeometries: shapes[index] }),
    })),
  };
}
