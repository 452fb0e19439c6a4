import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  type Envelope,
  envelopeOf,
  type Geometry,
  joinEnvelopes,
  strideOf,
} from '../../geometry/geometry.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import {
  Archive,
  type ByteQuota,
  DiskFile,
  type ExportedLayer,
  type FileWriter,
  type LayerWriter,
  type Target,
  wktOf,
} from '../export-format.ts';
import { dbfFile } from './write-dbf.ts';

/** Bytes of the header of a .shp and a .shx file. */
const headerBytes = 100;

/**
 * Shapefiles (ESRI Shapefile Technical Description) in an archive. They are written beside it first, because their
 * headers contain their length. A layer without geometry is its .dbf file.
 */
export function shapefileWriter(file: Target, folder: string, quota: ByteQuota): FileWriter {
  const archive = new Archive(file);
  return {
    layer: (layer) => layerWriter(archive, layer, folder, quota),
    finish: () => archive.end(),
  };
}

function layerWriter(
  archive: Archive,
  exported: ExportedLayer,
  folder: string,
  quota: ByteQuota,
): LayerWriter {
  const { layer, name, wkid } = exported;
  const at = (extension: string) => path.join(folder, `part.${extension}`);
  const table = dbfFile(new DiskFile(at('dbf'), quota), exported);
  const shapes = layer.geometryType ? new ShapeFiles(at('shp'), at('shx'), layer, quota) : undefined;
  return {
    add({ values, geometry }) {
      table.add(values);
      shapes?.add(geometry && shapeRecord(geometry, layer));
      if (geometry) shapes?.widen(envelopeOf(geometry));
    },
    end() {
      table.end();
      shapes?.end();
      for (const extension of shapes ? ['shp', 'shx', 'dbf'] : ['dbf'])
        moveInto(archive.file(`${name}.${extension}`), at(extension));
      const texts = { cpg: 'UTF-8', ...(shapes && { prj: wktOf(wkid) }) };
      for (const [extension, text] of Object.entries(texts)) {
        const part = archive.file(`${name}.${extension}`);
        part.write(text);
        part.end();
      }
    },
  };
}

/** The .shp file with the shapes, and the .shx file with their places. */
class ShapeFiles {
  readonly #shapes: DiskFile;
  readonly #index: DiskFile;
  readonly #type: number;
  #extent: Envelope | null = null;
  #count = 0;

  constructor(shapes: string, index: string, layer: ExportedLayer['layer'], quota: ByteQuota) {
    this.#shapes = new DiskFile(shapes, quota);
    this.#index = new DiskFile(index, quota);
    this.#type = shapeType(layer);
    for (const file of [this.#shapes, this.#index]) file.write(Buffer.alloc(headerBytes));
  }

  /** @param content null: a feature without geometry */
  add(content: Buffer | null): void {
    const record = content ?? Buffer.alloc(4);
    this.#count += 1;
    const header = Buffer.alloc(8);
    header.writeInt32BE(this.#count, 0);
    header.writeInt32BE(record.length / 2, 4);
    const entry = Buffer.alloc(8);
    entry.writeInt32BE(this.#shapes.size / 2, 0);
    entry.writeInt32BE(record.length / 2, 4);
    this.#index.write(entry);
    this.#shapes.write(header);
    this.#shapes.write(record);
  }

  widen(envelope: Envelope): void {
    this.#extent = joinEnvelopes(this.#extent, envelope);
  }

  end(): void {
    for (const file of [this.#shapes, this.#index]) {
      file.rewrite(0, this.#header(file.size));
      file.end();
    }
  }

  #header(bytes: number): Buffer {
    const header = Buffer.alloc(headerBytes);
    header.writeInt32BE(9994, 0);
    header.writeInt32BE(bytes / 2, 24);
    header.writeInt32LE(1000, 28);
    header.writeInt32LE(this.#type, 32);
    const { xmin, ymin, xmax, ymax } = this.#extent ?? { xmin: 0, ymin: 0, xmax: 0, ymax: 0 };
    for (const [index, value] of [xmin, ymin, xmax, ymax].entries())
      header.writeDoubleLE(value, 36 + index * 8);
    return header;
  }
}

function moveInto(target: Target, from: string): void {
  const handle = openSync(from, 'r');
  try {
    const buffer = Buffer.alloc(256_000);
    for (;;) {
      const bytes = readSync(handle, buffer, 0, buffer.length, null);
      if (bytes === 0) break;
      // The compressor may keep a piece until it gets the next one.
      target.write(Buffer.from(buffer.subarray(0, bytes)));
    }
  } finally {
    closeSync(handle);
    rmSync(from);
  }
  target.end();
}

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
function shapeType({ geometryType, hasZ, hasM }: Dimensions): number {
  return plainTypes[geometryType ?? 'esriGeometryPoint'] + (hasZ ? 10 : hasM ? 20 : 0);
}

/** The content of a record of a .shp file. */
function shapeRecord(geometry: Geometry, layer: Dimensions): Buffer {
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
