import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { MappingError } from '../../wire/errors.ts';
import { fetchBytes, serviceRequest } from './service-request.ts';

afterEach(() => vi.unstubAllGlobals());

const portalAt = (restUrl: string) => ({
  restUrl,
  session: { token: async () => 'secret', renew: async () => '' },
});
const enterprise = () => portalAt('https://gis.city.test/portal/sharing/rest');

describe('the token of a portal', () => {
  it.each([
    [
      'https://gis.city.test/portal/sharing/rest',
      'https://gis.city.test/arcgis/rest/services/A/FeatureServer',
    ],
    [
      'https://harbour.maps.arcgis.com/sharing/rest',
      'https://services1.arcgis.com/o/rest/services/A/FeatureServer',
    ],
  ])('of %s goes to %s', async (restUrl, url) => {
    const log = fakeFetch({ '/FeatureServer': {} });
    await serviceRequest(portalAt(restUrl), url);
    expect(log.map(({ params }) => params['token'])).toEqual(['secret']);
  });

  it.each([
    'https://evil.example/rest/services/A/FeatureServer',
    'https://gis.city.test.evil.example/rest/services/A/FeatureServer',
    'https://gis.city.test:6443/arcgis/rest/services/A/FeatureServer',
  ])('never goes to %s, which the portal does not know', async (url) => {
    const refusal = { error: { code: 400, message: 'Server is not federated.', details: [] } };
    const log = fakeFetch({ '/generateToken': refusal, '/FeatureServer': {} });
    await serviceRequest(enterprise(), url);
    const sent = log.filter(({ path }) => path.endsWith('/FeatureServer'));
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(sent)).not.toContain('secret');
  });

  const item = 'https://gis.city.test/portal/sharing/rest/content/users/ada/items/0123';
  const trees = 'https://gis.city.test/arcgis/rest/services/Trees/FeatureServer/0';
  it.each([
    `${item}/delete`,
    `${item}/delete?x=/applyEdits`,
    `${item}/delete?x=${'x'.repeat(3000)}`,
    `${item}/delete#/rest/services/Trees/FeatureServer/0`,
    `${trees}/../../../../../../portal/sharing/rest/community/users/ada/update`,
    `${trees}#/deleteFeatures`,
    `http:?//gis.city.test/portal/sharing/rest/content/users/ada/items/0123/delete`,
  ])('is not used at %s, which an item or a map may name', async (url) => {
    const log = fakeFetch({});
    await expect(serviceRequest(enterprise(), url)).rejects.toMatchObject({ id: 'portal:not-a-service' });
    expect(log).toEqual([]);
  });

  it('is not used at a long address, which may be slow to read', async () => {
    const log = fakeFetch({});
    const url = `${trees}?${'/a'.repeat(2100)}!/FeatureServer/0`;
    await expect(serviceRequest(enterprise(), url)).rejects.toMatchObject({ id: 'portal:not-a-service' });
    expect(log).toEqual([]);
  });

  const service = '/arcgis/rest/services/Trees/FeatureServer';
  it.each([
    [`https://gis.city.test${service}?f=json`, service],
    [`https://gis.city.test${service}?token=ab/cd==&f=json`, service],
    [`https://gis.city.test${service}/?token=other&f=json/0/query`, `${service}/0/query`],
    [`${trees}/deleteFeatures?where=1%3D1&x=1`, `${service}/0/deleteFeatures`],
    [`https://federated.city.test${service}/0/deleteFeatures?where=1%3D1`, `${service}/0/deleteFeatures`],
  ])('is sent to %s without the parameters in it', async (url, path) => {
    const log = fakeFetch({ '/generateToken': { token: 'secret' }, [path]: {} });
    await serviceRequest(enterprise(), url);
    const sent = log.filter((requested) => requested.path === path);
    expect(sent.map(({ method, params }) => [method, params])).toEqual([
      ['GET', { f: 'json', token: 'secret' }],
    ]);
  });

  it('goes to a service that an old item names with http by https only', async () => {
    fakeFetch({ '/FeatureServer': {} });
    const fetched = vi.spyOn(globalThis, 'fetch');
    await serviceRequest(enterprise(), 'http://gis.city.test/arcgis/rest/services/A/FeatureServer');
    const requested = fetched.mock.calls.map(([address]) => String(address));
    expect(requested).toEqual([expect.stringMatching(/^https:\/\/gis\.city\.test\/.*token=secret/)]);
  });

  it('is exchanged for one of a federated server, once', async () => {
    const log = fakeFetch({ '/generateToken': { token: 'for-hosting' }, '/FeatureServer': {} });
    const portal = enterprise();
    const url = 'https://hosting.city.test/server/rest/services/A/FeatureServer';
    await serviceRequest(portal, url);
    await serviceRequest(portal, url);
    const requested = log.filter(({ path }) => path.endsWith('/generateToken'));
    expect(requested.map(({ params }) => [params['serverUrl'], params['token']])).toEqual([[url, 'secret']]);
    const sent = log.filter(({ path }) => path.endsWith('/FeatureServer'));
    expect(sent.map(({ params }) => params['token'])).toEqual(['for-hosting', 'for-hosting']);
  });

  it('is exchanged again for another user, and after a portal that did not respond', async () => {
    const unavailable = { httpStatus: 503 };
    const log = fakeFetch({
      '/generateToken': [unavailable, { token: 'for-ada' }, { token: 'for-grace' }],
      '/FeatureServer': {},
    });
    let own = 'ada';
    const portal = { ...enterprise(), session: { token: async () => own, renew: async () => '' } };
    const url = 'https://hosting.city.test/server/rest/services/A/FeatureServer';
    await serviceRequest(portal, url);
    await serviceRequest(portal, url);
    own = 'grace';
    await serviceRequest(portal, url);
    const sent = log.filter(({ path }) => path.endsWith('/FeatureServer'));
    expect(sent.map(({ params }) => params['token'])).toEqual([undefined, 'for-ada', 'for-grace']);
  });
});

describe('the bytes of a file', () => {
  const url = 'https://hosting.city.test/server/rest/services/A/FeatureServer/0/1/attachments/1';
  const { signal } = new AbortController();

  it.each([404, 500, 502])('are not empty when the server responds with %s', async (httpStatus) => {
    fakeFetch({ '/generateToken': { token: 'for-hosting' }, '/attachments/1': { httpStatus } });
    await expect(fetchBytes(enterprise(), url, signal)).rejects.toBeInstanceOf(MappingError);
  });

  it('are requested with a new token when that of the server has expired', async () => {
    const expired = { error: { code: 498, message: 'Invalid token.', details: [] } };
    const log = fakeFetch({
      '/generateToken': [{ token: 'first' }, { token: 'second' }],
      '/attachments/1': [expired, { picture: true }],
    });
    const bytes = await fetchBytes(enterprise(), url, signal);
    expect(await bytes.text()).toBe('{"picture":true}');
    const sent = log.filter(({ path }) => path.endsWith('/attachments/1'));
    expect(sent.map(({ params }) => params['token'])).toEqual(['first', 'second']);
  });
});
