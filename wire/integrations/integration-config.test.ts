import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appConfigSchema } from '../app-config.ts';
import { integrationTypes, kinds } from '../../integration-kinds/definitions.ts';
import { integrationFaults, typeConfig } from './integration-config.ts';

const integration = (parts: Record<string, unknown>) => ({ id: 'a', title: 'A', ...parts });
const faults = (parts: Record<string, unknown>) =>
  (appConfigSchema.safeParse({ integrations: [integration(parts)] }).error?.issues ?? []).map(({ path }) =>
    path.slice(2).join('.'),
  );

describe('config of an integration', () => {
  it.each([
    { type: 'panorama', config: { photos: '/photos.geojson' } },
    { type: 'panorama', config: { photos: 'https://e.org/FeatureServer/0', time: '2024' } },
    { type: 'panoramax' },
    { type: 'streetview' },
    { type: 'streetview', config: { viewer: 'synced', termsAccepted: true } },
    { type: 'cyclomedia', config: { srs: 'EPSG:28992', apiVersion: '26.1' } },
    { type: 'cityworks', url: 'https://cw.example.org/Cityworks/?x={x}&y={y}' },
    { type: 'cityworks', config: { server: 'https://cw.example.org/Cityworks' } },
    { type: 'url', url: 'https://e.org/{lat}' },
  ])('is valid: %j', (parts) => {
    expect(faults(parts)).toEqual([]);
  });

  it.each([
    [{ type: 'url' }, 'url'],
    [{ type: 'url', url: 'http://e.org' }, 'url'],
    [{ type: 'url', url: 'https://e.org/{secret}' }, 'url'],
    [{ type: 'cityworks' }, 'url'],
    [{ type: 'cityworks', config: { server: 'http://cw.example.org' } }, 'config.server'],
    [{ type: 'streetview', config: { apiKey: 'AIza' } }, 'config.apiKey'],
    [{ type: 'cyclomedia', config: { password: 'x' } }, 'config.password'],
    [{ type: 'cyclomedia', config: { nested: { token: 'x' } } }, 'config.nested.token'],
    [{ type: 'cyclomedia', config: { apiVersion: '../evil' } }, 'config.apiVersion'],
    [{ type: 'cyclomedia', config: { srs: 'RD' } }, 'config.srs'],
    [{ type: 'panorama', config: { photos: 'ftp://e.org' } }, 'config.photos'],
    [{ type: 'panorama', config: { photos: '/a', radius: -1 } }, 'config.radius'],
    [{ type: 'panoramax', config: { api: 'https://x;script-src/' } }, 'config.api'],
    [{ type: 'panoramax', config: { imageOrigins: ["https://x;script-src'/"] } }, 'config.imageOrigins.0'],
  ])('is invalid: %j', (parts, path) => {
    expect(faults(parts)).toContain(path);
  });

  it('belongs to one integration only', () => {
    const twice = { integrations: [integration({ type: 'panoramax' }), integration({ type: 'panoramax' })] };
    expect(appConfigSchema.safeParse(twice).error?.issues[0]?.message).toMatch(/its own/);
  });

  it('has the defaults of its type', () => {
    expect(typeConfig('panorama', {})).toMatchObject({ urlField: 'url', radius: 60, imageOrigins: [] });
    expect(typeConfig('panoramax', { imageOrigins: ['https://e.org/x/y'] }).imageOrigins).toEqual([
      'https://e.org',
    ]);
    expect(typeConfig('cyclomedia', {}).apiVersion).toMatch(/^\d+\.\d+$/);
  });

  it('names no address for a type that needs none', () => {
    expect(integrationFaults({ type: 'panoramax', config: {} })).toEqual([]);
  });
});

