import type EsriError from '@arcgis/core/core/Error.js';
import Collection from '@arcgis/core/core/Collection.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import MapImageLayer from '@arcgis/core/layers/MapImageLayer.js';
import TileLayer from '@arcgis/core/layers/TileLayer.js';
import ArcgisMap from '@arcgis/core/Map.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { beforeEach, describe, expect, it, type Mock, onTestFinished, vi } from 'vitest';
import { reportFailedRequest } from './failed-requests.ts';
import { repeatLoading } from './repeat-loading.ts';

const url = 'https://services.arcgis.com/city/arcgis/rest/services/Quays/FeatureServer';

function failure(status: number): EsriError {
  return { name: 'request:server', message: 'Refused', details: { httpStatus: status } } as EsriError;
}

/** A layer whose description was refused. */
function failedLayer(status: number): FeatureLayer {
  const layer = new FeatureLayer({ id: 'quays', url, layerId: 0 });
  Object.defineProperty(layer, 'loadStatus', { value: 'failed' });
  Object.defineProperty(layer, 'loadError', { value: failure(status) });
  return layer;
}

function rig(layer: Layer, ...others: Layer[]) {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  const handles: { remove(): void }[] = [];
  const layerView = { layer, updating: false };
  const views = new Collection<object>();
  const map = new ArcgisMap({ layers: [layer, ...others] });
  const addHandles = (more: typeof handles) => handles.push(...more);
  const view = { map, allLayerViews: views, addHandles } as unknown as MapView;
  onTestFinished(() => {
    for (const handle of handles) handle.remove();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const failures = new Map<string, unknown>();
  const repeated = repeatLoading(view, failures, () => {});
  const draw = async (updating: boolean) => {
    views.removeAll();
    views.add({ ...layerView, updating });
    await vi.advanceTimersByTimeAsync(1);
  };
  return { repeated, failures, map, draw, shown: () => map.layers.at(0) };
}

describe('a layer whose description an overloaded server refuses', () => {
  it('is loaded again twice, and has failed only after that', async () => {
    const first = failedLayer(429);
    const { repeated, map, shown } = rig(first);
    await vi.advanceTimersByTimeAsync(1);
    expect([...repeated.waiting]).toEqual(['quays']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(shown()).not.toBe(first);
    expect(shown()?.id).toBe('quays');
    map.layers.splice(0, 1, failedLayer(504));
    await vi.advanceTimersByTimeAsync(1);
    expect([...repeated.waiting]).toEqual(['quays']);
    await vi.advanceTimersByTimeAsync(8000);
    const last = failedLayer(504);
    map.layers.splice(0, 1, last);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([...repeated.waiting]).toEqual([]);
    expect(shown()).toBe(last);
  });

  it.each([404, 403, 500])('fails at once with status %d', async (status) => {
    const { repeated } = rig(failedLayer(status));
    await vi.advanceTimersByTimeAsync(1);
    expect([...repeated.waiting]).toEqual([]);
  });
});

describe('a layer whose features an overloaded server refuses', () => {
  const refuse = (status: number, more: object = { resultType: 'tile' }) => {
    const error = failure(status);
    const requestOptions = { query: more };
    reportFailedRequest({ ...error, details: { ...error.details, url: `${url}/0/query`, requestOptions } });
  };
  let layer: FeatureLayer;
  let refresh: Mock<(event: { dataChanged?: boolean | undefined }) => void>;
  beforeEach(() => {
    layer = new FeatureLayer({ id: 'quays', url, layerId: 0 });
    refresh = vi.fn<typeof refresh>();
    layer.on('refresh', refresh);
  });

  it('is drawn again, and complete when no request fails', async () => {
    const { repeated, draw } = rig(layer);
    refuse(504);
    refuse(504);
    expect([...repeated.incomplete.keys()]).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    // Also where the service was not edited since.
    expect(refresh.mock.calls).toEqual([[expect.objectContaining({ dataChanged: true })]]);
    await draw(true);
    await draw(false);
    // All attempts are available again.
    for (const delay of [2000, 8000]) {
      refuse(429);
      expect([...repeated.incomplete.keys()]).toEqual([]);
      await vi.advanceTimersByTimeAsync(delay);
    }
    expect(refresh).toHaveBeenCalledTimes(3);
  });

  it('is incomplete after two further attempts, until it is drawn again at the user’s request', async () => {
    const { repeated, draw } = rig(layer);
    for (const delay of [2000, 8000]) {
      refuse(429);
      await vi.advanceTimersByTimeAsync(delay);
      await draw(true);
    }
    refuse(429);
    await draw(false);
    expect([...repeated.incomplete.keys()]).toEqual(['quays']);
    repeated.again('quays');
    expect(refresh).toHaveBeenCalledTimes(3);
    await draw(true);
    await draw(false);
    expect([...repeated.incomplete.keys()]).toEqual([]);
  });

  it('is incomplete at once where the server refuses for another reason, until its filter changes', async () => {
    const { repeated, draw } = rig(layer);
    await draw(true);
    refuse(400);
    expect([...repeated.incomplete.keys()]).toEqual(['quays']);
    await draw(false);
    expect([...repeated.incomplete.keys()]).toEqual(['quays']);
    layer.definitionExpression = 'depth > 3';
    await draw(true);
    expect([...repeated.incomplete.keys()]).toEqual([]);
  });

  it('is complete after it was refreshed by its interval, if that changed its data', async () => {
    const { repeated, draw } = rig(layer);
    await draw(true);
    refuse(400);
    await draw(false);
    for (const dataChanged of [false, true]) {
      layer.emit('refresh', { dataChanged });
      await draw(true);
      expect([...repeated.incomplete.keys()]).toEqual(['quays']);
      await draw(false);
      expect([...repeated.incomplete.keys()]).toEqual(dataChanged ? [] : ['quays']);
    }
  });

  it.each([
    ['each of two with the same filter', '1=1', null, ['quays', 'docks']],
    ['that of two whose filter it has', 'depth > 3', 'depth > 3', ['docks']],
  ])('is named among layers of one service: %s', (_which, where, filter, named) => {
    const second = new FeatureLayer({ id: 'docks', url, layerId: 0, definitionExpression: filter });
    const { repeated } = rig(layer, second);
    refuse(400, { resultType: 'tile', where });
    expect([...repeated.incomplete.keys()]).toEqual(named);
  });

  it('is not incomplete where values are refused, or where the session is renewed', () => {
    const { repeated } = rig(layer);
    refuse(400, { where: '1=1' });
    refuse(498);
    expect([...repeated.incomplete.keys()]).toEqual([]);
  });
});

describe('a layer of pictures', () => {
  const service = 'https://services.arcgis.com/city/arcgis/rest/services/Plan/MapServer';
  const loaded = <Kind extends Layer>(layer: Kind): Kind => {
    Object.defineProperty(layer, 'loaded', { value: true });
    return layer;
  };
  const tiled = () => {
    const layer = loaded(new TileLayer({ id: 'plan', url: service }));
    layer.getTileUrl = (level, row, column) => `${service}/tile/${level}/${row}/${column}`;
    return layer;
  };
  const refuse = (status: number, address: string) => {
    const error = failure(status);
    reportFailedRequest({ ...error, details: { ...error.details, url: address } });
  };

  it.each([429, 503])('is drawn again where a tile is refused with %d', async (status) => {
    const layer = tiled();
    const refresh = vi.fn<() => void>();
    layer.on('refresh', refresh);
    const { repeated, draw } = rig(layer);
    refuse(status, `${service}/tile/12/340/511`);
    await vi.advanceTimersByTimeAsync(2000);
    expect(refresh).toHaveBeenCalledTimes(1);
    await draw(true);
    refuse(status, `${service}/tile/12/340/511`);
    await vi.advanceTimersByTimeAsync(8000);
    refuse(status, `${service}/tile/12/340/511`);
    expect([...repeated.incomplete.keys()]).toEqual(['plan']);
  });

  it.each([404, 400, 498])('lacks nothing where a tile is refused with %d', (status) => {
    const { repeated } = rig(tiled());
    refuse(status, `${service}/tile/12/340/511`);
    expect([...repeated.incomplete.keys()]).toEqual([]);
  });

  it('is complete when the picture of another view is drawn', async () => {
    const { repeated, draw } = rig(loaded(new MapImageLayer({ id: 'plan', url: service })));
    await draw(true);
    refuse(500, `${service}/export`);
    await draw(false);
    expect([...repeated.incomplete.keys()]).toEqual(['plan']);
    await draw(true);
    await draw(false);
    expect([...repeated.incomplete.keys()]).toEqual([]);
  });
});
