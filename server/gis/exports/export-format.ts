import { closeSync, openSync, writeSync } from 'node:fs';
import { Zip, ZipDeflate } from 'fflate';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { HostedLayer } from '../layer/layer.ts';
import type { FeatureRow } from '../storage/feature-store.ts';

/** Formats of exports, by their names in the ArcGIS REST API. */
export const exportFormats = [
  'CSV',
  'Excel',
  'FlatGeobuf',
  'GeoJson',
  'GeoPackage',
  'KML',
  'Shapefile',
] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A layer to write. */
export interface ExportedLayer {
  layer: HostedLayer;
  /** A unique name within the file. */
  name: string;
  /** The spatial reference of its geometry in the file: 4326 or 3857. */
  wkid: number;
  /** Bytes of the longest text of each field, where the format needs them. */
  textLengths: readonly number[];
}

/** Writes the features of one layer, synchronously: exports run in their own threads. */
export interface LayerWriter {
  add(feature: FeatureRow): void;
  end(): void;
}

/** Writes a file; its layers follow each other. */
export interface FileWriter {
  layer(layer: ExportedLayer): LayerWriter;
  /** Completes the file. */
  finish(): void;
}

/** An error that the requester can act on. */
export function exportFault(message: string): MappingError {
  return new MappingError('services:export-refused', message, {
    status: 400,
    faults: [{ path: 'exportFormat', message }],
  });
}

/** Counts the bytes of an export on disk. */
export class ByteQuota {
  #left: number;

  constructor(max: number = limits.exportBytes) {
    this.#left = max;
  }

  /** @throws MappingError `services:export-refused` when the export is too large */
  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    const megabytes = Math.round(limits.exportBytes / 1e6);
    throw exportFault(
      `The file would be larger than ${megabytes} MB. Export one layer at a time, or choose a more compact format.`,
    );
  }
}

/** The target of bytes: a file, or a file inside an archive. */
export interface Target {
  write(chunk: string | Uint8Array): void;
  end(): void;
}

const bufferBytes = 256_000;

/** Open files of this thread, which writes one export at a time. */
const openFiles = new Set<Disposable>();

/** Closes a file or database with `closeOpenFiles`. */
export function closeLater(file: Disposable): void {
  openFiles.add(file);
}

/** Closes what an export has left open that failed: deleted files take space until then. */
export function closeOpenFiles(): void {
  for (const file of openFiles) file[Symbol.dispose]();
  openFiles.clear();
}

/** A file on disk, written in large chunks. */
export class DiskFile implements Target, Disposable {
  readonly #handle: number;
  readonly #quota: ByteQuota;
  #waiting: Uint8Array[] = [];
  #bytes = 0;
  #isOpen = true;
  /** Bytes so far. */
  size = 0;

  constructor(path: string, quota: ByteQuota) {
    this.#handle = openSync(path, 'wx', 0o600);
    this.#quota = quota;
    closeLater(this);
  }

  write(chunk: string | Uint8Array): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    this.#quota.take(bytes.length);
    this.size += bytes.length;
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes >= bufferBytes) this.#flush();
  }

  /** Replaces bytes that were written before, such as a header. */
  rewrite(position: number, bytes: Uint8Array): void {
    this.#flush();
    writeWhole(this.#handle, bytes, position);
  }

  end(): void {
    this.#flush();
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    if (this.#isOpen) closeSync(this.#handle);
    this.#isOpen = false;
  }

  #flush(): void {
    if (this.#bytes > 0) writeWhole(this.#handle, Buffer.concat(this.#waiting), null);
    this.#waiting = [];
    this.#bytes = 0;
  }
}

function writeWhole(handle: number, bytes: Uint8Array, position: number | null): void {
  for (let at = 0; at < bytes.length;)
    at += writeSync(handle, bytes, at, bytes.length - at, position === null ? null : position + at);
}

/** A zip archive, compressed while it is written; one file at a time. */
export class Archive {
  readonly #zip: Zip;

  constructor(file: Target) {
    this.#zip = new Zip((error, chunk, final) => {
      if (error) throw error;
      file.write(chunk);
      if (final) file.end();
    });
  }

  file(name: string): Target {
    const entry = new ZipDeflate(name, { level: 6 });
    this.#zip.add(entry);
    let waiting: string[] = [];
    let length = 0;
    const flush = (last: boolean) => {
      entry.push(Buffer.from(waiting.join('')), last);
      waiting = [];
      length = 0;
    };
    return {
      write(chunk) {
        if (typeof chunk !== 'string') {
          if (length > 0) flush(false);
          entry.push(chunk);
          return;
        }
        waiting.push(chunk);
        length += chunk.length;
        if (length >= bufferBytes) flush(false);
      },
      end: () => flush(true),
    };
  }

  end(): void {
    this.#zip.end();
  }
}

const xmlSigns: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text for XML, without the characters that XML cannot hold. */
export function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are removed
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll(/[&<>"]/g, (sign) => xmlSigns[sign] as string)
  );
}

/** A name for a file inside an archive, a sheet or a table. */
export function plainName(name: string, max: number): string {
  const clean = name
    .replaceAll(/[\p{Cc}\\/:*?"<>|[\]']+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...clean].slice(0, max).join('').trim() || 'Layer';
}

const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** The spatial references of exported files, as every reader of shapefiles and GeoPackages knows them. */
const texts: Readonly<Record<number, string>> = {
  4326: wgs84,
  3857: `PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",${wgs84},PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]`,
};

export function wktOf(wkid: number): string {
  return texts[wkid] ?? wgs84;
}
