// @vitest-environment jsdom
import esriConfig from '@arcgis/core/config.js';
import type EsriError from '@arcgis/core/core/Error.js';
import ArcgisMap from '@arcgis/core/Map.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { reportFailedRequest } from '../sdk/failed-requests.ts';
import { openStyle } from './style-session.ts';

const interceptor = { error: (error: unknown) => reportFailedRequest(error as EsriError) };
beforeAll(() => void esriConfig.request.interceptors.push(interceptor));
afterAll(() => esriConfig.request.interceptors.splice(0));
afterEach(() => vi.unstubAllGlobals());

const description = {
  id: 0,
  name: 'Trees',
  type: 'Feature Layer',
  currentVersion: 11.1,
  geometryType: 'esriGeometryPoint',
  objectIdField: 'OBJECTID',
  capabilities: 'Query',
  maxRecordCount: 2000,
  advancedQueryCapabilities: { supportsStatistics: true },
  extent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkid: 102100 } },
  fields: [
    { name: 'OBJECTID', alias: 'OBJECTID', type: 'esriFieldTypeOID' },
    { name: 'code', alias: 'Code', type: 'esriFieldTypeString' },
  ],
};

/**
 * The style of a layer of a million trees, each with a code of its own, whose service returns statistics by
 * `groups`.
 */
async function openMillion(groups: (name: string) => object) {
  vi.stubGlobal('fetch', async (address: string | URL | Request) => {
    const { pathname, searchParams } = new URL(address instanceof Request ? address.url : address);
    if (pathname.includes('/t9n/')) return Response.json({});
    if (!pathname.endsWith('/query')) return Response.json(description);
    if (searchParams.has('returnCountOnly')) return Response.json({ count: 1_000_000 });
    const [{ outStatisticFieldName: name }] = JSON.parse(searchParams.get('outStatistics') ?? '') as [
      { outStatisticFieldName: string },
    ];
    return Response.json(groups(name));
  });
  const url = 'https://gis.example/rest/services/Trees/FeatureServer/0';
  const layer = new FeatureLayer({ id: 'trees', url, renderer: new SimpleRenderer({ label: 'A tree' }) });
  const view = {
    map: new ArcgisMap({ layers: [layer] }),
    scale: 1000,
    destroyed: false,
    container: document.createElement('div'),
    whenReady: async () => {},
  };
  const session = await openStyle({ view, source: {} } as unknown as MapInternals, 'trees');
  return { layer, session, label: () => (layer.renderer as SimpleRenderer).label };
}

it('a million values that a service does not count are refused with the cause, and the layer stays as it is', async () => {
  const { session, label } = await openMillion(() => ({
    error: { code: 500, message: 'The query takes too long.' },
  }));
  await session.request({ kind: 'types', field: 'code' });
  expect(session.state.get()).toMatchObject({
    kind: 'single',
    working: false,
    changed: false,
    error: { id: 'layer:server-failed', status: 500, message: 'The query takes too long.' },
  });
  expect(label()).toBe('A tree');
});

it('a million values of which a service counts a page become the usual number of types, and one for all others', async () => {
  const { layer, session } = await openMillion((name) => ({
    exceededTransferLimit: true,
    fields: [
      { name: 'code', type: 'esriFieldTypeString' },
      { name, type: 'esriFieldTypeInteger' },
    ],
    features: Array.from({ length: 2000 }, (_, index) => ({
      attributes: { code: `T-${index}`, [name]: 1 },
    })),
  }));
  await session.request({ kind: 'types', field: 'code' });
  const { kind, error, rows, others } = session.state.get();
  expect([kind, error, rows.length]).toEqual(['types', undefined, 20]);
  expect(others).toMatchObject({ label: expect.any(String) });
  expect(layer.renderer?.type).toBe('unique-value');
});
