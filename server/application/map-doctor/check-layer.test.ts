import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../wire/map-check.ts';
import { ForbiddenAddress } from './fetch-address.ts';
import { checkLayer, requestUrl, stateOf } from './check-layer.ts';
import { createHostLimiter } from './check-round.ts';
import { readMapLayers, readMapOwner } from '../../platform/documents/read-map.ts';
import { isSupported, layerAddresses } from './layers-of.ts';

const layer = (parts: object = {}) => ({
  title: 'Trees',
  layerType: '',
  url: 'https://x.example/a',
  itemId: '',
  ...parts,
});
const responding = (status: number, body = '', milliseconds = 5) => ({
  status,
  body: Buffer.from(body),
  milliseconds,
});

describe('state of a layer', () => {
  it.each([
    [200, '{"layers":[]}', 5, 'ok'],
    [204, '', 5, 'ok'],
    [200, '{}', 6000, 'slow'],
    [200, '{"error":{"code":499,"message":"Token Required"}}', 5, 'sign-in'],
    [200, ' { "error" : { "message":"x", "code": 403 } }', 6000, 'sign-in'],
    [401, '', 5, 'sign-in'],
    [200, '{"error":{"code":400,"message":"Invalid URL"}}', 5, 'dead'],
    [404, '<html>', 5, 'dead'],
    [503, '', 5, 'dead'],
    [200, '{"name":"error","code":499}', 5, 'ok'],
  ])('of %i %s after %i ms is %s', (status, body, milliseconds, state) => {
    expect(stateOf(responding(status, body, milliseconds))).toBe(state);
  });

  it('comes from requesting its address, with the duration', async () => {
    const input: string[] = [];
    const ask = async (address: string) => {
      input.push(address);
      return responding(200, '{}', 12);
    };
    expect(await checkLayer(layer(), ask, ({ url }) => url)).toEqual({
      title: 'Trees',
      state: 'ok',
      milliseconds: 12,
    });
    expect(await checkLayer(layer({ layerType: 'Sparkle' }), ask, ({ url }) => url)).toMatchObject({
      state: 'unsupported',
    });
    expect(await checkLayer(layer({ url: '' }), ask, () => undefined)).toMatchObject({ state: 'unchecked' });
    expect(await checkLayer(layer({ url: 'not an address' }), ask, ({ url }) => url)).toMatchObject({
      state: 'dead',
    });
    expect(input).toEqual(['https://x.example/a']);
  });

  it.each([
    [new ForbiddenAddress('x'), 'unchecked'],
    [new Error('ECONNREFUSED'), 'dead'],
    [new DOMException('late', 'TimeoutError'), 'dead'],
  ])('after a request failing with %s is %s', async (error, state) => {
    expect(
      await checkLayer(
        layer(),
        async () => {
          throw error;
        },
        ({ url }) => url,
      ),
    ).toEqual({ title: 'Trees', state });
  });
});

describe('address of the request', () => {
  it.each([
    [
      'https://x.example/rest/services/A/FeatureServer/0',
      'https://x.example/rest/services/A/FeatureServer/0?f=json',
    ],
    ['https://x.example/A/MapServer?token=secret&a=1', 'https://x.example/A/MapServer?a=1&f=json'],
    [
      'https://x.example/A/VectorTileServer/resources/styles/root.json',
      'https://x.example/A/VectorTileServer/resources/styles/root.json',
    ],
    ['https://{subDomain}.x.example/{level}/{col}/{row}.png#a', 'https://a.x.example/0/0/0.png'],
    ['https://x.example/a.kml', 'https://x.example/a.kml'],
  ])('for %s is %s', (address, question) => {
    expect(requestUrl(address)).toBe(question);
  });
});

const layersOf = (document: unknown) => readMapLayers(JSON.stringify(document));

describe('layers of a document', () => {
  it('include those of groups and of the basemap', () => {
    const document = {
      operationalLayers: [
        { title: 'A', url: 'https://a', layerType: 'ArcGISFeatureLayer' },
        {
          layerType: 'GroupLayer',
          title: 'G',
          layers: [
            { title: 'B', itemId: 'i' },
            { layerType: 'GroupLayer', layers: [] },
          ],
        },
        { title: 'Notes', featureCollection: { layers: [] } },
      ],
      baseMap: { baseMapLayers: [{ title: 'C', styleUrl: 'https://c' }] },
    };
    expect(layersOf(document)?.map(({ title, url, itemId }) => [title, url, itemId])).toEqual([
      ['A', 'https://a', ''],
      ['B', '', 'i'],
      ['C', 'https://c', ''],
    ]);
  });

  it('are at most a hundred, and malformed ones cause no failure', () => {
    const many = { operationalLayers: Array.from({ length: 500 }, () => ({ url: 'https://a' })) };
    expect(layersOf(many)).toHaveLength(100);
    fc.assert(fc.property(fc.string(), (text) => void readMapLayers(text)));
    fc.assert(
      fc.property(fc.jsonValue(), (value) => void layersOf({ operationalLayers: [value], baseMap: value })),
    );
  });

  it('have titles, and the map an owner, that PostgreSQL stores', () => {
    const hasTitle = (title: string) => {
      const [found] = layersOf({ operationalLayers: [{ title, url: 'https://a' }] }) ?? [];
      expect(found?.title.isWellFormed()).toBe(true);
      expect(found?.title).not.toContain('\0');
    };
    for (const title of ['\0', `${'x'.repeat(249)}😀`, '\ud800 half']) hasTitle(title);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), hasTitle));
    const item = { type: 'Web Map', access: 'public' };
    expect(readMapOwner(JSON.stringify({ ...item, owner: 'gr\0ace' }))).toBeUndefined();
    expect(readMapOwner(JSON.stringify({ ...item, owner: 'grace' }))).toBe('grace');
  });

  it.each([
    ['ArcGISFeatureLayer', true],
    ['', true],
    ['vectortilelayer', true],
    ['ArcGISSceneServiceLayer', false],
    ['Sparkle', false],
  ])('of the kind “%s” are listed: %s', (kind, shown) => {
    expect(isSupported(kind)).toBe(shown);
  });
});

