import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Integration } from '../../../../context/integrations.ts';
import { requestForPage } from './use-frame-messages.ts';

const application = 'https://maps.example';
const fetching = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetching);
  fetching.mockImplementation(async () => new Response('{}'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetching.mockReset();
});

const plain: Integration = {
  id: 'a',
  title: 'A',
  state: 'active',
  type: 'url',
  url: 'https://pages.example/',
  enabled: true,
  display: 'frame',
  config: {},
};
const work: Integration = {
  ...plain,
  id: 'work',
  type: 'cityworks',
  config: { server: 'https://cw.example' },
};
const photos = (address: string): Integration => ({
  ...plain,
  type: 'panorama',
  config: { photos: address },
});
const layer = '/server/rest/services/p/FeatureServer/0';
const ask = (integration: Integration, path: string, body?: string, portal = `${application}/portal`) =>
  requestForPage(integration, { application, org: 'demo', portal }, { path, body, token: 'own-token' });

describe('a page’s request to the server', () => {
  it('is sent as the user, whose token stays in the application', async () => {
    expect(await ask(work, 'work?lat=1&lng=2')).toEqual({ status: 200, text: '{}' });
    await ask(work, 'requests', '{"a":1}');
    await ask(photos(layer), 'query?f=geojson');
    const calls = fetching.mock.calls.map(([url, init]) => ({
      path: (url as URL).href.replace(application, ''),
      method: init?.method ?? 'GET',
      headers: Object.fromEntries(init?.headers as Headers),
    }));
    expect(calls).toEqual([
      {
        path: '/api/demo/integrations/work/work?lat=1&lng=2',
        method: 'GET',
        headers: { authorization: 'Bearer own-token', 'x-portal': `${application}/portal` },
      },
      {
        path: '/api/demo/integrations/work/requests',
        method: 'POST',
        headers: {
          authorization: 'Bearer own-token',
          'content-type': 'application/json',
          'x-portal': `${application}/portal`,
        },
      },
      {
        path: `${layer}/query?f=geojson`,
        method: 'GET',
        headers: { 'x-esri-authorization': 'Bearer own-token' },
      },
    ]);
  });

  it('does not send another portal’s token to a layer of this server', async () => {
    await ask(photos(layer), 'query', undefined, 'https://www.arcgis.com');
    expect(fetching).toHaveBeenCalledOnce();
    expect(Object.fromEntries(fetching.mock.calls[0]?.[1]?.headers as Headers)).toEqual({});
  });

  it.each([
    ['the credentials', work, 'credentials'],
    ['another integration', work, '../other/work'],
    ['administration', work, '/api/demo/administration/config'],
    ['another host', work, 'https://evil.example/api/demo/integrations/work/work'],
    ['another host without a scheme', work, '//evil.example/work'],
    ['the portal', photos(layer), '/portal/sharing/rest/portals/self'],
    ['another layer', photos(layer), '../1/query'],
    ['an edit', photos(layer), 'applyEdits'],
    ['a layer elsewhere', photos('https://gis.example/FeatureServer/0'), 'query'],
    ['anything, for a page without a server', { ...work, type: 'panoramax', config: {} }, 'work'],
    ['anything, for a page of others', plain, 'work'],
  ] as const)('is refused for %s', async (_what, integration, path) => {
    expect(await ask(integration, path)).toEqual({ status: 403, text: '' });
    expect(fetching).not.toHaveBeenCalled();
  });

  it('fails without a network', async () => {
    fetching.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await ask(work, 'problems')).toEqual({ status: 0, text: '' });
  });
});
