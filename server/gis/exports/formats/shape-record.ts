import { envelopeOf, type Geometry, strideOf } from '../../geometry/geometry.ts';
import type { HostedLayer } from '../../layer/layer.ts';

type Dimensions = Pick<HostedLayer, 'geometryType' | 'hasZ' | 'hasM'>;

const plainTypes = {
  esriGeometryPoint: 1,
  esriGeometryPolyline: 3,
  esriGeometryPolygon: 5,
  esriGeometryMultipoint: 8,
} as const;

/** Measures of no value, as the format writes them. */
const noMeasure = -1e39;

/** The type of all shapes of a layer: with z (which has room for measures), with measures only, or plain. */
export function shapeType({ geometryType, hasZ, hasM }: Dimensions): number {
  return plainTypes[geometryType ?? 'esriGeometryPoint'] + (hasZ ? 10 : hasM ? 20 : 0);
}

/** The content of a record of a .shp file. */
export function shapeRecord(geometry: Geometry, layer: Dimensions): Buffer {
  const stride = strideOf(geometry);
  const { coordinates, kind } = geometry;
  const count = coordinates.length / stride;
  const at = (vertex: number, dimension: number) => coordinates[vertex * stride + dimension] ?? 0;
  const z = (vertex: number) => (geometry.hasZ ? finite(at(vertex, 2), 0) : 0);
  const m = (vertex: number) => (geometry.hasM ? finite(at(vertex, stride - 1), noMeasure) : noMeasure);
  const type = shapeType(layer);
  const [withZ, withM] = [layer.hasZ, layer.hasZ || layer.hasM];
  if (kind === 'point') {
    const record = Buffer.alloc(20 + (withZ ? 8 : 0) + (withM ? 8 : 0));
    record.writeInt32LE(type, 0);
    const numbers = [at(0, 0), at(0, 1), ...(withZ ? [z(0)] : []), ...(withM ? [m(0)] : [])];
    for (const [index, number] of numbers.entries()) record.writeDoubleLE(number, 4 + index * 8);
    return record;
  }
  const parts = kind === 'multipoint' ? [] : geometry.parts;
  const partBytes = kind === 'multipoint' ? 0 : 4 + parts.length * 4;
  const extra = (withZ ? 16 + count * 8 : 0) + (withM ? 16 + count * 8 : 0);
  const record = Buffer.alloc(36 + partBytes + 4 + count * 16 + extra);
  record.writeInt32LE(type, 0);
  const { xmin, ymin, xmax, ymax } = envelopeOf(geometry);
  let position = 4;
  const double = (number: number) => {
    position = record.writeDoubleLE(number, position);
  };
  for (const number of [xmin, ymin, xmax, ymax]) double(number);
  if (kind !== 'multipoint') position = record.writeInt32LE(parts.length, position);
  position = record.writeInt32LE(count, position);
  let first = 0;
  for (const vertices of parts) {
    position = record.writeInt32LE(first, position);
    first += vertices;
  }
  for (let vertex = 0; vertex < count; vertex += 1) {
    double(at(vertex, 0));
    double(at(vertex, 1));
  }
  for (const [wanted, read] of [
    [withZ, z],
    [withM, m],
  ] as const) {
    if (!wanted) continue;
    let [low, high] = [Infinity, -Infinity];
    for (let vertex = 0; vertex < count; vertex += 1) {
      low = Math.min(low, read(vertex));
      high = Math.max(high, read(vertex));
    }
    double(low);
    double(high);
    for (let vertex = 0; vertex < count; vertex += 1) double(read(vertex));
  }
  return record;
}

function finite(number: number, otherwise: number): number {
  return Number.isFinite(number) ? number : otherwise;
}