describe('address of a layer', () => {
  const addressOf = layerAddresses({
    portal: 'https://maps.example/portal',
    publicUrl: 'https://maps.example',
    ownUrl: 'http://127.0.0.1:8080',
  });

  it.each([
    ['of this server', 'https://maps.example/server/rest/services/A/FeatureServer/0'],
    ['of this server with a path like another host', 'https://maps.example//x.example/a'],
    ['of this server with a path that is none', 'https://maps.example//'],
  ])('%s is that at which the server reaches itself', (_what, url) => {
    const { origin, pathname } = new URL(addressOf(layer({ url })) ?? '');
    expect([origin, pathname]).toEqual(['http://127.0.0.1:8080', new URL(url).pathname]);
  });

  const root = 'https://maps.example/server/city/rest/services';
  const item = 'https://maps.example/portal/city/sharing/rest/content/items/a1';

  it.each([
    [`${root}/A/FeatureServer/0/query?where=1%3D1&outStatistics=[]&f=geojson`, `/A/FeatureServer/0?f=json`],
    [`${root}/A/FeatureServer/query?layerDefs=x`, `/A/FeatureServer?f=json`],
    [`${root}/A/FeatureServer/0x`, `/A/FeatureServer?f=json`],
    [`${root}/A/VectorTileServer/tile/{level}/{row}/{col}.pbf`, `/A/VectorTileServer?f=json`],
    ['http://127.0.0.1:8080/server/city/rest/services/A/FeatureServer/7/x', '/A/FeatureServer/7?f=json'],
  ])('of this server, %s, is the description of a layer or service', (url, expected) => {
    expect(addressOf(layer({ url }))).toBe(`http://127.0.0.1:8080/server/city/rest/services${expected}`);
  });

  it.each([
    [`${item}/data`, '/portal/city/sharing/rest/content/items/a1?f=json'],
    [`${item}/resources/x.json?token=t`, '/portal/city/sharing/rest/content/items/a1?f=json'],
    ['https://maps.example/server/ogc/A/collections/0/items?filter=x', '/server/ogc/A/collections/0?f=json'],
    [
      'https://maps.example/portal/sharing/rest/generateToken?username=ada&password=guess',
      '/portal/sharing/rest/generateToken',
    ],
    ['https://maps.example/api/town/map-checks?ids=a', '/api/town/map-checks'],
  ])('of this installation, %s, has no parameters', (url, expected) => {
    expect(addressOf(layer({ url }))).toBe(`http://127.0.0.1:8080${expected}`);
  });

  it('of an item is on the host of its portal, whatever its path', () => {
    const foreign = layerAddresses({
      portal: 'https://portal.example',
      publicUrl: 'https://maps.example',
      ownUrl: 'http://127.0.0.1:8080',
    });
    const url = 'https://portal.example//:/sharing/rest/content/items/a/data';
    expect(foreign(layer({ url }))).toBe('https://portal.example//:/sharing/rest/content/items/a?f=json');
  });

  it('never fails the check of a map', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webUrl(), fc.string({ minLength: 1 }), async (url, path) => {
        for (const given of [url, path, `https://maps.example/${path}`, `https://maps.example//${path}`]) {
          const { state } = await checkLayer(layer({ url: given }), async () => responding(200), addressOf);
          expect(['ok', 'dead']).toContain(state);
        }
      }),
    );
    const failing = () => {
      throw new TypeError('Invalid URL');
    };
    expect(await checkLayer(layer(), async () => responding(200), failing)).toMatchObject({ state: 'dead' });
  });
});

describe('severity of a layer’s state', () => {
  const of = (...states: Parameters<typeof problemsOf>[0][number]['state'][]) =>
    states.map((state) => ({ title: '', state }));

  it.each([
    [of('ok', 'unchecked'), true, []],
    [of('dead', 'dead', 'slow'), false, ['dead', 'slow']],
    [of('sign-in'), true, ['sign-in']],
    // Everyone who opens a map of the organisation is signed in.
    [of('sign-in'), false, []],
    [of('unsupported'), false, ['unsupported']],
  ])('of %j (visible to everyone: %s) is %j', (layers, everyone, problems) => {
    expect(problemsOf(layers, everyone)).toEqual(problems);
  });
});

describe('limit of requests by host', () => {
  it('bounds concurrent requests per host and overall, and completes all of them', async () => {
    const limited = createHostLimiter(2, 3);
    const now = new Map<string, number>();
    let max = 0;
    let all = 0;
    const questions = Array.from({ length: 30 }, (_, index) => {
      const host = `h${index % 3}`;
      return limited(host, async () => {
        now.set(host, (now.get(host) ?? 0) + 1);
        all += 1;
        expect(now.get(host)).toBeLessThanOrEqual(2);
        max = Math.max(max, all);
        await new Promise((later) => {
          setImmediate(later);
        });
        now.set(host, (now.get(host) ?? 0) - 1);
        all -= 1;
        if (index === 7) throw new Error('One that fails');
        return index;
      });
    });
    const results = await Promise.allSettled(questions);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(29);
    expect(max).toBe(3);
  });
});
