import esriConfig from '@arcgis/core/config.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import request from '@arcgis/core/request.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { refuseChange } from './refuse-changes.ts';
import { sdkError } from './sdk-error.ts';

const origin = 'https://maps.example';
const rest = `${origin}/portal/city/sharing/rest`;
const service = `${origin}/server/city/rest/services/Trees/FeatureServer`;
const item = `${rest}/content/users/ada/items/0123456789abcdef0123456789abcdef`;

const description = {
  id: 0,
  name: 'Trees',
  type: 'Feature Layer',
  geometryType: 'esriGeometryPoint',
  objectIdField: 'objectid',
  fields: [{ name: 'objectid', type: 'esriFieldTypeOID', alias: 'objectid' }],
  extent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkid: 4326 } },
  capabilities: 'Query,Create,Update,Delete,Editing',
  hasAttachments: true,
};

const results = {
  applyEdits: { addResults: [], updateResults: [], deleteResults: [{ objectId: 7, success: true }] },
  addAttachment: { addAttachmentResult: { objectId: 1, success: true } },
  updateAttachment: { updateAttachmentResult: { objectId: 1, success: true } },
  deleteAttachments: { deleteAttachmentResults: [{ objectId: 1, success: true }] },
};

/** Paths of the requests that left the page. */
const sent: string[] = [];
const before = esriConfig.portalUrl;
const interceptor = { before: refuseChange };

beforeAll(() => {
  esriConfig.portalUrl = `${origin}/portal/city`;
  esriConfig.request.interceptors.push(interceptor);
  vi.stubGlobal('location', new URL(`${origin}/city/map`));
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address);
    sent.push(pathname.slice(pathname.lastIndexOf('/') + 1));
    const name = Object.keys(results).find((each) => pathname.endsWith(`/${each}`));
    const answer = name ? results[name as keyof typeof results] : description;
    return new Response(JSON.stringify(answer));
  });
});
beforeEach(() => void sent.splice(0));
afterAll(() => {
  esriConfig.portalUrl = before;
  esriConfig.request.interceptors.splice(esriConfig.request.interceptors.indexOf(interceptor), 1);
});

describe('a request that a map names, which would change something, is not sent', () => {
  const long = `x=${'x'.repeat(3000)}`;

  test.each([
    ['', `${item}/delete`, {}],
    ['with a query that makes the SDK post it', `${item}/share?everyone=true&${long}`, {}],
    ['as the SDK posts to a server', `${item}/delete?x=/v2/rest/query`, { method: 'post', body: '{}' }],
    ['as an edit of features', `${service}/0/deleteFeatures`, { query: { where: '1=1' } }],
    ['as an edit with its values in the address', `${service}/0/applyEdits?deletes=7`, { method: 'post' }],
    [
      'as an edit that the SDK posts for its length',
      `${service}/0/applyEdits`,
      { query: { deletes: '7', long } },
    ],
  ])('%s', async (_what, address, options) => {
    const failed = await request(address, options as object).catch((cause: unknown) =>
      sdkError(cause, 'layer:failed'),
    );
    expect(failed).toMatchObject({ id: 'layer:changing-address' });
    expect(sent).toEqual([]);
  });
});

describe('an edit by the methods of the SDK is sent', () => {
  const layer = new FeatureLayer({ url: `${service}/0` });
  const feature = { attributes: { objectid: 7 } } as never;

  test('of features', async () => {
    await layer.applyEdits({ deleteFeatures: [{ objectId: 7 }] });
    expect(sent).toContain('applyEdits');
  });

  test('of attachments', async () => {
    await layer.addAttachment(feature, new FormData() as never);
    await layer.updateAttachment(feature, 1, new FormData() as never);
    await layer.deleteAttachments(feature, [1]);
    expect(sent).toEqual(['addAttachment', 'updateAttachment', 'deleteAttachments']);
  });

  test('as the table has values calculated', async () => {
    await request(`${service}/0/calculate`, { method: 'post', query: { f: 'json' } });
    expect(sent).toEqual(['calculate']);
  });
});

test('what reads is sent, with any query', async () => {
  await request(`${service}/0?f=json`, {});
  await request(`${rest}/content/items/0123/data`, {});
  expect(sent).toEqual(['0', 'data']);
});
