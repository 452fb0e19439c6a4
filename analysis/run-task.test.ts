import { beforeAll, describe, expect, it } from 'vitest';
import { serveProjectionEngine } from '../testing/web/projection-engine.ts';
import { analysisTools, readRecipe, type AnalysisTool, type Recipe, type Shape } from '../wire/analysis.ts';
import { type JsonLayer, packed, unpacked } from '../testing/analysis/features.ts';
import { packedLimits, Packer, type Value } from './packed-layer.ts';

const wkid = 102_100;
let runTask: typeof import('./run-task.ts').runTask;
beforeAll(async () => {
  serveProjectionEngine();
  ({ runTask } = await import('./run-task.ts'));
});

/** A square, by its lower left corner and side. */
const square = (x: number, y: number, side: number) => ({
  rings: [
    [
      [x, y],
      [x, y + side],
      [x + side, y + side],
      [x + side, y],
      [x, y],
    ],
  ],
});
const text = (name: string) => ({ name, alias: name, type: 'esriFieldTypeString' });
const number = (name: string) => ({ name, alias: name, type: 'esriFieldTypeDouble' });

function layer(
  shape: Shape,
  features: readonly (readonly [geometry: object, attributes: Record<string, Value>])[],
  fields = [text('name'), number('n')],
): JsonLayer {
  return { shape, fields, features: features.map(([geometry, attributes]) => ({ geometry, attributes })) };
}

const yards = () =>
  layer('polygon', [
    [square(0, 0, 10), { name: 'a', n: 1 }],
    [square(20, 0, 10), { name: 'b', n: 2 }],
    [square(100, 0, 10), { name: 'a', n: 4 }],
  ]);
const zones = () => layer('polygon', [[square(5, 5, 20), { name: 'zone', n: 7 }]]);
const trees = () =>
  layer('point', [
    [
      { x: 6, y: 6 },
      { name: 'oak', n: 10 },
    ],
    [
      { x: 7, y: 8 },
      { name: 'elm', n: 20 },
    ],
    [
      { x: 200, y: 0 },
      { name: 'fir', n: null },
    ],
  ]);

async function run(tool: AnalysisTool, input: JsonLayer, parts: Partial<Recipe> & { with?: JsonLayer } = {}) {
  const { with: other, ...recipe } = parts;
  const task = { recipe: { tool, ...recipe }, input: packed(input), other: other && packed(other), wkid };
  const { layer: result, repaired } = await runTask(task, () => {});
  return { ...unpacked(result), repaired };
}

/** The area of a feature's rings in map units. */
function areaOf({ geometry }: JsonLayer['features'][number]): number {
  const { rings } = geometry as { rings: number[][][] };
  const signed = rings.map((ring) =>
    ring.slice(1).reduce((sum, [x = 0, y = 0], index) => {
      const [x0 = 0, y0 = 0] = ring[index] ?? [];
      return sum + (x - x0) * (y + y0);
    }, 0),
  );
  return Math.abs(signed.reduce((sum, one) => sum + one, 0)) / 2;
}
const ringOf = ({ features: [first] }: JsonLayer) =>
  (first?.geometry as { rings: number[][][] } | undefined)?.rings[0] ?? [];
const areasOf = ({ features }: JsonLayer) => features.map(areaOf);
const rows = ({ features }: JsonLayer) => features.map(({ attributes }) => attributes);

describe('overlays', () => {
  it('clip keeps the parts inside, without those that only touch', async () => {
    const touching = layer('polygon', [
      ...yards().features.map(({ geometry, attributes }) => [geometry, attributes] as const),
      [square(25, 5, 3), { name: 't', n: 0 }],
    ]);
    const result = await run('clip', touching, { with: zones() });
    expect(areasOf(result)).toEqual([25, 25]);
    expect(rows(result)).toEqual([
      { name: 'a', n: 1 },
      { name: 'b', n: 2 },
    ]);
  });

  it('difference keeps the parts outside', async () => {
    expect(areasOf(await run('difference', yards(), { with: zones() }))).toEqual([75, 75, 100]);
  });

  it('intersect has the attributes of both, with other names for equal fields', async () => {
    const result = await run('intersect', yards(), { with: zones() });
    expect(rows(result)[0]).toEqual({ name: 'a', n: 1, name_2: 'zone', n_2: 7 });
    expect(areasOf(result)).toEqual([25, 25]);
  });

  it('union divides the areas of both where they overlap', async () => {
    const result = await run('union', yards(), { with: zones() });
    expect(areasOf(result)).toEqual([25, 25, 75, 75, 100, 350]);
    expect(rows(result).at(-1)).toEqual({ name: null, n: null, name_2: 'zone', n_2: 7 });
  });

  it('clip points', async () => {
    expect(rows(await run('clip', trees(), { with: zones() })).map(({ name }) => name)).toEqual([
      'oak',
      'elm',
    ]);
  });
});