describe('setting of', () => {
  const good: [(typeof integrationTypes)[number], string, unknown[]][] = [
    [
      'panorama',
      'photos',
      ['', '/photos.geojson', 'https://e.org/a/FeatureServer/0', 'http://localhost:81/a'],
    ],
    ['panorama', 'urlField', ['url', 'x'.repeat(100)]],
    ['panorama', 'time', ['', '2024', '2024-10', 'x'.repeat(30)]],
    ['panorama', 'radius', [1, 60.5, 5000]],
    ['panorama', 'neighbours', [1, 5000]],
    ['panorama', 'imageOrigins', [[], ['https://e.org'], Array.from({ length: 20 }, () => 'https://e.org')]],
    ['panoramax', 'api', ['https://panoramax.example/api', 'http://127.0.0.1:9/api']],
    ['panoramax', 'radius', [1, 5000]],
    ['streetview', 'viewer', ['window', 'synced']],
    ['streetview', 'radius', [1, 5000]],
    ['streetview', 'termsAccepted', [true, false]],
    ['cyclomedia', 'apiVersion', ['26.1', '25.12']],
    ['cyclomedia', 'srs', ['EPSG:3857', 'EPSG:28992', 'EPSG:102100']],
    ['cyclomedia', 'login', ['password', 'oauth']],
    ['cyclomedia', 'clientId', ['', 'x'.repeat(200)]],
    ['cyclomedia', 'unsafeEval', [true, false]],
    ['cityworks', 'server', ['https://cw.example.org/Cityworks', 'http://localhost/cw', '/cw']],
    ['cityworks', 'wkid', [1, 28_992, 1_000_000]],
    ['cityworks', 'login', ['password', 'gis-token']],
    ['cityworks', 'links', [{}, { workOrder: 'https://cw.example.org/{id}' }]],
  ];
  const bad: [(typeof integrationTypes)[number], string, unknown[]][] = [
    [
      'panorama',
      'photos',
      ['photos.geojson', '//e.org/a', '/\\e.org', '/\t/e.org', 'javascript:1', 'http://e.org/a', 5],
    ],
    ['panorama', 'urlField', [null, 7, 'x'.repeat(101)]],
    ['panorama', 'time', ['x'.repeat(31), 2024]],
    ['panorama', 'radius', [0, 0.9, 5001, '60', Number.NaN]],
    ['panorama', 'neighbours', [0, 5001]],
    ['panoramax', 'api', ['', '/api', 'ftp://e.org', 'http://e.org', `https://e.org/${'x'.repeat(2000)}`]],
    ['panoramax', 'radius', [0, 5001]],
    ['streetview', 'viewer', ['tab', true]],
    ['streetview', 'termsAccepted', ['yes', 1]],
    ['cyclomedia', 'apiVersion', ['26', '26.1.0', '6.1', 'latest', '26.1/../x', '']],
    ['cyclomedia', 'srs', ['28992', 'EPSG:1', 'epsg:28992', 'EPSG:1234567']],
    ['cyclomedia', 'login', ['token', '']],
    ['cyclomedia', 'unsafeEval', ['true', 0]],
    [
      'cityworks',
      'server',
      ['', '//cw', '/cw?x', '/cw#x', '/\\cw', 'http://cw.example.org', 'file:///etc/passwd'],
    ],
    ['cityworks', 'wkid', [0, -1, 1.5, 1_000_001, '3857']],
    ['cityworks', 'login', ['oauth']],
    ['cityworks', 'links', [{ workOrder: 5 }, { request: 'x'.repeat(501) }, 'https://cw.example.org']],
  ];
  const each = (rows: typeof good) =>
    rows.flatMap(([type, name, values]) => values.map((value) => ({ type, name, value })));
  const complete = { url: 'https://e.org/page', title: 'A', id: 'a' };

  it.each(each(good))('$type may be: $name $value', ({ type, name, value }) => {
    expect(faults({ ...complete, type, config: { [name]: value } })).toEqual([]);
    expect(typeConfig(type, { [name]: value })).toHaveProperty(name);
  });

  it.each(each(bad))('$type may not be: $name $value', ({ type, name, value }) => {
    const paths = faults({ ...complete, type, config: { [name]: value } });
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !path.startsWith(`config.${name}`))).toEqual([]);
  });

  it.each(integrationTypes)('%s defaults when omitted, and keeps its default', (type) => {
    const once = typeConfig(type, {});
    expect(typeConfig(type, once as Record<string, unknown>)).toEqual(once);
    expect(faults({ ...complete, type, config: once })).toEqual([]);
  });

  it.each(integrationTypes)('%s is read or rejected with faults, for any JSON', (type) => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (config) => {
        const found = integrationFaults({ type, url: '/page', config });
        expect(found.every(({ message }) => message !== '')).toBe(true);
        expect(() => found.length === 0 && typeConfig(type, config)).not.toThrow();
      }),
      { numRuns: 60 },
    );
  });
});

describe('advice', () => {
  it.each([
    [{ type: 'url' }, 'Enter the URL of the page.'],
    [{ type: 'cityworks' }, 'Enter the URL of a Cityworks page, or config.server.'],
    [{ type: 'cyclomedia', config: { apiVersion: 'x' } }, 'Enter a version such as 26.1.'],
    [{ type: 'cyclomedia', config: { srs: 'x' } }, 'Enter a spatial reference such as EPSG:28992.'],
    [{ type: 'panoramax', config: { api: 'http://e.org' } }, 'Enter a URL that starts with https://.'],
    [
      { type: 'streetview', config: { api_key: 'AIza' } },
      'The config is public. Store this in the credentials of the integration.',
    ],
  ])('is part of the fault of %j', (parts, cure) => {
    const { error } = appConfigSchema.safeParse({ integrations: [integration(parts)] });
    expect(error?.issues.map(({ message }) => message)).toContain(cure);
  });
});

describe('kinds', () => {
  it('except those of third parties have a page of the product', () => {
    expect(integrationTypes.filter((type) => !('page' in kinds[type]))).toEqual(['url', 'extension']);
  });

  it('have no credential without a use', () => {
    for (const { fields, for: reader } of Object.values(kinds).map(({ credentials }) => credentials))
      expect(reader === 'none').toBe(fields.length === 0);
  });

  it('send the credentials of Cityworks to the server only', () => {
    expect(kinds.cityworks.credentials.for).toBe('server');
  });
});
