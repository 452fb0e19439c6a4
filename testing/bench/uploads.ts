import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase } from '../../server/platform/database/connect.ts';
import { startEmbeddedDatabase } from '../../server/platform/database/embedded/start.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { publishFile } from '../../server/gis/uploads/publish-file.ts';

/** The cost of publishing one generated file. */
export interface UploadRow {
  format: keyof typeof writers;
  megabytes: number;
  rows: number;
  seconds: number;
  /** Memory of the whole process, including the reading thread: before, and at its peak. */
  before: number;
  highest: number;
  /** Number of progress reports, and whether the progress ever decreased. */
  reports: number;
  wentBack: boolean;
}

const writers = {
  CSV: {
    head: 'name,kind,height,lat,lon\n',
    row: (n: number) =>
      `Tree ${n},Betula pendula,${n % 40},${51 + (n % 9973) / 1e5},${71 + (n % 7919) / 1e5}\n`,
    tail: '',
  },
  GeoJSON: {
    head: '{"type":"FeatureCollection","features":[\n',
    row: (n: number) =>
      `${n === 0 ? '' : ',\n'}{"type":"Feature","properties":{"name":"Tree ${n}","kind":"Betula pendula","height":${n % 40}},"geometry":{"type":"Point","coordinates":[${71 + (n % 7919) / 1e5},${51 + (n % 9973) / 1e5}]}}`,
    tail: '\n]}\n',
  },
  // A kilobyte each, like parcels and coastlines.
  'GeoJSON of areas': {
    head: '{"type":"FeatureCollection","features":[\n',
    row: (n: number) =>
      `${n === 0 ? '' : ',\n'}{"type":"Feature","properties":{"name":"Parcel ${n}","use":"${n % 3 === 0 ? 'garden' : 'dwelling'}"},"geometry":{"type":"Polygon","coordinates":[[${ring(n)}]]}}`,
    tail: '\n]}\n',
  },
} as const;

/** A ring of thirty vertices. */
function ring(n: number): string {
  const [x, y] = [71 + (n % 7919) / 1e4, 51 + (n % 9973) / 1e4];
  return Array.from({ length: 31 }, (_none, corner) => {
    const angle = ((corner % 30) / 15) * Math.PI;
    return `[${(x + Math.cos(angle) / 1e4).toFixed(12)},${(y + Math.sin(angle) / 1e4).toFixed(12)}]`;
  }).join();
}

/**
 * From this size on only polygons are published: a gigabyte of points is ten million rows and half an hour.
 */
const large = 500;

/** Publishes generated files of this size, from the disk into a database of its own. */
export async function benchUploads(megabytes: number): Promise<UploadRow[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-bench-'));
  // The account of the database must be able to enter the folder.
  await chmod(folder, 0o755);
  const server = await startEmbeddedDatabase(folder);
  const migrating = connectDatabase(server.url);
  await migrate(migrating);
  await migrating.destroy();
  const database = connectDatabase(server.url);
  try {
    const results: UploadRow[] = [];
    const formats = megabytes < large ? (['CSV', 'GeoJSON'] as const) : (['GeoJSON of areas'] as const);
    for (const format of formats) {
      const file = path.join(folder, format);
      const rows = await generate(file, format, megabytes * 1_000_000);
      const before = process.memoryUsage.rss();
      let highest = before;
      const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 50);
      const started = performance.now();
      const shares: number[] = [];
      await publishFile(database, {
        file: { path: file, name: `trees.${format === 'CSV' ? 'csv' : 'geojson'}` },
        choices: {},
        service: { serviceName: format.replaceAll(' ', '_') },
        signal: new AbortController().signal,
        onProgress: ({ share }) => shares.push(share),
        finish: () => Promise.resolve(),
      });
      clearInterval(watch);
      const seconds = (performance.now() - started) / 1000;
      const wentBack = shares.some((share, index) => share < (shares[index - 1] ?? 0));
      results.push({
        format,
        megabytes,
        rows,
        seconds,
        before: before / 1e6,
        highest: highest / 1e6,
        reports: shares.length,
        wentBack,
      });
      await rm(file);
    }
    return results;
  } finally {
    await database.destroy();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function generate(file: string, format: keyof typeof writers, bytes: number): Promise<number> {
  const { head, row, tail } = writers[format];
  const stream = createWriteStream(file);
  stream.write(head);
  let rows = 0;
  for (let written = 0; written < bytes;) {
    let chunk = '';
    for (; chunk.length < 1_000_000 && written + chunk.length < bytes; rows += 1) chunk += row(rows);
    written += chunk.length;
    if (!stream.write(chunk)) await once(stream, 'drain');
  }
  stream.end(tail);
  await once(stream, 'finish');
  return rows;
}
