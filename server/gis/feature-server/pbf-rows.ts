import type { BinaryRow } from '../../platform/database/binary-rows.ts';
import { envelopeHolds, kindOf } from '../geometry/geometry.ts';
import { decodeWkb } from '../geometry/wkb.ts';
import { WkbOnGrid, writeVarint, zigzag } from '../geometry/wkb-on-grid.ts';
import type { FieldType } from '../layer/field.ts';
import type { FeatureSink } from '../storage/feature-store.ts';
import type { SpatialFilter } from '../storage/spatial-condition.ts';
import { readerOf, readInt8, readMoment } from '../storage/binary-values.ts';
import { finestGrid, geometryTypes } from './response-pbf.ts';
import type { FeatureResponse } from './query/output.ts';

type Wanted = Omit<FeatureResponse, 'rows' | 'exceeded'>;

/** Tags of protocol buffers: the number of a member, and how its value is written. */
const [varint, eightBytes, sized, fourBytes] = [0, 1, 2, 5];
const tag = (member: number, kind: number) => (member << 3) | kind;

/** Bytes that are allocated at once. */
const partBytes = 32_768;

/** The columns of a row: the object id, the geometry, and the fields. */
const [shape, firstField] = [1, 2];

/** Types of PostgreSQL's columns whose values are written as text. */
const textual: Partial<Record<FieldType, number>> = {
  esriFieldTypeGUID: 2950,
  esriFieldTypeGlobalID: 2950,
  esriFieldTypeDateOnly: 1082,
  esriFieldTypeTimeOnly: 1083,
};

/** Whether the rows of such a response can be written as they are read. */
export function writesRows({ layer, output, centroid }: Wanted): boolean {
  if (centroid || !layer.geometryType) return false;
  const kind = kindOf(layer.geometryType);
  return (
    output !== null &&
    kind !== 'multipoint' &&
    !layer.hasZ &&
    !layer.hasM &&
    output.maxAllowableOffset === 0 &&
    output.precision === undefined &&
    gridOf({ layer, output }) !== undefined
  );
}

function gridOf({ layer, output }: Pick<Wanted, 'layer' | 'output'>): WkbOnGrid | undefined {
  if (!output) return undefined;
  const { grid, simplify } = output.quantization ?? { grid: finestGrid(output.wkid), simplify: false };
  return WkbOnGrid.between(layer.wkid, output.wkid, grid, simplify);
}

/**
 * Features as members of a feature result (`response-pbf.ts`), written from the stored bytes: the same bytes as `featureRowsAsPbf`
 * writes.
 */
export class PbfRows implements FeatureSink {
  /** Features that were written, and whether there were more than wanted. */
  count = 0;
  exceeded = false;
  readonly #types: readonly FieldType[];
  readonly #grid: WkbOnGrid;
  readonly #kind: number;
  readonly #limit: number;
  #full: Uint8Array[] = [];
  #part = new Uint8Array(partBytes);
  #length = 0;
  /** One feature, before its length is known. */
  #feature = new Uint8Array(4096);
  #at = 0;

  constructor(wanted: Wanted, limit: number) {
    this.#types = wanted.fields.map(({ type }) => type);
    this.#grid = gridOf(wanted) as WkbOnGrid;
    this.#kind = geometryTypes[kindOf(wanted.layer.geometryType ?? 'esriGeometryPolygon')];
    this.#limit = limit;
  }

