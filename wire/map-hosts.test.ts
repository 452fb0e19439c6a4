import { describe, expect, it } from 'vitest';
import { hostOf, hostsOutside, hostsOf, isHostSource, parseHosts, printHosts } from './map-hosts.ts';

describe('host as a source of a policy', () => {
  it.each([
    'https://gis.example',
    'http://localhost:8081',
    'https://127.0.0.1:6443',
    'https://*.tiles.example',
    'https://*.a.b-c.example:6443',
    'https://xn--80ak6aa92e.example',
  ])('accepts %s', (text) => {
    expect(isHostSource(text)).toBe(true);
  });

  it.each([
    '',
    '*',
    'https:',
    'https://*',
    'https://*.com',
    'https://*.com.',
    'https://*.com:443',
    'https://a.*.example',
    'https://a.example/path',
    "https://a.example;script-src 'unsafe-eval'",
    "https://a.example 'unsafe-inline'",
    'https://a.example,b.example',
    'data:',
    "'self'",
    'wss://a.example',
    'https://user@a.example',
    'HTTPS://A.EXAMPLE',
    `https://${'a.'.repeat(200)}example`,
  ])('rejects %j', (text) => {
    expect(isHostSource(text)).toBe(false);
  });
});

describe('hosts named by a web map', () => {
  it.each<[string, object, string[]]>([
    [
      'OpenStreetMap, as a basemap and as a layer',
      {
        baseMap: { baseMapLayers: [{ id: 'a', type: 'OpenStreetMap' }] },
        operationalLayers: [{ id: 'b', layerType: 'OpenStreetMap', title: 'OpenStreetMap' }],
      },
      ['https://*.tile.openstreetmap.org'],
    ],
    [
      'layers, also in groups, tables and basemaps',
      {
        operationalLayers: [
          { url: 'https://a.example/arcgis/rest/services/A/FeatureServer/0' },
          { layers: [{ url: 'https://b.example:6443/arcgis/rest/services/B/MapServer' }] },
        ],
        tables: [{ url: 'http://c.example/t' }],
        baseMap: { baseMapLayers: [{ styleUrl: 'https://d.example/root.json' }] },
      },
      ['https://a.example', 'https://b.example:6443', 'http://c.example', 'https://d.example'],
    ],
    [
      'the https port beside an http port of ArcGIS',
      { operationalLayers: [{ url: 'http://a.example:6080/arcgis/rest/services/A/MapServer' }] },
      ['http://a.example:6080', 'https://a.example:6443'],
    ],
    [
      'tiles with a part to fill in',
      {
        operationalLayers: [
          { templateUrl: 'https://{subDomain}.tile.example/{level}/{col}/{row}.png' },
          { templateUrl: 'https://mt{s}.maps.example/vt' },
          { tileServers: ['https://one.example/', 'https://two.example/'] },
        ],
      },
      ['https://*.tile.example', 'https://*.maps.example', 'https://one.example', 'https://two.example'],
    ],
    [
      'Esri’s basemaps and their credits',
      {
        baseMapLayers: [
          { url: 'http://services.arcgisonline.com/ArcGIS/rest/services/World_Imagery/MapServer' },
          { styleUrl: 'https://basemaps-api.arcgis.com/arcgis/rest/services/styles/root.json' },
        ],
        url: 'https://services.arcgis.com/a1/arcgis/rest/services/Own/FeatureServer',
      },
      [
        'http://services.arcgisonline.com',
        'https://static.arcgis.com',
        'https://basemaps-api.arcgis.com',
        'https://services.arcgis.com',
      ],
    ],
    [
      'symbols, and pictures in popups',
      {
        renderer: { symbol: { type: 'esriPMS', url: 'https://symbols.example/pin.png' } },
        popupInfo: {
          description: '<p>x</p><IMG alt=y src="https://pictures.example/{id}.jpg"><img src=//no.example>',
          mediaInfos: [{ value: { sourceURL: '//media.example/1.jpg', linkURL: 'https://shop.example' } }],
        },
      },
      ['https://symbols.example', 'https://pictures.example', 'https://media.example'],
    ],
    [
      'nothing that is only linked, text or in data',
      {
        title: 'https://title.example',
        licenseInfo: '<img src="https://licence.example/x">',
        featureSet: { features: [{ attributes: { url: 'https://website.example' } }] },
        popupInfo: { description: '<a href="https://link.example">x</a>' },
        url: '/server/rest/services/Own/FeatureServer',
        styleUrl: 'javascript:alert(1)',
        imageUrl: 'data:image/png;base64,xx',
      },
      [],
    ],
    ['no invalid address', { url: "https://a;script-src 'unsafe-eval'/x", href: 'https://[::1]/x' }, []],
  ])('%s', (_what, document, hosts) => {
    expect(hostsOf(document)).toEqual(hosts);
  });

  it('are limited in number', () => {
    const urls = Array.from({ length: 500 }, (_each, number) => ({ url: `https://h${number}.example` }));
    expect(hostsOf(urls)).toHaveLength(60);
    const upgraded = urls.map(({ url }) => ({ url: `${url.replace('https:', 'http:')}:6080` }));
    expect(hostsOf(upgraded)).toHaveLength(60);
  });

  it.each([undefined, null, 'https://a.example', 7, []])('are not found in %j', (document) => {
    expect(hostsOf(document)).toEqual([]);
  });
});

