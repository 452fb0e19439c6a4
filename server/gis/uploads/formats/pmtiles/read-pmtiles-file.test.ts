import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../../testing/rig/long.ts';
import {
  cityArchive,
  cityMetadata,
  cityTile,
  rawArchive,
  rawDirectory,
  type RawEntry,
} from '../../../../../testing/rig/tile-archives.ts';
import { MappingError } from '../../../../../wire/errors.ts';
import { limits } from '../../../../limits.ts';
import { readTileArchive } from './read-pmtiles-file.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-pmtiles-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(bytes: Uint8Array, withTiles = true) {
  const place = path.join(folder, `${(files += 1)}.pmtiles`);
  await writeFile(place, bytes);
  return readTileArchive(place, { withTiles });
}

/** The code of the fault, and the reason in it. */
async function faultOf(bytes: Uint8Array, withTiles = true): Promise<string> {
  const error = await read(bytes, withTiles).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(MappingError);
  const [fault] = (error as MappingError).faults;
  return [fault?.code, fault?.values?.['reason']].filter((part) => part !== undefined).join(': ');
}

function patched(bytes: Buffer, at: number, ...values: number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
}

const packed = gzipSync(cityTile());
const tile = (more: Partial<RawEntry> = {}): RawEntry => ({
  id: 0,
  run: 1,
  length: packed.length,
  offset: 0,
  ...more,
});
const directory = (...entries: RawEntry[]) => gzipSync(rawDirectory(entries));

