import EsriError from '@arcgis/core/core/Error.js';
import Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import request from '@arcgis/core/request.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { calculate } from './calculate.ts';
import type { Calculation } from './calculation.ts';

vi.mock('@arcgis/core/request.js', () => ({ default: vi.fn<typeof request>() }));

interface Requested {
  objectIds: number[];
  outStatistics?: unknown;
}

/** A layer of a service that answers with at most two rows, and the values that were stored. */
function rig() {
  const stored: Record<string, unknown>[] = [];
  const layer = {
    objectIdField: 'OBJECTID',
    capabilities: { query: { maxRecordCount: 2 } },
    getField: () => ({ name: 'age', type: 'integer' }),
    queryObjectIds: async () => [1, 2, 3],
    queryFeatures: async ({ objectIds, outStatistics }: Requested) => ({
      features: objectIds.slice(0, 2).map(
        (id) =>
          new Graphic({
            attributes: outStatistics ? { OBJECTID: id, calculated: id * 10 } : { OBJECTID: id, age: 5 },
            layer: { objectIdField: 'OBJECTID' } as never,
          }),
      ),
    }),
    applyEdits: async ({ updateFeatures }: { updateFeatures: Graphic[] }) => {
      stored.push(...updateFeatures.map(({ attributes }) => attributes as Record<string, unknown>));
      return { updateFeatureResults: [] };
    },
    refresh: vi.fn<() => void>(),
  };
  const calculation = { field: 'age', language: 'sql', expression: 'id * 10', scope: 'all' } as const;
  const run = (more: { calculation?: Calculation } = {}) =>
    calculate({
      layer: layer as unknown as FeatureLayer,
      calculation,
      query: () => ({}) as never,
      signal: new AbortController().signal,
      mapZone: 'Europe/Amsterdam',
      ...more,
    });
  return { layer, stored, run };
}

describe('a calculation by Arcade', () => {
  it('has dates in the time zone of the map', async () => {
    const { layer, stored, run } = rig();
    layer.getField = () => ({ name: 'seen', type: 'date' });
    await run({
      calculation: { field: 'seen', language: 'arcade', expression: 'Date(2026, 5, 1)', scope: 'all' },
    });
    const time = Date.UTC(2026, 4, 31, 22);
    expect(stored).toEqual([1, 2, 3].map((id) => ({ OBJECTID: id, seen: time })));
  });
});

describe('a calculation by SQL', () => {
  it('asks for no more rows at once than the service answers', async () => {
    const { stored, run } = rig();
    await run();
    expect(stored).toEqual([1, 2, 3].map((id) => ({ OBJECTID: id, age: id * 10 })));
  });

  it('shows the rows that were stored before it failed', async () => {
    const { layer, stored, run } = rig();
    const { applyEdits } = layer;
    layer.queryObjectIds = async () => Array.from({ length: 6000 }, (_none, index) => index + 1);
    layer.applyEdits = async (edits) => {
      if (stored.length > 0) throw new Error('The connection was lost.');
      return applyEdits(edits);
    };
    const cause = { message: 'The connection was lost.' };
    await expect(run()).rejects.toMatchObject({ id: 'calculate:partly', cause });
    expect(stored).toHaveLength(1000);
    expect(layer.refresh).toHaveBeenCalled();
  });

  it('may have stored rows of one edit whose answer was lost', async () => {
    const { layer, run } = rig();
    layer.applyEdits = async () => {
      throw new Error('The connection was lost.');
    };
    await expect(run()).rejects.toMatchObject({ id: 'calculate:partly' });
  });

  it('does not blame the expression for a lost connection', async () => {
    const { layer, run } = rig();
    const { queryFeatures } = layer;
    const lost = new EsriError('request:server', 'Failed to fetch', {});
    layer.queryFeatures = async (query) => {
      if (query.outStatistics) throw lost;
      return queryFeatures(query);
    };
    await expect(run()).rejects.toBe(lost);
  });

  it('stores nothing if the service leaves out a row', async () => {
    const { layer, stored, run } = rig();
    const { queryFeatures } = layer;
    layer.queryFeatures = async (query) => {
      const { features } = await queryFeatures(query);
      return { features: query.outStatistics ? features.slice(1) : features };
    };
    await expect(run()).rejects.toMatchObject({ id: 'calculate:refused' });
    expect(stored).toEqual([]);
  });
});

describe('a calculation by the service', () => {
  afterEach(() => vi.mocked(request).mockReset());

  function large() {
    const { layer, run } = rig();
    layer.queryObjectIds = async () => Array.from({ length: 6000 }, (_none, index) => index + 1);
    Object.assign(layer, { sourceJSON: { supportsCalculate: true } });
    return run;
  }
  const stores = () => vi.mocked(request).mockResolvedValueOnce({ data: { success: true } } as never);
  const refusal = (httpStatus: number) => Object.assign(new Error('No.'), { details: { httpStatus } });

  it('has stored nothing if the service refuses the first rows', async () => {
    const run = large();
    vi.mocked(request).mockRejectedValueOnce(refusal(400));
    await expect(run()).rejects.toMatchObject({ message: 'No.' });
    vi.mocked(request).mockResolvedValueOnce({ data: { success: false } } as never);
    await expect(run()).rejects.toMatchObject({ id: 'calculate:refused' });
  });

  it('may have stored rows if it refuses later ones, or does not answer', async () => {
    const run = large();
    stores();
    vi.mocked(request).mockRejectedValueOnce(refusal(400));
    await expect(run()).rejects.toMatchObject({ id: 'calculate:partly' });
    vi.mocked(request).mockRejectedValueOnce(refusal(504));
    await expect(run()).rejects.toMatchObject({ id: 'calculate:partly' });
  });
});
