import esriConfig from '@arcgis/core/config.js';
import esriRequest from '@arcgis/core/request.js';
import type EsriError from '@arcgis/core/core/Error.js';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { reportFailedRequest } from '../sdk/failed-requests.ts';
import { makeExactly } from './exact-values.ts';

const layer = { url: 'https://maps.example.org/rest/services/stops/FeatureServer' };
const query = (values: object) =>
  esriRequest(`${layer.url}/0/query`, { query: { f: 'json', ...values }, responseType: 'json' }).catch(
    () => 'guessed',
  );

const interceptor = { error: (error: unknown) => reportFailedRequest(error as EsriError) };
beforeAll(() => void esriConfig.request.interceptors.push(interceptor));
afterAll(() => esriConfig.request.interceptors.splice(0));
afterEach(() => vi.unstubAllGlobals());

it('reports a failed request for values, after which the SDK makes do with others', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>Maintenance</html>'));
  const { made, failure } = await makeExactly(layer, () => query({ outStatistics: '[]' }));
  expect(made).toBe('guessed');
  expect(failure).toMatchObject({ name: 'request:server' });
});

it('ignores failed requests for features to draw', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  const { failure } = await makeExactly(layer, () => query({ quantizationParameters: '{}' }));
  expect(failure).toBeUndefined();
});

it('ignores failed requests of other layers', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  const { failure } = await makeExactly({ url: 'https://gis.example.org/FeatureServer' }, () => query({}));
  expect(failure).toBeUndefined();
});

it('reports nothing where the service answers', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ features: [] }));
  const { failure } = await makeExactly(layer, () => query({ outStatistics: '[]' }));
  expect(failure).toBeUndefined();
});