describe('readTileArchive', () => {
  it('describes an archive: layers, zoom levels, bounds, and credits without markup', async () => {
    expect(await read(cityArchive())).toMatchObject({
      minZoom: 0,
      maxZoom: 2,
      bounds: [71, 51, 72, 52],
      attribution: '© The City',
      packed: { directories: true, tiles: true },
      layers: [
        { name: 'parks', minZoom: 0, maxZoom: 2, fields: ['name'] },
        { name: 'trees', minZoom: 0, maxZoom: 2, fields: [] },
      ],
    });
  });

  it('leaves out names of fields above a number in all layers', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: limits.layerFields + 1 }, (_none, at) => [`f${at}`, '']),
    );
    const layers = Array.from({ length: limits.tileLayers }, (_none, at) => ({ id: `layer${at}`, fields }));
    const found = (await read(cityArchive({ metadata: { vector_layers: layers } }))).layers;
    expect(found).toHaveLength(limits.tileLayers);
    expect(found[0]?.fields).toHaveLength(limits.layerFields);
    expect(found.flatMap((layer) => layer.fields)).toHaveLength(limits.tileFields);
  });

  it('leaves no bracket in credits, whatever they contain', async () => {
    const metadata = { attribution: '<<b>script>&lt;i&gt; &amp;lt;b&amp;gt; <img onerror="x"' };
    const { attribution } = await read(cityArchive({ metadata }));
    expect(attribution).not.toMatch(/[<>]/);
  });

  it('reads only texts that can be stored', async () => {
    const texts = ['a\0b', '\ud83d', `${'x'.repeat(199)}😀`];
    const fields = Object.fromEntries(texts.map((text) => [text, 'String']));
    const layer = { id: 'parks\0', fields };
    const metadata = { attribution: `\0${'x'.repeat(999)}😀`, vector_layers: [layer] };
    const { attribution, layers } = await read(cityArchive({ metadata }));
    expect(attribution).toBe('x'.repeat(999));
    expect(layers).toMatchObject([{ name: 'parks', fields: ['ab', '\ufffd', 'x'.repeat(199)] }]);
  });

  it('reads archives with leaf directories', async () => {
    const leaf = directory(tile({ id: 5 }));
    const root = directory(tile({ run: 0, length: leaf.length }));
    expect(await read(rawArchive({ root, leaves: leaf, tiles: packed }))).toMatchObject({ maxZoom: 2 });
  });

  it('takes bounds that make no sense for the world', async () => {
    expect(await read(patched(cityArchive(), 102, ...new Uint8Array(16)))).toMatchObject({ bounds: null });
  });

  it.each([
    ['raster tiles', patched(cityArchive(), 99, 2), 'raster-tiles'],
    ['another file', Buffer.from('name,lat,lon\n1,2,3'), 'broken-header'],
    ['an earlier version', patched(cityArchive(), 7, 2), 'broken-archive: version 2 of PMTiles'],
    ['brotli', patched(cityArchive(), 98, 3), 'broken-archive: compressed with another method than gzip'],
    ['a header without the rest', cityArchive().subarray(0, 100), 'ends-early'],
    ['an incomplete file', cityArchive().subarray(0, -10), 'ends-early'],
    ['offsets beyond any file', patched(cityArchive(), 8, ...new Uint8Array(8).fill(255)), 'ends-early'],
    [
      'reversed zoom levels',
      patched(cityArchive(), 100, 9, 3),
      'broken-archive: its zoom levels are reversed',
    ],
    [
      'a tile beyond the end',
      rawArchive({ root: directory(tile({ offset: 1 })), tiles: packed }),
      'ends-early',
    ],
    [
      'tiles that overlap',
      rawArchive({
        root: directory(tile({ length: 40 }), tile({ id: 1, offset: 5, length: 40 })),
        tiles: packed,
      }),
      'broken-archive: tiles overlap',
    ],
    ['no entries', rawArchive({ root: gzipSync(Buffer.of(0)) }), 'broken-archive: a directory is empty'],
    [
      'fewer entries than announced',
      rawArchive({ root: gzipSync(rawDirectory([tile()], 9)), tiles: packed }),
      'broken-archive: a directory is incomplete',
    ],
    [
      'too many entries',
      rawArchive({ root: gzipSync(rawDirectory([], limits.tileDirectoryEntries + 1)) }),
      `broken-archive: a directory has more than ${limits.tileDirectoryEntries} entries`,
    ],
    [
      'a number without end',
      rawArchive({ root: gzipSync(Buffer.alloc(100, 128)) }),
      'broken-archive: a number of a directory is too long',
    ],
    [
      'a bomb as directory',
      rawArchive({ root: gzipSync(Buffer.alloc(limits.tileDirectoryBytes + 1)) }),
      'broken-archive: a directory is too large',
    ],
    [
      'a bomb as metadata',
      rawArchive({
        root: directory(tile()),
        tiles: packed,
        metadata: gzipSync(Buffer.alloc(limits.tileMetadataBytes + 1)),
      }),
      'broken-archive: the metadata is too large',
    ],
    [
      'no layers',
      cityArchive({ metadata: { vector_layers: [] } }),
      'broken-archive: its metadata describe no vector_layers',
    ],
    [
      'too many layers',
      cityArchive({
        metadata: {
          vector_layers: Array.from({ length: limits.tileLayers + 1 }, (_, id) => ({ id: `${id}` })),
        },
      }),
      'too-many-layers',
    ],
  ])('refuses %s before its tiles are read', async (_what, bytes, fault) => {
    expect(await faultOf(bytes, false)).toBe(fault);
  });

  it.each([
    ['a bomb as tile', gzipSync(Buffer.alloc(limits.tileBytes + 1)), 'tile-too-large'],
    ['a tile that is not packed', Buffer.from(cityTile()), 'broken-archive: a tile: incorrect header check'],
  ])('refuses %s', async (_what, bytes, fault) => {
    const root = directory(tile({ length: bytes.length }));
    expect(await faultOf(rawArchive({ root, tiles: bytes }))).toBe(fault);
  });

  it('refuses a leaf that leads to itself', async () => {
    // Its own place is found by trying, because its bytes contain their length.
    let leaf = directory(tile({ run: 0, length: 1 }));
    for (let length = 1; leaf.length !== length;) {
      ({ length } = leaf);
      leaf = directory(tile({ run: 0, length }));
    }
    const root = directory(tile({ run: 0, length: leaf.length }));
    expect(await faultOf(rawArchive({ root, leaves: leaf }))).toBe(
      'broken-archive: a directory occurs twice',
    );
  });

  it('refuses leaves below more leaves than the format allows', async () => {
    const chain: Buffer[] = [directory(tile())];
    let [offset, next]: [number, Buffer] = [0, directory(tile())];
    const above = () => directory(tile({ run: 0, offset, length: next.length }));
    for (; chain.length < 5; chain.push(next)) {
      const leaf = above();
      offset += next.length;
      next = leaf;
    }
    const archive = rawArchive({ root: above(), leaves: Buffer.concat(chain), tiles: packed });
    expect(await faultOf(archive)).toBe('broken-archive: directories are nested too deep');
  });

  it('reports a fault for every damaged file, or reads it', async () => {
    const whole = cityArchive();
    const damage = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 6 }), async (changes) => {
        const bytes = Buffer.from(whole);
        for (const { at, byte } of changes) bytes[at] = byte;
        const outcome = await read(bytes).catch((error: unknown) => error);
        expect(outcome instanceof MappingError || !(outcome instanceof Error)).toBe(true);
      }),
      { numRuns: runs(200, 3000) },
    );
  });

  it('names the layers once', async () => {
    const [parks] = cityMetadata.vector_layers;
    const { layers } = await read(cityArchive({ metadata: { vector_layers: [parks, parks] } }));
    expect(layers).toHaveLength(1);
  });
});
