import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveProjectionEngine } from '../../../testing/web/projection-engine.ts';
import type { AnalysisTool } from './recipe.ts';
import type { AnalysisAnswer, TaskLayer } from './tasks.ts';

/** Debian's GDAL with SpatiaLite, which computes with GEOS. */
const hasGdal = () => {
  try {
    return execFileSync('ogrinfo', ['--version']).includes('GDAL');
  } catch {
    return false;
  }
};

/** A sequence that looks random and is the same in every run (a linear congruence). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

/** Stars with seven corners, clockwise. */
function stars(seed: number, count: number): TaskLayer {
  const next = sequence(seed);
  const features = Array.from({ length: count }, (_none, id) => {
    const [x, y, radius] = [next() * 1000, next() * 1000, 20 + next() * 60];
    const ring = Array.from({ length: 7 }, (_corner, corner) => {
      const angle = (-corner / 7) * 2 * Math.PI;
      const reach = radius * (0.5 + next() / 2);
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    });
    return { geometry: { rings: [[...ring, ring[0] ?? []]] }, attributes: { kind: id % 5 } };
  });
  return {
    shape: 'polygon',
    fields: [{ name: 'kind', alias: 'kind', type: 'esriFieldTypeInteger' }],
    features,
  };
}

const collections = { a: stars(1, 150), b: stars(2, 100) };
const folder = mkdtempSync(path.join(tmpdir(), 'mapping-gdal-'));
const file = path.join(folder, 'shapes.sqlite');
let runTask: typeof import('./run-task.ts').runTask;

beforeAll(async () => {
  serveProjectionEngine();
  ({ runTask } = await import('./run-task.ts'));
  if (!hasGdal()) return;
  for (const [name, { features }] of Object.entries(collections)) {
    const source = path.join(folder, `${name}.geojson`);
    const json = features.map(({ geometry, attributes: properties }) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Polygon', coordinates: (geometry as { rings: unknown }).rings },
    }));
    writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: json }));
    const append = name === 'a' ? ['-f', 'SQLite', '-dsco', 'SPATIALITE=YES'] : ['-update'];
    const flags = ['-nln', name, '-a_srs', 'EPSG:3857', '-lco', 'GEOMETRY_NAME=g'];
    execFileSync('ogr2ogr', [...append, file, source, ...flags], { stdio: 'pipe' });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One number of SQL. */
function requested(sql: string): number {
  const text = execFileSync('ogrinfo', [
    '-q',
    '-dialect',
    'sqlite',
    '-sql',
    `${sql.replace('SELECT ', 'SELECT 1 AS one, ')}`,
    file,
  ]);
  return Number(/ v \(\w+\) = (\S+)/.exec(text.toString())?.[1]);
}

function areaOf({ features }: AnalysisAnswer): number {
  return features.reduce((sum, { geometry }) => {
    const { rings } = geometry as { rings: number[][][] };
    const signed = rings.map((ring) =>
      ring.slice(1).reduce((part, [x = 0, y = 0], index) => {
        const [x0 = 0, y0 = 0] = ring[index] ?? [];
        return part + (x - x0) * (y + y0);
      }, 0),
    );
    return sum + Math.abs(signed.reduce((part, one) => part + one, 0)) / 2;
  }, 0);
}

const union = (name: string) => `(SELECT ST_Union(g) FROM ${name})`;
const overlaps = 'FROM a, b WHERE ST_Intersects(a.g, b.g)';

describe.skipIf(!hasGdal())('areas agree with GDAL to a millionth', () => {
  it.each<[AnalysisTool, string]>([
    ['clip', `SELECT SUM(ST_Area(ST_Intersection(g, ${union('b')}))) AS v FROM a`],
    ['difference', `SELECT SUM(ST_Area(ST_Difference(g, ${union('b')}))) AS v FROM a`],
    ['intersect', `SELECT SUM(ST_Area(ST_Intersection(a.g, b.g))) AS v ${overlaps}`],
    ['dissolve', 'SELECT SUM(ST_Area(u)) AS v FROM (SELECT ST_Union(g) AS u FROM a GROUP BY kind)'],
    [
      'hull',
      'SELECT SUM(ST_Area(h)) AS v FROM (SELECT ST_ConvexHull(ST_Collect(g)) AS h FROM a GROUP BY kind)',
    ],
  ])('of %s', async (tool, sql) => {
    const task = {
      recipe: { tool, input: 'a', onlySelected: false, field: 'kind' },
      input: collections.a,
      other: collections.b,
      wkid: 102_100,
      assetsPath: '',
    };
    const expected = requested(sql);
    expect(expected).toBeGreaterThan(0);
    expect(Math.abs(areaOf(await runTask(task, () => {})) / expected - 1)).toBeLessThan(1e-6);
  });
});
