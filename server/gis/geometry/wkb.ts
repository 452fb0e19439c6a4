import { type Geometry, type GeometryKind, strideOf } from './geometry.ts';
import { signedArea } from './rings.ts';

/**
 * Geometry in the database: well-known binary (ISO 13249-3, little endian), which keeps every bit of every
 * coordinate and is readable by other programs. All types except points are written as their multi form.
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

/** Rings by polygon: each clockwise ring starts one. */
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

/** A cursor over well-known binary of any program: either byte order, z and m in ISO's or PostGIS' way. */
export class WkbReader {
  readonly view: DataView;
  #at: number;
  #little = true;

  constructor(bytes: Uint8Array, offset = 0) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = offset;
  }

  /** The byte order, kind and dimensions with which every geometry begins. */
  header(): { type: number; hasZ: boolean; hasM: boolean } {
    this.#little = this.view.getUint8(this.#at) === 1;
    this.#at += 1;
    const code = this.count();
    // PostGIS sets bits, ISO adds thousands.
    if (code & 0x20000000) this.#at += 4;
    const plain = code & 0x0fffffff;
    const dimension = Math.floor(plain / 1000);
    return {
      type: plain % 1000,
      hasZ: (code & 0x80000000) !== 0 || dimension === 1 || dimension === 3,
      hasM: (code & 0x40000000) !== 0 || dimension === 2 || dimension === 3,
    };
  }

  count(): number {
    const value = this.view.getUint32(this.#at, this.#little);
    this.#at += 4;
    return value;
  }

  number(): number {
    const value = this.view.getFloat64(this.#at, this.#little);
    this.#at += 8;
    return value;
  }

  /** Fills a part of an array. */
  numbers(into: Float64Array, from: number, to: number): void {
    let at = this.#at;
    for (let index = from; index < to; index += 1, at += 8)
      into[index] = this.view.getFloat64(at, this.#little);
    this.#at = at;
  }
}

/** Reads what `encodeWkb` wrote, alone or among other bytes: a geometry of one kind, into one array of coordinates. */
export function decodeWkb(bytes: Uint8Array, at = 0, length = bytes.length - at): Geometry {
  const reader = new WkbReader(bytes, at);
  const { type, hasZ, hasM } = reader.header();
  const kind = kindOfType(type);
  const stride = strideOf({ hasZ, hasM });
  const read = kind === 'point' ? readPoint : kind === 'multipoint' ? readPoints : readParts;
  return { kind, hasZ, hasM, ...read(reader, stride, length, kind === 'polygon') };
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

type Coordinates = Pick<Geometry, 'coordinates' | 'parts'>;

function readPoint(reader: WkbReader, stride: number): Coordinates {
  const coordinates = new Float64Array(stride);
  reader.numbers(coordinates, 0, stride);
  return { coordinates, parts: [] };
}

function readPoints(reader: WkbReader, stride: number): Coordinates {
  const coordinates = new Float64Array(reader.count() * stride);
  for (let at = 0; at < coordinates.length; at += stride) {
    reader.header();
    reader.numbers(coordinates, at, at + stride);
  }
  return { coordinates, parts: [] };
}

function readParts(reader: WkbReader, stride: number, length: number, polygon: boolean): Coordinates {
  const groups = reader.count();
  const parts: number[] = [];
  // An upper bound, since headers take space too: one allocation, cut to size at the end.
  const coordinates = new Float64Array((length - 9) >> 3);
  let write = 0;
  for (let group = 0; group < groups; group += 1) {
    reader.header();
    const rings = polygon ? reader.count() : 1;
    for (let ring = 0; ring < rings; ring += 1) {
      const vertices = reader.count();
      parts.push(vertices);
      reader.numbers(coordinates, write, write + vertices * stride);
      write += vertices * stride;
    }
  }
  return { coordinates: coordinates.subarray(0, write), parts };
}
