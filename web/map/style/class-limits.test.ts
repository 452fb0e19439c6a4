import ClassBreaksRenderer from '@arcgis/core/renderers/ClassBreaksRenderer.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../testing/rig/long.ts';
import { breaksOf, withBreaks } from './renderer-parts.ts';
import { withMovedBreak } from './style.ts';

const numRuns = runs(100, 5000);
/** Whole numbers, whose differences are exact. */
const number = fc.integer({ min: -1000, max: 1000 });
const distances = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 9 });

/** Limits from a first one, with these distances between them. */
const limitsFrom = (first: number, between: readonly number[]) =>
  between.reduce((limits, distance) => [...limits, limits.at(-1)! + distance], [first]);

describe('a class limit that is moved', () => {
  const move = fc.record({
    breaks: fc.tuple(number, distances).map(([first, between]) => limitsFrom(first, between)),
    to: number,
    step: fc.integer({ min: 1, max: 60 }),
    place: fc.nat(),
  });
  const moved = ({
    breaks,
    to,
    step,
    place,
  }: typeof move extends fc.Arbitrary<infer Move> ? Move : never) => {
    const index = place % breaks.length;
    return { breaks, to, step, index, after: withMovedBreak(breaks, index, to, step) };
  };

  it('leaves the others, their number and their order as they are', () => {
    fc.assert(
      fc.property(move.map(moved), ({ breaks, index, after }) => {
        expect(after.toSpliced(index, 1)).toEqual(breaks.toSpliced(index, 1));
        expect(after).toHaveLength(breaks.length);
        expect(after.toSorted((one, other) => one - other)).toEqual(after);
      }),
      { numRuns },
    );
  });

  it('stays a step from its neighbours, unless they leave no room, and otherwise goes where it is moved', () => {
    fc.assert(
      fc.property(move.map(moved), ({ breaks, to, step, index, after }) => {
        const [below = -Infinity, above = Infinity] = [breaks[index - 1], breaks[index + 1]];
        const hasRoom = above - below >= 2 * step;
        const nearest = Math.max(below + step, Math.min(above - step, to));
        expect(after[index]).toBe(hasRoom ? nearest : breaks[index]);
      }),
      { numRuns },
    );
  });
});

describe('the class limits of a renderer that are changed', () => {
  const symbol = { type: 'simple-marker' } as const;
  const rendererOf = (limits: readonly number[]) =>
    new ClassBreaksRenderer({
      field: 'n',
      classBreakInfos: limits
        .slice(1)
        .map((maxValue, index) => ({ minValue: limits[index]!, maxValue, label: `Zone ${index}`, symbol })),
    });
  const rangesOf = (renderer: unknown) =>
    (renderer as ClassBreaksRenderer).classBreakInfos.map(({ minValue, maxValue }) => [minValue, maxValue]);

  it('keep the first and the last one, their number and their order, and leave no gap', () => {
    const change = fc
      .tuple(number, distances)
      .map(([first, between]) => limitsFrom(first, between))
      .chain((limits) => {
        const [first, last] = [limits[0]!, limits.at(-1)!];
        const inner = { minLength: limits.length - 2, maxLength: limits.length - 2 };
        return fc.record({
          limits: fc.constant(limits),
          values: fc.array(fc.integer({ min: first, max: last }), inner),
        });
      });
    fc.assert(
      fc.property(change, ({ limits, values }) => {
        const renderer = rendererOf(limits);
        const changed = withBreaks(renderer, values);
        const sorted = values.toSorted((one, other) => one - other);
        const now = [limits[0], ...sorted, limits.at(-1)];
        expect(rangesOf(changed)).toEqual(now.slice(1).map((limit, index) => [now[index], limit]));
        expect(breaksOf(changed)).toEqual(sorted);
        // The renderer of the map is another one until it is replaced.
        expect(breaksOf(renderer)).toEqual(limits.slice(1, -1));
      }),
      { numRuns },
    );
  });
});
