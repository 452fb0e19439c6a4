import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Frame, type Paper, pageLayout, papers } from './page-layout.ts';

const choice = fc.record({
  paper: fc.constantFrom(...(Object.keys(papers) as Paper[])),
  upright: fc.boolean(),
  legend: fc.boolean(),
  rtl: fc.boolean(),
});

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
        const frames = [layout.title, layout.map, layout.legend, layout.foot].filter(
          (frame) => frame !== undefined,
        );
        for (const { x, y, width, height } of frames) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(10);
          expect(x + width).toBeLessThanOrEqual(layout.width - 10 + 1e-9);
          expect(y + height).toBeLessThanOrEqual(layout.height - 10 + 1e-9);
        }
        const pairs = frames.flatMap((a, at) => frames.slice(at + 1).map((b) => overlap(a, b)));
        expect(pairs).not.toContain(true);
      }),
    );
  });

  it('gives more than half of the page to the map', () => {
    fc.assert(
      fc.property(choice, (chosen) => {
        const { map, width, height } = pageLayout(chosen);
        expect((map.width * map.height) / (width * height)).toBeGreaterThan(0.5);
      }),
    );
  });

  it('places the legend at the end of the reading direction', () => {
    const of = (rtl: boolean) => pageLayout({ paper: 'a4', upright: false, legend: true, rtl });
    expect(of(false).legend!.x).toBeGreaterThan(of(false).map.x);
    expect(of(true).legend!.x).toBeLessThan(of(true).map.x);
  });

  it('is portrait or landscape', () => {
    expect(pageLayout({ paper: 'a4', upright: true, legend: false })).toMatchObject({
      width: 210,
      height: 297,
    });
    expect(pageLayout({ paper: 'a3', upright: false, legend: false })).toMatchObject({
      width: 420,
      height: 297,
    });
  });
});