  /** What was written, in pieces. */
  get parts(): readonly Uint8Array[] {
    return [...this.#full, this.#part.subarray(0, this.#length)];
  }

  begin(): void {
    this.count = 0;
    this.exceeded = false;
    this.#full = [];
    this.#length = 0;
  }

  add(row: BinaryRow, space: SpatialFilter | null): void {
    const size = row.lengths[shape] as number;
    const isProjected = size > 0 && this.#grid.write(row.bytes, row.starts[shape] as number, size);
    if (space && !this.#meets(row, space, isProjected)) return;
    if (this.count === this.#limit) {
      this.exceeded = true;
      return;
    }
    this.count += 1;
    this.#at = 0;
    this.#makeRoom(row.size * 2 + 64 * (this.#types.length + 1));
    for (let index = 0; index < this.#types.length; index += 1)
      this.#writeAttribute(row, firstField + index, this.#types[index] as FieldType);
    if (isProjected && this.#grid.partCount > 0) this.#writeGeometry();
    this.#endFeature();
  }

  #meets({ bytes, starts, lengths }: BinaryRow, space: SpatialFilter, isProjected: boolean): boolean {
    const size = lengths[shape] as number;
    if (size < 0) return false;
    const { envelope } = this.#grid;
    if (isProjected && space.decides === 'inside')
      for (const box of space.boxes) if (envelopeHolds(box, envelope)) return true;
    return space.test(decodeWkb(bytes, starts[shape] as number, size));
  }

  #writeAttribute({ bytes, starts, lengths }: BinaryRow, column: number, type: FieldType): void {
    const start = starts[column] as number;
    const size = lengths[column] as number;
    this.#byte(tag(1, sized));
    if (size < 0) return this.#byte(0);
    switch (type) {
      case 'esriFieldTypeString':
        return this.#writeText(bytes, start, start + size);
      case 'esriFieldTypeSmallInteger':
      case 'esriFieldTypeInteger':
        return this.#writeNumber(4, zigzag(size === 2 ? bytes.readInt16BE(start) : bytes.readInt32BE(start)));
      case 'esriFieldTypeOID':
        return this.#writeNumber(5, readInt8(bytes, start));
      case 'esriFieldTypeDate':
        return this.#writeNumber(6, readMoment(bytes, start));
      case 'esriFieldTypeBigInteger':
        return this.#writeNumber(6, readInt8(bytes, start));
      case 'esriFieldTypeSingle':
        return this.#writeReversed(tag(2, fourBytes), bytes, start, 4);
      case 'esriFieldTypeDouble':
        return this.#writeReversed(tag(3, eightBytes), bytes, start, 8);
      default: {
        const text = Buffer.from(String(readerOf(textual[type] ?? 0)(bytes, start, size)));
        return this.#writeText(text, 0, text.length);
      }
    }
  }

  #writeText(bytes: Uint8Array, from: number, to: number): void {
    const size = to - from;
    this.#varint(1 + varintLength(size) + size);
    this.#byte(tag(1, sized));
    this.#varint(size);
    this.#copy(bytes, from, to);
  }

  #writeNumber(member: number, value: number): void {
    const length = this.#at;
    this.#at += 1;
    this.#byte(tag(member, varint));
    if (value < 0) this.#writeNegative(value);
    else this.#varint(value);
    this.#feature[length] = this.#at - length - 1;
  }

  /** Ten bytes: the two's complement of 64 bits. */
  #writeNegative(value: number): void {
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 127n; rest >>= 7n) this.#byte(Number(rest & 127n) | 128);
    this.#byte(Number(rest));
  }

  /** PostgreSQL writes the most significant byte first, protocol buffers the least. */
  #writeReversed(first: number, bytes: Uint8Array, start: number, size: number): void {
    this.#byte(size + 1);
    this.#byte(first);
    for (let at = start + size - 1; at >= start; at -= 1) this.#byte(bytes[at] as number);
  }

  #writeGeometry(): void {
    const { bytes, length, parts, partCount } = this.#grid;
    const isPoint = this.#kind === geometryTypes.point;
    let partsLength = 0;
    for (let part = 0; part < partCount; part += 1) partsLength += varintLength(parts[part] as number);
    const ofParts = isPoint ? 0 : 1 + varintLength(partsLength) + partsLength;
    this.#byte(tag(2, sized));
    this.#varint(2 + ofParts + 1 + varintLength(length) + length);
    this.#byte(tag(1, varint));
    this.#byte(this.#kind);
    if (!isPoint) {
      this.#byte(tag(2, sized));
      this.#varint(partsLength);
      for (let part = 0; part < partCount; part += 1) this.#varint(parts[part] as number);
    }
    this.#byte(tag(3, sized));
    this.#varint(length);
    this.#copy(bytes, 0, length);
  }

  #endFeature(): void {
    const size = this.#at;
    if (this.#length + size + 12 > this.#part.length) {
      this.#full.push(this.#part.subarray(0, this.#length));
      this.#part = new Uint8Array(Math.max(partBytes, size + 12));
      this.#length = 0;
    }
    this.#part[this.#length] = tag(15, sized);
    const at = writeVarint(this.#part, this.#length + 1, size);
    this.#length = copyBytes(this.#part, at, this.#feature, 0, size);
  }

  /** Each number takes at most ten bytes instead of four; a vertex twenty instead of sixteen. */
  #makeRoom(size: number): void {
    if (this.#feature.length < size) this.#feature = new Uint8Array(size * 2);
  }

  #byte(value: number): void {
    this.#feature[this.#at++] = value;
  }

  #varint(value: number): void {
    this.#at = writeVarint(this.#feature, this.#at, value);
  }

  #copy(bytes: Uint8Array, from: number, to: number): void {
    this.#at = copyBytes(this.#feature, this.#at, bytes, from, to);
  }
}

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest > 127; rest = Math.floor(rest / 128)) length += 1;
  return length;
}

/** Copies bytes. @returns the next place */
function copyBytes(into: Uint8Array, place: number, bytes: Uint8Array, from: number, to: number): number {
  // Few bytes are copied before a view of them would be made.
  if (to - from > 64) into.set(bytes.subarray(from, to), place);
  else for (let at = from, next = place; at < to; at += 1, next += 1) into[next] = bytes[at] as number;
  return place + to - from;
}
