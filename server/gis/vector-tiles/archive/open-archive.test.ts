import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pmtilesFile, type Tile } from '../../../../examples/astana/derive/basemap/pmtiles-file.ts';
import { openArchive } from './open-archive.ts';
import { runs } from '../../../../testing/rig/long.ts';

const info = {
  minZoom: 0,
  maxZoom: 15,
  bounds: [-180, -85, 180, 85],
  center: [0, 0, 1],
  metadata: {},
} as const;

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mapping-archive-'));
});
afterAll(() => rm(folder, { recursive: true }));

const newPath = () => join(folder, `${(files += 1)}.pmtiles`);

async function archiveOf(tiles: Tile[]) {
  const path = newPath();
  await writeFile(path, pmtilesFile(tiles, { ...info, bounds: [...info.bounds], center: [...info.center] }));
  return openArchive(path);
}

describe('openArchive', () => {
  it('returns what was written, and nothing for missing tiles', async () => {
    const tile = fc.record({
      z: fc.integer({ min: 0, max: 7 }),
      x: fc.nat(127),
      y: fc.nat(127),
      byte: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(tile, { minLength: 1, maxLength: 40 }), async (drafts) => {
        const tiles = new Map(
          drafts
            .map(({ z, x, y, byte }) => ({ z, x: x % 2 ** z, y: y % 2 ** z, data: Uint8Array.of(26, byte) }))
            .map((t) => [`${t.z}/${t.x}/${t.y}`, t]),
        );
        const archive = await archiveOf([...tiles.values()]);
        for (const { z, x, y, data } of tiles.values()) {
          const stored = await archive.tile(z, x, y);
          expect(stored && new Uint8Array(gunzipSync(stored.data))).toEqual(data);
        }
        const others = [
          [8, 0, 0],
          [0, 0, 0],
          [7, 127, 127],
        ] as const;
        for (const [z, x, y] of others.filter((address) => !tiles.has(address.join('/')))) {
          expect(await archive.tile(z, x, y)).toBeUndefined();
        }
        await archive.close();
      }),
      { numRuns: runs(10, 50) },
    );
  });

  it('reads a file that was missing at the first request', async () => {
    const path = newPath();
    const archive = openArchive(path);
    await expect(archive.tile(0, 0, 0)).rejects.toMatchObject({ id: 'services:bad-archive' });
    const tiles = [{ z: 0, x: 0, y: 0, data: Uint8Array.of(26, 0) }];
    await writeFile(
      path,
      pmtilesFile(tiles, { ...info, bounds: [...info.bounds], center: [...info.center] }),
    );
    expect(await archive.tile(0, 0, 0)).toMatchObject({ gzip: true });
    await archive.close();
  });

  it('follows leaf directories when the root cannot hold all entries', async () => {
    // Contents of varying length at scattered places, so that the directory does not compress well.
    const tiles = Array.from({ length: 8000 }, (_, x) => {
      const rest = createHash('sha512').update(String(x)).digest();
      const data = Uint8Array.of(x % 256, ...rest.subarray(0, (rest[0] ?? 0) % 60));
      return { z: 15, x, y: rest.readUInt16BE(1) % 2 ** 15, data };
    });
    const archive = await archiveOf(tiles);
    expect((await archive.header()).leafDirectoryLength).toBeGreaterThan(0);
    const one = tiles[4242]!;
    const stored = await archive.tile(15, one.x, one.y);
    expect(stored && new Uint8Array(gunzipSync(stored.data))).toEqual(one.data);
    await archive.close();
  });

  it('rejects a file that is not an archive', async () => {
    const path = newPath();
    await writeFile(path, 'not a map');
    const archive = openArchive(path);
    await expect(archive.header()).rejects.toMatchObject({ id: 'services:bad-archive' });
    await archive.close();
    await expect(openArchive('/nowhere/tiles.pmtiles').header()).rejects.toMatchObject({
      id: 'services:bad-archive',
    });
  });
});
