import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type JsonLayer, packed, unpacked } from '../testing/analysis/features.ts';
import { runs } from '../testing/rig/long.ts';
import { serveProjectionEngine } from '../testing/web/projection-engine.ts';
import { analysisTools, type AnalysisTool, readRecipe, toolNeeds } from '../wire/analysis.ts';
import { MappingError } from '../wire/errors.ts';

let runTask: typeof import('./run-task.ts').runTask;
beforeAll(async () => {
  serveProjectionEngine();
  ({ runTask } = await import('./run-task.ts'));
});

/** Areas with three to nine corners around a middle, none of whose edges cross. */
const star = fc
  .record({
    x: fc.integer({ min: 0, max: 1000 }),
    y: fc.integer({ min: 0, max: 1000 }),
    radii: fc.array(fc.integer({ min: 20, max: 400 }), { minLength: 3, maxLength: 9 }),
  })
  .map(({ x, y, radii }) => {
    const ring = radii.map((radius, corner) => {
      const angle = (-corner / radii.length) * 2 * Math.PI;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    return { rings: [[...ring, ring[0]]] };
  });
const layerOf = (geometries: readonly object[]): JsonLayer => ({
  shape: 'polygon',
  fields: [{ name: 'n', alias: 'n', type: 'esriFieldTypeInteger' }],
  features: geometries.map((geometry, n) => ({ geometry, attributes: { n } })),
});
const some = fc.array(star, { minLength: 1, maxLength: 4 }).map(layerOf);
const one = star.map((geometry) => layerOf([geometry]));

/** Undefined where there is no result. */
async function run(tool: AnalysisTool, input: JsonLayer, other?: JsonLayer): Promise<JsonLayer | undefined> {
  const recipe = { tool, metres: 100, field: 'n', cells: 'square' as const };
  const task = { recipe, input: packed(input), other: other && packed(other), wkid: 102_100 };
  try {
    return unpacked((await runTask(task, () => {})).layer);
  } catch (error) {
    if (!(error instanceof MappingError) || error.id !== 'analysis:no-result') throw error;
    return undefined;
  }
}

function areaOf(layer: JsonLayer | undefined): number {
  const rings = (layer?.features ?? []).flatMap(
    ({ geometry }) => (geometry as { rings: number[][][] }).rings,
  );
  const signed = rings.flatMap((ring) =>
    ring.slice(1).map(([x = 0, y = 0], index) => {
      const [x0 = 0, y0 = 0] = ring[index] ?? [];
      return ((x - x0) * (y + y0)) / 2;
    }),
  );
  return Math.abs(signed.reduce((sum, part) => sum + part, 0));
}

const numRuns = runs(25, 400);
/** The difference of two areas as a share of a third. */
const differs = (area: number, expected: number, whole: number) => Math.abs(area - expected) / whole;
/** Coordinates are rounded to a grid. */
const rounding = 1e-4;

describe('of any areas', () => {
  test('what is clipped and the difference are the input together, and the clipped part is the intersection', () =>
    fc.assert(
      fc.asyncProperty(some, one, async (input, other) => {
        const whole = areaOf(input);
        const clipped = areaOf(await run('clip', input, other));
        const left = areaOf(await run('difference', input, other));
        expect(differs(clipped + left, whole, whole)).toBeLessThan(rounding);
        const shared = areaOf(await run('intersect', input, other));
        expect(differs(shared, clipped, whole)).toBeLessThan(rounding);
      }),
      { numRuns },
    ));

  test('a union is both without what they share, and a hull is not smaller than its area', () =>
    fc.assert(
      fc.asyncProperty(one, one, async (input, other) => {
        const both = areaOf(input) + areaOf(other);
        const shared = areaOf(await run('clip', input, other));
        const union = areaOf(await run('union', input, other));
        expect(differs(union, both - shared, both)).toBeLessThan(rounding);
        expect(areaOf(await run('hull', input))).toBeGreaterThan(areaOf(input) * 0.9999);
      }),
      { numRuns },
    ));

  test('a recipe that runs again gives the same', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...analysisTools), some, one, async (tool, input, other) => {
        fc.pre(toolNeeds[tool].input.includes('polygon'));
        const second = toolNeeds[tool].other ? other : undefined;
        expect(await run(tool, input, second)).toEqual(await run(tool, input, second));
      }),
      { numRuns },
    ));
});

test('a recipe of any JSON is rejected, or read again as it is', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.record(
          {
            tool: fc.constantFrom(...analysisTools, 'other'),
            input: fc.string(),
            onlySelected: fc.boolean(),
            other: fc.string(),
            metres: fc.oneof(fc.double(), fc.string()),
            field: fc.string(),
            merge: fc.boolean(),
            cells: fc.constantFrom('square', 'hexagon', 'circle'),
          },
          { requiredKeys: ['tool', 'input'] },
        ),
      ),
      (json) => {
        const recipe = readRecipe(json);
        expect(recipe && readRecipe(JSON.parse(JSON.stringify(recipe)))).toEqual(recipe);
      },
    ),
  ));
