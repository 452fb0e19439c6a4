import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { fromJSON } from '@arcgis/core/renderers/support/jsonUtils.js';
import SizeVariable from '@arcgis/core/renderers/visualVariables/SizeVariable.js';
import sizeRange from '@arcgis/core/smartMapping/heuristics/sizeRange.js';
import * as byLocation from '@arcgis/core/smartMapping/renderers/location.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { describe, expect, it, vi } from 'vitest';
import { faultsOfRenderer } from '../../../testing/web/web-map-specification.ts';
import { type AnyRenderer, readStyle, withSymbol } from './read-style.ts';
import { scaledOf, sizeAt, withFixedSizes, withScaledSizes, withSizeAt } from './scaled-sizes.ts';

vi.mock('@arcgis/core/smartMapping/heuristics/sizeRange.js', () => ({ default: vi.fn<typeof sizeRange>() }));
vi.mock('@arcgis/core/smartMapping/renderers/location.js', () => ({
  createRenderer: vi.fn<typeof byLocation.createRenderer>(),
}));

const read = (json: object) => fromJSON(structuredClone(json)) as AnyRenderer;
const symbol = { type: 'esriSMS', style: 'esriSMSCircle', size: 8, color: [200, 60, 40, 255] };
const simple = { type: 'simple', symbol };
const sized = {
  ...simple,
  visualVariables: [
    { type: 'sizeInfo', field: 'n', minDataValue: 0, maxDataValue: 9, minSize: 4, maxSize: 40 },
  ],
};
const variable = (...sizes: number[]) =>
  new SizeVariable({
    valueExpression: '$view.scale',
    stops: sizes.map((size, index) => ({ value: 1000 * 10 ** index, size })),
  });
const layer = {} as FeatureLayer;
const view = { scale: 10_000 } as MapView;

describe('sizes that follow the map’s scale', () => {
  it('begin with the size that symbols have, and end with the one that they have then', async () => {
    vi.mocked(sizeRange).mockResolvedValue({ minSize: variable(8, 4, 2), maxSize: variable(40, 20, 10) });
    const scaled = await withScaledSizes(layer, view, read(simple), 'point');
    expect(scaledOf(scaled)).toBe(true);
    expect(readStyle(scaled)).toMatchObject({ kind: 'single', symbol: { size: 8 } });
    expect(scaled.toJSON()).toMatchObject({
      visualVariables: [
        {
          type: 'sizeInfo',
          valueExpression: '$view.scale',
          stops: [
            { value: 1000, size: 16 },
            { value: 10_000, size: 8 },
            { value: 100_000, size: 4 },
          ],
        },
      ],
    });
    expect(faultsOfRenderer(scaled.toJSON())).toEqual([]);
    const fixed = withFixedSizes(scaled, 1000);
    expect(scaledOf(fixed)).toBe(false);
    expect(readStyle(fixed).symbol.size).toBe(16);
    expect(scaledOf(withSymbol(scaled, { size: 5 }))).toBe(false);
  });

  it('are the ends of sizes by a number', async () => {
    vi.mocked(sizeRange).mockResolvedValue({ minSize: variable(8, 4, 2), maxSize: variable(40, 20, 10) });
    expect(scaledOf(read(sized))).toBe(false);
    const scaled = await withScaledSizes(layer, view, read(sized), 'point');
    expect(scaledOf(read(scaled.toJSON() as object))).toBe(true);
    expect(readStyle(scaled)).toMatchObject({ kind: 'size', field: 'n' });
    expect(withFixedSizes(scaled, 100_000).toJSON()).toMatchObject({
      visualVariables: [{ minSize: 2, maxSize: 20 }],
    });
  });

  it('are the outlines of areas', async () => {
    const outline = variable(2, 1, 0);
    outline.target = 'outline';
    vi.mocked(byLocation.createRenderer).mockResolvedValue({
      renderer: { ...read(simple), visualVariables: [outline] },
    } as never);
    const area = {
      type: 'simple',
      symbol: { type: 'esriSFS', style: 'esriSFSSolid', color: [1, 2, 3, 255] },
    };
    const scaled = await withScaledSizes(layer, view, read(area), 'area');
    expect(scaled.toJSON()).toMatchObject({
      visualVariables: [{ target: 'outline', valueExpression: '$view.scale' }],
    });
    expect(scaledOf(scaled)).toBe(true);
    expect(scaledOf(withFixedSizes(scaled, 1000))).toBe(false);
    expect(readStyle(withFixedSizes(scaled, 1000)).symbol).toEqual(readStyle(read(area)).symbol);
  });

  it('do not exist for styles without symbols of one size', () => {
    expect(scaledOf(read({ type: 'heatmap', colorStops: [], radius: 9 }))).toBeUndefined();
    expect(scaledOf(null)).toBeUndefined();
  });

  it('are in between the known ones', () => {
    const sizes = [
      { scale: 1000, size: 8 },
      { scale: 3000, size: 4 },
    ];
    expect([500, 1000, 2000, 9000].map((scale) => sizeAt(sizes, scale))).toEqual([8, 8, 6, 4]);
    expect(withSizeAt(sizes, 2000, 12).map(({ size }) => size)).toEqual([16, 8]);
    expect(sizeAt([], 1000)).toBe(0);
  });
});
