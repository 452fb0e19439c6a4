import type EsriError from '@arcgis/core/core/Error.js';
import Collection from '@arcgis/core/core/Collection.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import TileLayer from '@arcgis/core/layers/TileLayer.js';
import ArcgisMap from '@arcgis/core/Map.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { reportFailedRequest } from './failed-requests.ts';
import { endRequest, followRequest } from './late-requests.ts';
import { repeatLoading } from './repeat-loading.ts';
import { layerTimeout } from './slow-layers.ts';

const services = 'https://services.arcgis.com/city/arcgis/rest/services';
const plan = `${services}/Plan/MapServer`;

function tiles(): Layer {
  const layer = new TileLayer({ id: 'plan', url: plan });
  Object.defineProperty(layer, 'loaded', { value: true });
  layer.getTileUrl = (level, row, column) => `${plan}/tile/${level}/${row}/${column}`;
  return layer;
}

/** A map whose requests the test sends and answers; `lacking` are the reported layers with the ids of their errors. */
function rig(layer: Layer) {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  const handles: { remove(): void }[] = [];
  const map = new ArcgisMap({ layers: [layer] });
  const addHandles = (more: typeof handles) => handles.push(...more);
  const view = { map, allLayerViews: new Collection<object>(), addHandles } as unknown as MapView;
  onTestFinished(() => {
    for (const handle of handles) handle.remove();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const { incomplete } = repeatLoading(view, new Map(), () => {});
  const send = (url: string, more: { query?: object; signal?: AbortSignal } = {}) => {
    const requestOptions = { ...more };
    followRequest({ url, requestOptions });
    return requestOptions;
  };
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  const lacking = () => [...incomplete].map(([id, error]) => [id, (error as { id?: string }).id]);
  return { send, pass, lacking };
}

it.each([
  ['features', new FeatureLayer({ id: 'plan', url: `${services}/Plan/FeatureServer`, layerId: 0 })],
  ['tiles', tiles()],
])('a layer whose %s do not come is reported, until they do', async (_what, layer) => {
  const { send, pass, lacking } = rig(layer);
  const requested =
    layer.type === 'feature'
      ? send(`${services}/Plan/FeatureServer/0/query`, { query: { resultType: 'tile' } })
      : send(`${plan}/tile/12/340/511`);
  await pass(layerTimeout - 1);
  expect(lacking()).toEqual([]);
  await pass(1);
  expect(lacking()).toEqual([['plan', 'layer:timeout']]);
  endRequest(requested, true);
  expect(lacking()).toEqual([]);
});

it('tiles that wait for each other are not late while some of them come', async () => {
  const { send, pass, lacking } = rig(tiles());
  const [first] = [send(`${plan}/tile/12/340/511`), send(`${plan}/tile/12/340/512`)];
  await pass(layerTimeout - 1);
  endRequest(first, true);
  await pass(layerTimeout - 1);
  expect(lacking()).toEqual([]);
  await pass(layerTimeout);
  expect(lacking()).toEqual([['plan', 'layer:timeout']]);
});

it('a request that is cancelled, or is not for the map, reports nothing', async () => {
  const { send, pass, lacking } = rig(tiles());
  const moving = new AbortController();
  send(`${plan}/tile/12/340/511`, { signal: moving.signal });
  send(`${services}/Other/MapServer/tile/12/340/511`);
  moving.abort();
  send(`${plan}/tile/12/340/512`, { signal: moving.signal });
  await pass(layerTimeout);
  expect(lacking()).toEqual([]);
});

it.each([
  ['given up by the SDK is missing', undefined, ['plan']],
  ['without content is not', 404, []],
])('a late tile %s', async (_what, httpStatus, expected) => {
  const { send, pass, lacking } = rig(tiles());
  const url = `${plan}/tile/12/340/511`;
  const fail = (requestOptions: object) =>
    reportFailedRequest({
      name: 'request:server',
      message: 'Failed',
      details: { url, requestOptions, httpStatus },
    } as unknown as EsriError);
  fail(send(url));
  expect(lacking()).toEqual([]);
  const late = send(url);
  await pass(layerTimeout);
  fail(late);
  expect(lacking().map(([id]) => id)).toEqual(expected);
});