describe('host of an address', () => {
  it.each([
    ['https://A.Example:443/x?y#z', 'https://a.example'],
    ['http://a.example:80', 'http://a.example'],
    ['https://user:word@a.example/x', 'https://a.example'],
    ['//a.example/x', 'https://a.example'],
    ['/a/b', undefined],
    ['a.example', undefined],
    ['ftp://a.example', undefined],
    ['https://a.{x}.example', undefined],
    ['https://{x}.com/', undefined],
  ])('%s', (address, host) => {
    expect(hostOf(address)).toBe(host);
  });
});

describe('hosts a policy does not cover', () => {
  it.each([
    ['https://a.example', 'https://a.example', []],
    ['http://a.example', 'https://a.example', []],
    ['https://a.example', 'http://a.example', ['http://a.example']],
    ['https://*.example.org', 'https://a.b.example.org', []],
    ['https://*.example.org', 'https://*.b.example.org', []],
    ['https://*.example.org', 'https://example.org', ['https://example.org']],
    ['https://*.example.org', 'https://example.org.evil.example', ['https://example.org.evil.example']],
    ['https://a.example', 'https://a.example:8443', ['https://a.example:8443']],
  ])('%s and %s', (allowed, host, missing) => {
    expect(hostsOutside([allowed], [host])).toEqual(missing);
  });
});

it.each(['<img ', '<img src ', '{', '<img src=" '])('reads a text of %j and nothing else once', (part) => {
  const text = part.repeat(1_000_000 / part.length);
  expect(hostsOf({ description: text, url: `https://${text}.example/` })).toEqual([]);
});

describe('cookie of hosts', () => {
  it('contains hosts and nothing else', () => {
    const hosts = ['https://a.example', 'https://*.b.example:8443'];
    expect(printHosts([...hosts, hosts[0] ?? '', "https://c;script-src 'unsafe-eval'"])).toBe(
      'https://a.example~https://*.b.example:8443',
    );
    expect(parseHosts(`${printHosts(hosts)}~https:~'unsafe-eval'~; x~`)).toEqual(hosts);
  });

  it('keeps the newest when there is no room for all', () => {
    const hosts = Array.from({ length: 100 }, (_each, number) => `https://host-${number}.example`);
    const kept = parseHosts(printHosts(hosts));
    expect(kept).toEqual(hosts.slice(0, kept.length));
    expect(kept.length).toBeGreaterThan(30);
    expect(printHosts(hosts).length).toBeLessThanOrEqual(1200);
  });
});
