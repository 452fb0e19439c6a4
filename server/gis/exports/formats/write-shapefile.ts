import { openSync, closeSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Envelope, envelopeOf, joinEnvelopes } from '../../geometry/geometry.ts';
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
import { shapeRecord, shapeType } from './shape-record.ts';

/** Bytes of the header of a .shp and a .shx file. */
const headerBytes = 100;

/**
 * Shapefiles (ESRI Shapefile Technical Description) in an archive. They are written beside it first, because their
 * headers say how long they are. A layer without geometry is its .dbf file.
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
