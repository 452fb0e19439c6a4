import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ByteQuota, closeOpenFiles, DiskFile } from './export-format.ts';
import { geopackageWriter } from './formats/write-geopackage.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'mapping-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Files in the folder that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${name}`);
      return target.startsWith(folder) ? [path.basename(target)] : [];
    } catch {
      return [];
    }
  });
}

test.runIf(process.platform === 'linux')('an export that fails leaves no file open', () => {
  const file = new DiskFile(path.join(folder, 'full.csv'), new ByteQuota(1000));
  expect(() => file.write('x'.repeat(2000))).toThrow('larger than');
  geopackageWriter(path.join(folder, 'begun.gpkg'));
  expect(openFiles()).toEqual(expect.arrayContaining(['begun.gpkg', 'full.csv']));
  closeOpenFiles();
  expect(openFiles()).toEqual([]);
  // Files that were completed are not closed again.
  const complete = new DiskFile(path.join(folder, 'complete.csv'), new ByteQuota(1000));
  complete.end();
  closeOpenFiles();
});