describe('summaries', () => {
  it('dissolve joins many neighbours in steps', async () => {
    const squares = Array.from(
      { length: 1600 },
      (_none, n) => [square((n % 40) * 10, Math.floor(n / 40) * 10, 10), { name: 'a', n }] as const,
    );
    const result = await run('dissolve', layer('polygon', squares));
    expect(rows(result)).toEqual([{ count: 1600 }]);
    expect(areasOf(result)).toEqual([160_000]);
    expect(areasOf(await run('hull', layer('polygon', squares)))).toEqual([160_000]);
  });

  it('dissolve joins features with equal values', async () => {
    const result = await run('dissolve', yards(), { field: 'name' });
    expect(rows(result)).toEqual([
      { name: 'a', count: 2 },
      { name: 'b', count: 1 },
    ]);
    expect(areasOf(result)).toEqual([200, 100]);
  });

  it('hull surrounds everything', async () => {
    expect(areasOf(await run('hull', yards()))).toEqual([1100]);
  });

  it('centroids are the centres', async () => {
    const result = await run('centroids', yards());
    const places = result.features.map(({ geometry }) => geometry as { x: number; y: number });
    for (const [index, x] of [5, 25, 105].entries()) {
      expect(places[index]?.x).toBeCloseTo(x, 9);
      expect(places[index]?.y).toBeCloseTo(5, 9);
    }
  });

  it('join counts and takes the first feature that is met', async () => {
    const result = await run('join', yards(), { with: trees() });
    expect(rows(result).map(({ name_2, join_count }) => [name_2, join_count])).toEqual([
      ['oak', 2],
      [null, 0],
      [null, 0],
    ]);
  });

  it('aggregate has statistics of the points in areas', async () => {
    const result = await run('aggregate', trees(), { with: yards(), field: 'n' });
    expect(rows(result)).toEqual([
      { name: 'a', n: 1, count: 2, sum_n: 30, mean_n: 15, min_n: 10, max_n: 20 },
    ]);
  });

  it.each(['hexagon', 'square'] as const)('grid of %ss counts every feature once', async (cells) => {
    const many = layer(
      'point',
      Array.from(
        { length: 500 },
        (_none, n) =>
          [
            { x: (n * 37) % 101, y: (n * 53) % 97 },
            { name: '', n },
          ] as const,
      ),
    );
    const result = await run('grid', many, { metres: 25, cells });
    expect(rows(result).reduce((sum, { count }) => sum + Number(count), 0)).toBe(500);
    // On the equator a map unit is almost a metre; the earth's flattening accounts for the rest.
    const area = cells === 'square' ? 625 : (Math.sqrt(3) / 2) * 625;
    for (const one of areasOf(result)) expect(Math.abs(one / area - 1)).toBeLessThan(1e-6);
  });
});

