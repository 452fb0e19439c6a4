import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { pathsAt } from '../../analysis/packed-layer.ts';
import { analysisTools, type AnalysisTool } from '../../wire/analysis.ts';
import { benchLayers } from './analysis-layers.ts';
import type { Bench } from './bench.ts';

const run = promisify(execFile);

const near = (other: string) =>
  `a.ROWID IN (SELECT ROWID FROM SpatialIndex WHERE f_table_name = 'a' AND search_frame = ${other}.g)`;

/** The same in the SQL of SpatiaLite, where it has such a function and does not take an hour. */
const queries: Partial<Record<AnalysisTool, string>> = {
  centroids: 'SELECT id, ST_Centroid(g) AS g FROM a',
  dissolve: 'SELECT kind, COUNT(*) AS count, ST_Union(g) AS g FROM a GROUP BY kind',
  hull: 'SELECT kind, COUNT(*) AS count, ST_ConvexHull(ST_Collect(g)) AS g FROM a GROUP BY kind',
  intersect: `SELECT a.id, b.id AS other, ST_Intersection(a.g, b.g) AS g FROM b JOIN a ON ${near('b')} WHERE ST_Intersects(a.g, b.g)`,
  join: `SELECT a.id, COUNT(*) AS join_count, a.g AS g FROM b JOIN a ON ${near('b')} WHERE ST_Intersects(a.g, b.g) GROUP BY a.id`,
};

export interface ToolFigures {
  /** Of the processor, of which other programs may take a part. */
  seconds: number;
  /** Megabytes at most, of a process that only holds the layers before. */
  megabytes: number;
  features: number;
}

/** A tool in a process of its own, whose heap is as large as that of a browser's worker. */
async function measureTool(tool: AnalysisTool, count: number): Promise<ToolFigures> {
  const script = new URL('analysis-process.ts', import.meta.url);
  const child = fork(script, [tool, `${count}`], { execArgv: ['--max-old-space-size=4096'] });
  const message = once(child, 'message');
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`${tool} ended with ${code}`);
  });
  const [figures] = (await Promise.race([message, exit])) as [ToolFigures];
  exit.catch(() => {});
  return figures;
}

async function writeShapes(folder: string, count: number): Promise<string> {
  const file = path.join(folder, 'shapes.sqlite');
  for (const [name, layer] of Object.entries(benchLayers(count))) {
    if (layer.shape !== 'polygon') continue;
    const source = path.join(folder, `${name}.geojson`);
    const features = Array.from({ length: layer.count }, (_none, id) => ({
      type: 'Feature',
      properties: { kind: id % 1000, id },
      geometry: { type: 'Polygon', coordinates: pathsAt(layer, id) },
    }));
    await writeFile(source, JSON.stringify({ type: 'FeatureCollection', features }));
    const target = name === 'a' ? ['-f', 'SQLite', '-dsco', 'SPATIALITE=YES'] : ['-update'];
    const flags = ['-nln', name, '-a_srs', 'EPSG:3857', '-lco', 'GEOMETRY_NAME=g', '-gt', '65536'];
    await run('ogr2ogr', [...target, file, source, ...flags]);
  }
  return file;
}

async function secondsOfGdal(file: string, tool: AnalysisTool, sql: string): Promise<number> {
  const flags = ['-f', 'SQLite', `${file}.${tool}`, file, '-dialect', 'sqlite', '-sql', sql, '-gt', '65536'];
  // The second line of `times` is the processor time of the shell's children.
  const { stdout } = await run('bash', ['-c', '"$@" 2>/dev/null && times', 'bash', 'ogr2ogr', ...flags]);
  const [, minutes = '', seconds = ''] = /(\d+)m([\d.]+)s \S+\s*$/.exec(stdout) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

export const analysisBench: Bench = {
  name: 'analysis',
  about:
    'the tools of analysis over 200,000 areas, time and memory, beside ogr2ogr -dialect sqlite (needs gdal-bin)',
  async run() {
    const count = Number(process.env['BENCH_COUNT'] ?? 200_000);
    const folder = await mkdtemp(path.join(tmpdir(), 'mapping-bench-'));
    try {
      const file = await writeShapes(folder, count);
      const rows = [];
      const chosen = process.env['BENCH_TOOLS']?.split(',');
      for (const tool of analysisTools.filter((one) => chosen?.includes(one) ?? true)) {
        const sql = queries[tool];
        const own = await measureTool(tool, count);
        const gdal = sql === undefined ? undefined : await secondsOfGdal(file, tool, sql);
        rows.push({ tool, ...own, gdal });
        console.log(tool, own, gdal);
      }
      return {
        tables: [
          {
            title: `Analysis of ${count} areas`,
            columns: ['tool', 'processor, s', 'ogr2ogr, s', 'most memory, MB', 'features of the result'],
            rows: rows.map(({ tool, seconds, gdal, megabytes, features }) => [
              tool,
              seconds.toFixed(1),
              gdal?.toFixed(1) ?? '–',
              megabytes,
              features,
            ]),
          },
        ],
        figures: rows,
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
