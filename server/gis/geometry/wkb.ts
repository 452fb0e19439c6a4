import { type Geometry, type GeometryKind, strideOf } from './geometry.ts';
import { signedArea } from './rings.ts';

/**
 * Geometry in the database: well-known binary (ISO 13249-3, little endian), which keeps every bit of every coordinate
 * and which other programs read. Kinds are always written as their multi form, but a point.
 */
const types = { point: 1, multipoint: 4, polyline: 5, polygon: 6 } as const;
const singleTypes = { multipoint: 1, polyline: 2, polygon: 3 } as const;

export function encodeWkb(geometry: Geometry): Buffer {
  const { kind, coordinates, parts } = geometry;
  const stride = strideOf(geometry);
  const dimension = (geometry.hasZ ? 1000 : 0) + (geometry.hasM ? 2000 : 0);
  const groups = kind === 'polygon' ? polygonGroups(geometry) : parts.map((count) => [count]);
  const writer = new Writer(sizeOf(geometry, groups));
  writer.header(types[kind] + dimension);
  if (kind === 'point') {
    writer.numbers(coordinates, 0, stride);
    return writer.buffer;
  }
  if (kind === 'multipoint') {
    writer.count(coordinates.length / stride);
    for (let at = 0; at < coordinates.length; at += stride) {
      writer.header(singleTypes.multipoint + dimension);
      writer.numbers(coordinates, at, at + stride);
    }
    return writer.buffer;
  }
  writer.count(groups.length);
  let at = 0;
  for (const group of groups) {
    writer.header(singleTypes[kind] + dimension);
    if (kind === 'polygon') writer.count(group.length);
    for (const vertices of group) {
      writer.count(vertices);
      writer.numbers(coordinates, at, at + vertices * stride);
      at += vertices * stride;
    }
  }
  return writer.buffer;
}

/** Rings by polygon: each clockwise ring begins one. */
function polygonGroups(geometry: Geometry): number[][] {
  const stride = strideOf(geometry);
  const groups: number[][] = [];
  let at = 0;
  for (const vertices of geometry.parts) {
    const end = at + vertices * stride;
    const group = groups.at(-1);
    if (group && signedArea(geometry.coordinates, stride, at, end) > 0) group.push(vertices);
    else groups.push([vertices]);
    at = end;
  }
  return groups;
}

function sizeOf({ kind, coordinates, ...dimensions }: Geometry, groups: number[][]): number {
  const numbers = coordinates.length * 8;
  if (kind === 'point') return 5 + numbers;
  if (kind === 'multipoint') return 9 + (coordinates.length / strideOf(dimensions)) * 5 + numbers;
  const rings = groups.reduce((total, group) => total + group.length, 0);
  return 9 + groups.length * (kind === 'polygon' ? 9 : 5) + rings * 4 + numbers;
}

class Writer {
  readonly buffer: Buffer;
  #at = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  header(type: number): void {
    this.buffer[this.#at] = 1;
    this.#at = this.buffer.writeUInt32LE(type, this.#at + 1);
  }

  count(count: number): void {
    this.#at = this.buffer.writeUInt32LE(count, this.#at);
  }

  numbers(coordinates: Float64Array, from: number, to: number): void {
    for (let at = from; at < to; at += 1)
      this.#at = this.buffer.writeDoubleLE(coordinates[at] as number, this.#at);
  }
}

/** Reads what `encodeWkb` wrote. */
export function decodeWkb(bytes: Uint8Array): Geometry {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const code = view.getUint32(1, true);
  const dimension = Math.floor(code / 1000);
  const hasZ = dimension === 1 || dimension === 3;
  const hasM = dimension >= 2;
  const stride = strideOf({ hasZ, hasM });
  const kind = kindOfType(code % 1000);
  if (kind === 'point') return { kind, hasZ, hasM, coordinates: readNumbers(view, 5, stride), parts: [] };
  if (kind === 'multipoint') return { kind, hasZ, hasM, coordinates: readPoints(view, stride), parts: [] };
  return { kind, hasZ, hasM, ...readParts(view, stride, kind === 'polygon') };
}

const kindsByType: Readonly<Record<number, GeometryKind>> = {
  1: 'point',
  4: 'multipoint',
  5: 'polyline',
  6: 'polygon',
};

function kindOfType(type: number): GeometryKind {
  const kind = kindsByType[type];
  if (!kind) throw new Error(`The database holds a geometry of the unknown kind ${type}.`);
  return kind;
}

function readNumbers(view: DataView, at: number, count: number): Float64Array {
  const numbers = new Float64Array(count);
  for (let index = 0; index < count; index += 1) numbers[index] = view.getFloat64(at + index * 8, true);
  return numbers;
}

function readPoints(view: DataView, stride: number): Float64Array {
  const count = view.getUint32(5, true);
  const numbers = new Float64Array(count * stride);
  for (let point = 0, at = 14; point < count; point += 1, at += stride * 8 + 5) {
    for (let index = 0; index < stride; index += 1) {
      numbers[point * stride + index] = view.getFloat64(at + index * 8, true);
    }
  }
  return numbers;
}

function readParts(
  view: DataView,
  stride: number,
  polygon: boolean,
): { coordinates: Float64Array; parts: number[] } {
  const groups = view.getUint32(5, true);
  const parts: number[] = [];
  // More than there will be, since headers take space too: one allocation, cut to size at the end.
  const coordinates = new Float64Array((view.byteLength - 9) >> 3);
  let at = 9;
  let write = 0;
  for (let group = 0; group < groups; group += 1) {
    at += 5;
    let rings = 1;
    if (polygon) {
      rings = view.getUint32(at, true);
      at += 4;
    }
    for (let ring = 0; ring < rings; ring += 1) {
      const vertices = view.getUint32(at, true);
      at += 4;
      parts.push(vertices);
      for (const end = write + vertices * stride; write < end; write += 1, at += 8) {
        coordinates[write] = view.getFloat64(at, true);
      }
    }
  }
  return { coordinates: coordinates.subarray(0, write), parts };
}
