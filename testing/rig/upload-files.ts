import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { layerFeatures, type PlannedLayer, planLayers } from '../../server/gis/uploads/plan-layers.ts';
import { openUpload } from '../../server/gis/uploads/open-upload.ts';
import { toArray } from './to-array.ts';
import type { SourceFacts, UploadChoices, UploadFeature } from '../../server/gis/uploads/upload-source.ts';

/** A layer as parsed by the readers. */
export interface ReadLayer {
  name: string;
  geometryType: string | null;
  hasZ: boolean;
  wkid: number;
  /** Type of each field without `esriFieldType`, by name. */
  fields: Record<string, string>;
  featureCount: number;
  features: UploadFeature[];
}

/** Reads a file as a publishing job does, in this thread. */
export async function readUpload(
  name: string,
  content: string | Uint8Array,
  choices: UploadChoices = {},
): Promise<{ format: string; facts: SourceFacts; layers: ReadLayer[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
  try {
    const file = path.join(folder, 'upload');
    await writeFile(file, content);
    await mkdir(path.join(folder, 'unpacked'));
    const source = await openUpload(
      { path: file, name, meter: { read: 0, total: 0 } },
      choices,
      path.join(folder, 'unpacked'),
    );
    try {
      const { layers } = await planLayers(source);
      const read: ReadLayer[] = [];
      for (const layer of layers) {
        const { shape, featureCount } = layer;
        read.push({
          name: shape.name,
          geometryType: shape.geometryType ?? null,
          hasZ: shape.hasZ ?? false,
          wkid: shape.wkid ?? 0,
          fields: Object.fromEntries(
            shape.fields.map((field) => [field.name, field.type.replace('esriFieldType', '')]),
          ),
          featureCount,
          features: await allFeatures(layer),
        });
      }
      return { format: source.format, facts: source.facts, layers: read };
    } finally {
      await source.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The only layer of a file. */
export async function readOnlyLayer(...requested: Parameters<typeof readUpload>): Promise<ReadLayer> {
  const { layers } = await readUpload(...requested);
  if (layers.length !== 1 || !layers[0]) throw new Error(`There are ${layers.length} layers.`);
  return layers[0];
}

/** A zip file of these contents by name. */
export async function zip(contents: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(contents)) archive.addBuffer(Buffer.from(content), name);
  archive.end();
  return Buffer.concat(await toArray(archive.outputStream as AsyncIterable<Buffer>));
}

/** A zip file of this many identical bytes: small when packed. */
export async function zipOfZeros(name: string, bytes: number): Promise<Buffer> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'mapping-test-')), 'bomb.zip');
  const archive = new ZipFile();
  const zeros = async function* () {
    for (let left = bytes; left > 0; left -= 1_000_000) yield Buffer.alloc(Math.min(left, 1_000_000));
  };
  const { Readable } = await import('node:stream');
  archive.addReadStream(Readable.from(zeros()), name);
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(file));
  const packed = await readFile(file);
  await rm(path.dirname(file), { recursive: true });
  return packed;
}

/** Whether GDAL's converter is installed (Debian: apt-get install gdal-bin). */
export const hasGdal = (() => {
  try {
    return execFileSync('ogr2ogr', ['--version']).toString().startsWith('GDAL');
  } catch {
    return false;
  }
})();

/** A GeoJSON collection in another format, as GDAL writes it. @returns the files by name */
export async function convertWithGdal(
  geojson: object,
  format: string,
  file: string,
  options: readonly string[] = [],
): Promise<Record<string, Buffer>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mapping-test-'));
  try {
    const source = path.join(folder, 'source.geojson');
    writeFileSync(source, JSON.stringify(geojson));
    const target = path.join(folder, 'out');
    await mkdir(target);
    execFileSync('ogr2ogr', ['-f', format, path.join(target, file), source, ...options], { stdio: 'pipe' });
    const names = await readdir(target);
    const contents = await Promise.all(names.map((name) => readFile(path.join(target, name))));
    return Object.fromEntries(names.map((name, index) => [name, contents[index] as Buffer]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The groups of features are read in turn: each continues in the file where the one before ended. */
async function allFeatures(layer: PlannedLayer): Promise<UploadFeature[]> {
  const all: UploadFeature[] = [];
  for await (const group of layerFeatures(layer)) all.push(...group);
  return all;
}
