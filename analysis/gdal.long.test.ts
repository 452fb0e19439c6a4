import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveProjectionEngine } from '../testing/web/projection-engine.ts';
import { type JsonLayer, packed, unpacked } from '../testing/analysis/features.ts';
import type { AnalysisTool } from '../wire/analysis.ts';

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
function stars(seed: number, count: number): JsonLayer {
  const next = sequence(seed);
  const features = Array.from({ length: count }, (_none, id) => {
    const [x, y, radius] = [next() * 1000, next() * 1000, 20 + next() * 60];
    const ring = Array.from({ length: 7 }, (_corner, corner) => {
      const angle = (-corner / 7) * 2 * Math.PI;
      const reach = radius * (0.5 + next() / 2);
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    });
    return { geometry: { rings: [[...ring, ring[0] ?? []]] }, attributes: { kind: id % 5, id } };
  });
  return {
    shape: 'polygon',
    fields: whole,
    features,
  };
}

const whole = ['kind', 'id'].map((name) => ({ name, alias: name, type: 'esriFieldTypeInteger' }));

/** Points with a number each. */
function dots(seed: number, count: number): JsonLayer {
  const next = sequence(seed);
  const features = Array.from({ length: count }, (_none, id) => ({
    geometry: { x: next() * 1000, y: next() * 1000 },
    attributes: { kind: id % 5, id },
  }));
  return { shape: 'point', fields: whole, features };
}

const collections = { a: stars(1, 150), b: stars(2, 100), p: dots(3, 400) };
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
      geometry: geoJson(geometry),
    }));
    writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: json }));
    const append = name === 'a' ? ['-f', 'SQLite', '-dsco', 'SPATIALITE=YES'] : ['-update'];
    const flags = ['-nln', name, '-a_srs', 'EPSG:3857', '-lco', 'GEOMETRY_NAME=g'];
    execFileSync('ogr2ogr', [...append, file, source, ...flags], { stdio: 'pipe' });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function geoJson(geometry: object) {
  const { rings, x, y } = geometry as { rings?: unknown; x?: number; y?: number };
  return rings ? { type: 'Polygon', coordinates: rings } : { type: 'Point', coordinates: [x, y] };
}

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

function areaOf({ features }: JsonLayer): number {
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

const outside = (one: string, other: string) =>
  `(SELECT SUM(ST_Area(ST_Difference(g, ${union(other)}))) FROM ${one})`;

/** The result of a tool over the reference data, which computes in a plane. */
async function computed(
  tool: AnalysisTool,
  input: keyof typeof collections,
  other: keyof typeof collections,
) {
  const task = {
    recipe: { tool, field: tool === 'aggregate' ? 'id' : 'kind', metres: 1 },
    input: packed(collections[input]),
    other: packed(collections[other]),
    wkid: 102_100,
  };
  return unpacked((await runTask(task, () => {})).layer);
}

/** The sum of a field of a result. */
const sumOf = ({ features }: JsonLayer, field: string) =>
  features.reduce((sum, { attributes }) => sum + Number(attributes[field] ?? 0), 0);

/** By how much a number is off, as a part of that of SQL. */
function difference(value: number, sql: string): number {
  const expected = requested(sql);
  return expected > 0 ? Math.abs(value / expected - 1) : Number.NaN;
}

describe.skipIf(!hasGdal())('areas agree with GDAL to a millionth', () => {
  it.each<[AnalysisTool, string]>([
    ['clip', `SELECT SUM(ST_Area(ST_Intersection(g, ${union('b')}))) AS v FROM a`],
    ['difference', `SELECT SUM(ST_Area(ST_Difference(g, ${union('b')}))) AS v FROM a`],
    ['intersect', `SELECT SUM(ST_Area(ST_Intersection(a.g, b.g))) AS v ${overlaps}`],
    [
      'union',
      `SELECT ${outside('a', 'b')} + ${outside('b', 'a')} + SUM(ST_Area(ST_Intersection(a.g, b.g))) AS v ${overlaps}`,
    ],
    ['dissolve', 'SELECT SUM(ST_Area(u)) AS v FROM (SELECT ST_Union(g) AS u FROM a GROUP BY kind)'],
    [
      'hull',
      'SELECT SUM(ST_Area(h)) AS v FROM (SELECT ST_ConvexHull(ST_Collect(g)) AS h FROM a GROUP BY kind)',
    ],
  ])('of %s', async (tool, sql) => {
    expect(difference(areaOf(await computed(tool, 'a', 'b')), sql)).toBeLessThan(1e-6);
  });
});

describe.skipIf(!hasGdal())('numbers agree with GDAL to a millionth', () => {
  it('of centroids', async () => {
    const { features } = await computed('centroids', 'a', 'b');
    const places = features.map(({ geometry }) => geometry as { x: number; y: number });
    for (const axis of ['x', 'y'] as const)
      expect(
        difference(
          places.reduce((sum, place) => sum + place[axis], 0),
          `SELECT SUM(ST_${axis.toUpperCase()}(ST_Centroid(g))) AS v FROM a`,
        ),
      ).toBeLessThan(1e-6);
  });

  it('of spatial join', async () => {
    expect(
      difference(
        sumOf(await computed('join', 'a', 'p'), 'join_count'),
        'SELECT COUNT(*) AS v FROM a, p WHERE ST_Intersects(a.g, p.g)',
      ),
    ).toBeLessThan(1e-6);
  });

  it('of nearest, which one it is', async () => {
    const { features } = await computed('nearest', 'p', 'b');
    const apart = features.filter(({ attributes }) => Number(attributes['near_distance']) > 0);
    // SQLite takes the other values from the row with the minimum.
    const near = 'SELECT b.id AS id, MIN(ST_Distance(p.g, b.g)) AS d FROM p, b GROUP BY p.id';
    expect(difference(apart.length, `SELECT COUNT(*) AS v FROM (${near}) WHERE d > 0`)).toBeLessThan(1e-6);
    expect(
      difference(
        apart.reduce((sum, { attributes }) => sum + Number(attributes['id_2']), 0),
        `SELECT SUM(id) AS v FROM (${near}) WHERE d > 0`,
      ),
    ).toBeLessThan(1e-6);
  });

  it('of aggregated points, with their statistics', async () => {
    const result = await computed('aggregate', 'p', 'a');
    const met = 'FROM a, p WHERE ST_Intersects(a.g, p.g)';
    expect(difference(sumOf(result, 'count'), `SELECT COUNT(*) AS v ${met}`)).toBeLessThan(1e-6);
    expect(difference(sumOf(result, 'sum_id'), `SELECT SUM(p.id) AS v ${met}`)).toBeLessThan(1e-6);
    expect(
      difference(
        sumOf(result, 'max_id'),
        `SELECT SUM(m) AS v FROM (SELECT MAX(p.id) AS m ${met} GROUP BY a.id)`,
      ),
    ).toBeLessThan(1e-6);
  });

  it('of summarise within', async () => {
    const result = await computed('summarise', 'a', 'b');
    expect(difference(sumOf(result, 'count'), `SELECT COUNT(*) AS v ${overlaps}`)).toBeLessThan(1e-6);
    // The data is at the equator, where Web Mercator stretches areas on the ellipsoid by 1 / (1 - e²).
    const onEllipsoid = 1 - 0.00669437999014;
    expect(
      difference(
        sumOf(result, 'area_m2'),
        `SELECT ${onEllipsoid} * SUM(ST_Area(ST_Intersection(a.g, b.g))) AS v ${overlaps}`,
      ),
    ).toBeLessThan(1e-6);
  });
});
