import type MapView from '@arcgis/core/views/MapView.js';
import { describe, expect, it } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { scaleOfZoom } from '../map-state.ts';
import { limitView } from './limit-view.ts';

interface Limits {
  geometry?: { xmin: number; ymax: number } | null;
  minScale?: number;
  maxScale?: number;
}

/** A view that is ready when `begin` is called. */
function rig(wkid = 102100) {
  let begin = () => {};
  const ready = new Promise<void>((resolve) => (begin = resolve));
  const constraints: Limits = {};
  const view = {
    ready: true,
    destroyed: false,
    constraints,
    spatialReference: { wkid, isWebMercator: wkid === 102100, isGeographic: wkid === 4326 },
    when: () => ready,
  };
  const internals = { view: view as unknown as MapView } as MapInternals;
  return { view, constraints, internals, begin: () => void begin() };
}

const bounds: [number, number, number, number] = [71, 51, 72, 52];

describe('the limits of a view', () => {
  it('are in its own coordinates, from the moment it is ready', async () => {
    const { constraints, internals, begin } = rig();
    limitView(internals, { bounds, minZoom: 3, maxZoom: 14 });
    await Promise.resolve();
    expect(constraints).toEqual({});
    begin();
    await expect.poll(() => constraints.minScale).toBe(scaleOfZoom(3));
    expect(constraints.maxScale).toBe(scaleOfZoom(14));
    expect(constraints.geometry?.xmin).toBeCloseTo(7_903_683.85, 1);
    expect(constraints.geometry?.ymax).toBeCloseTo(6_800_125.45, 1);
  });

  it('are only those that are set', async () => {
    const { constraints, internals, begin } = rig();
    limitView(internals, { maxZoom: 14 });
    begin();
    await expect.poll(() => constraints.maxScale).toBe(scaleOfZoom(14));
    expect(constraints).toMatchObject({ geometry: null, minScale: 0 });
  });

  it('keep the zoom where the bounds cannot be converted', async () => {
    const { constraints, internals, begin } = rig(28992);
    limitView(internals, { bounds, minZoom: 3 });
    begin();
    await expect.poll(() => constraints.minScale).toBe(scaleOfZoom(3));
    expect(constraints.geometry).toBeNull();
  });

  it('end when they are removed, also before the view is ready', async () => {
    const { constraints, internals, begin } = rig();
    const remove = limitView(internals, { bounds, minZoom: 3 });
    begin();
    await expect.poll(() => constraints.geometry).toBeTruthy();
    remove();
    expect(constraints).toEqual({ geometry: null, minScale: 0, maxScale: 0 });

    const late = rig();
    late.view.ready = false;
    limitView(late.internals, { bounds, minZoom: 3 })();
    late.begin();
    await Promise.resolve();
    await Promise.resolve();
    expect(late.constraints).toEqual({});
  });
});