describe('measures on the ellipsoid', () => {
  it('buffer has the distance in every direction', async () => {
    const result = await run(
      'buffer',
      layer('point', [
        [
          { x: 7_951_000, y: 6_650_000 },
          { name: 'a', n: 1 },
        ],
      ]),
      {
        metres: 1000,
      },
    );
    const distances = await run(
      'nearest',
      layer(
        'point',
        ringOf(result).map(
          ([x = 0, y = 0]) =>
            [
              { x, y },
              { name: '', n: 0 },
            ] as const,
        ),
      ),
      {
        with: layer('point', [
          [
            { x: 7_951_000, y: 6_650_000 },
            { name: 'a', n: 1 },
          ],
        ]),
      },
    );
    for (const { near_distance } of rows(distances))
      expect(Math.abs(Number(near_distance) / 1000 - 1)).toBeLessThan(1e-6);
  });

  it('nearest finds what comparing all features finds', async () => {
    const place = (n: number) => ({ x: (n * 7919) % 1009, y: (n * 104_729) % 997 });
    const one = Array.from({ length: 60 }, (_none, n) => [place(n), { name: `${n}`, n }] as const);
    const other = Array.from({ length: 300 }, (_none, n) => [place(n + 1000), { name: `${n}`, n }] as const);
    const result = await run('nearest', layer('point', one), { with: layer('point', other) });
    const expected = one.map(([{ x, y }]) =>
      Math.min(...other.map(([at]) => Math.hypot(at.x - x, at.y - y))),
    );
    const found = result.features.map(({ geometry, attributes }) => {
      const { x, y } = geometry as { x: number; y: number };
      const at = place(Number(attributes['n_2']) + 1000);
      return Math.hypot(at.x - x, at.y - y);
    });
    expect(found).toEqual(expected);
  });

  it('is refused where the layer has lost the field of the recipe', async () => {
    const refused = { id: 'analysis:no-field' };
    await expect(run('dissolve', yards(), { field: 'owner' })).rejects.toMatchObject(refused);
    await expect(run('hull', trees(), { field: 'owner' })).rejects.toMatchObject(refused);
    await expect(run('aggregate', trees(), { field: 'owner', with: zones() })).rejects.toMatchObject(refused);
    expect((await run('centroids', yards(), { field: 'owner' })).features).toHaveLength(3);
  });

  it('summarise measures the parts inside', async () => {
    const roads = layer('polyline', [
      [
        {
          paths: [
            [
              [-50, 5],
              [50, 5],
            ],
          ],
        },
        { name: 'road', n: 1 },
      ],
    ]);
    const result = await run('summarise', yards(), { with: roads });
    const [first, , third] = rows(result);
    expect([first?.['count'], third?.['count']]).toEqual([1, 0]);
    expect(Math.abs(Number(first?.['length_m']) / 10 - 1)).toBeLessThan(1e-6);
  });
});

describe('bad input', () => {
  it('repairs and counts areas that cross themselves', async () => {
    const bow = {
      rings: [
        [
          [0, 0],
          [10, 10],
          [10, 0],
          [0, 10],
          [0, 0],
        ],
      ],
    };
    const result = await run('clip', layer('polygon', [[bow, { name: 'bow', n: 1 }]]), { with: zones() });
    expect(result.repaired).toBe(1);
    expect(areasOf(result)[0]).toBeCloseTo(12.5, 9);
  });

  it('reports an empty layer, and a result without features', async () => {
    await expect(run('clip', layer('polygon', []), { with: zones() })).rejects.toMatchObject({
      id: 'analysis:no-features',
    });
    const far = layer('polygon', [[square(9000, 9000, 5), { name: 'far', n: 1 }]]);
    await expect(run('clip', far, { with: zones() })).rejects.toMatchObject({ id: 'analysis:no-result' });
  });

  it('refuses a layer with too many vertices', () => {
    const path = Array.from({ length: packedLimits.vertices / 4 }, () => [0, 0]);
    const lines = Array.from({ length: 5 }, () => [{ paths: [path] }, { name: '', n: 0 }] as const);
    expect(() => packed(layer('polyline', lines))).toThrow(/10000000 vertices/);
  });

  it('refuses a layer with too many fields for its number of features', ({ onTestFinished }) => {
    const { values } = packedLimits;
    onTestFinished(() => void Object.assign(packedLimits, { values }));
    packedLimits.values = 20;
    const packer = new Packer('point', [number('a'), number('b')]);
    const add = (x: number) => packer.add({ x, y: 0 }, [1, 2]);
    for (let x = 0; x < 10; x += 1) add(x);
    expect(() => add(10)).toThrow(expect.objectContaining({ id: 'analysis:too-many-values' }));
    expect(packer.finish().count).toBe(10);
  });

  it('leaves out features without coordinates', async () => {
    const some = layer('point', [
      [
        { x: Number.NaN, y: 0 },
        { name: 'lost', n: 1 },
      ],
      [
        { x: 6, y: 6 },
        { name: 'here', n: 2 },
      ],
    ]);
    expect(rows(await run('clip', some, { with: zones() }))).toEqual([{ name: 'here', n: 2 }]);
  });
});

describe('the recipe of a layer', () => {
  it.each(analysisTools)('of %s is read as it was written', (tool) => {
    const recipe = {
      tool,
      input: 'a',
      onlySelected: true,
      other: 'b',
      metres: 5,
      field: 'f',
      merge: true,
      cells: 'square',
    };
    const read = readRecipe(recipe);
    expect(read).toMatchObject({ tool, input: 'a', onlySelected: true });
    expect(readRecipe(JSON.parse(JSON.stringify(read)))).toEqual(read);
  });

  it.each([
    null,
    'buffer',
    {},
    { tool: 'format', input: 'a' },
    { tool: 'clip', input: 'a' },
    { tool: 'buffer', input: 'a', metres: -1 },
  ])('is not read from %j', (json) => expect(readRecipe(json)).toBeUndefined());
});
