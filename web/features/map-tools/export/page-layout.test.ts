import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Frame, mostMaps, type PageChoice, type Paper, pageLayout, papers } from './page-layout.ts';

const choice: fc.Arbitrary<PageChoice> = fc.record({
  paper: fc.constantFrom(...(Object.keys(papers) as Paper[])),
  upright: fc.boolean(),
  template: fc.constantFrom('page', 'plan'),
  legend: fc.boolean(),
  locator: fc.boolean(),
  maps: fc.integer({ min: 1, max: mostMaps }),
  rtl: fc.boolean(),
});

const plain: PageChoice = {
  paper: 'a4',
  upright: false,
  template: 'page',
  legend: true,
  locator: false,
  maps: 1,
};

const overlap = (a: Frame, b: Frame) =>
  a.x < b.x + b.width - 1e-9 &&
  b.x < a.x + a.width - 1e-9 &&
  a.y < b.y + b.height - 1e-9 &&
  b.y < a.y + a.height - 1e-9;

describe('the layout of a page', () => {
  it('keeps everything on the paper without overlaps', () => {
    fc.assert(
      fc.property(choice, (chosen) => {
        const layout = pageLayout(chosen);
        const { title, maps, legend, locator, block, foot } = layout;
        const frames = [title, ...maps, legend, locator, block, foot].filter((frame) => frame !== undefined);
        for (const { x, y, width, height } of frames) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(10 - 1e-9);
          expect(Math.min(width, height)).toBeGreaterThan(9);
          expect(x + width).toBeLessThanOrEqual(layout.width - 10 + 1e-9);
          expect(y + height).toBeLessThanOrEqual(layout.height - 10 + 1e-9);
        }
        const pairs = frames.flatMap((a, at) => frames.slice(at + 1).map((b) => overlap(a, b)));
        expect(pairs).not.toContain(true);
        expect(maps).toHaveLength(chosen.maps);
      }),
    );
  });

  it('gives about half of the page or more to one map', () => {
    fc.assert(
      fc.property(choice, (chosen) => {
        const { maps, width, height } = pageLayout({ ...chosen, maps: 1 });
        expect((maps[0]!.width * maps[0]!.height) / (width * height)).toBeGreaterThan(0.45);
      }),
    );
  });

  it('places the legend at the end of the reading direction', () => {
    const of = (rtl: boolean) => pageLayout({ ...plain, rtl });
    expect(of(false).legend!.x).toBeGreaterThan(of(false).maps[0]!.x);
    expect(of(true).legend!.x).toBeLessThan(of(true).maps[0]!.x);
  });

  it.each([
    ['a4', 210, 297],
    ['a3', 297, 420],
    ['a2', 420, 594],
    ['a1', 594, 841],
    ['a0', 841, 1189],
  ] as const)('%s is portrait or landscape', (paper, short, long) => {
    expect(pageLayout({ ...plain, paper, upright: true })).toMatchObject({ width: short, height: long });
    expect(pageLayout({ ...plain, paper })).toMatchObject({ width: long, height: short });
  });
});
