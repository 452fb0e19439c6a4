import { describe, expect, it } from 'vitest';
import { projectPoint } from './project-point.ts';

describe('projecting a point', () => {
  it('returns a point already in the target unchanged', async () => {
    const point = { x: 1, y: 2, wkid: 28_992 };
    expect(await projectPoint(point, 28_992)).toBe(point);
  });

  it.each([3857, 102_100])('converts between degrees and Web Mercator (%i) and back', async (wkid) => {
    const there = await projectPoint({ x: 71.43, y: 51.16, wkid: 4326 }, wkid);
    expect(there.x).toBeCloseTo(7_951_551.2, 0);
    const back = await projectPoint(there, 4326);
    expect(back.x).toBeCloseTo(71.43, 9);
    expect(back.y).toBeCloseTo(51.16, 9);
  });
});
