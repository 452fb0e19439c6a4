import { describe, expect, it } from 'vitest';
import { appConfigSchema } from './app-config.ts';
import { credentialFields, integrationFaults, typeConfig } from './integration-config.ts';

const integration = (parts: Record<string, unknown>) => ({ id: 'a', title: 'A', ...parts });
const faults = (parts: Record<string, unknown>) =>
  (appConfigSchema.safeParse({ integrations: [integration(parts)] }).error?.issues ?? []).map(({ path }) =>
    path.slice(2).join('.'),
  );

describe('the config of an integration', () => {
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
  ])('is good: %j', (parts) => {
    expect(faults(parts)).toEqual([]);
  });

  it.each([
    [{ type: 'url' }, 'url'],
    [{ type: 'url', url: 'http://e.org' }, 'url'],
    [{ type: 'url', url: 'https://e.org/{secret}' }, 'url'],
    [{ type: 'cityworks' }, 'url'],
    [{ type: 'cityworks', config: { server: 'http://cw.example.org' } }, 'config.server'],
    [{ type: 'streetview', config: { viewer: 'synced' } }, 'config.termsAccepted'],
    [{ type: 'streetview', config: { apiKey: 'AIza' } }, 'config.apiKey'],
    [{ type: 'cyclomedia', config: { password: 'x' } }, 'config.password'],
    [{ type: 'cyclomedia', config: { nested: { token: 'x' } } }, 'config.nested.token'],
    [{ type: 'cyclomedia', config: { apiVersion: '../evil' } }, 'config.apiVersion'],
    [{ type: 'cyclomedia', config: { srs: 'RD' } }, 'config.srs'],
    [{ type: 'panorama', config: { photos: 'ftp://e.org' } }, 'config.photos'],
    [{ type: 'panorama', config: { photos: '/a', radius: -1 } }, 'config.radius'],
  ])('has a fault: %j', (parts, path) => {
    expect(faults(parts)).toContain(path);
  });

  it('belongs to one integration alone', () => {
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

  it('names no address of a type that needs none', () => {
    expect(integrationFaults({ type: 'panoramax', display: 'frame', config: {} })).toEqual([]);
  });
});

describe('credentials', () => {
  it('of Cityworks are for the server alone', () => {
    expect(credentialFields.cityworks.for).toBe('server');
    expect(credentialFields.url.fields).toEqual([]);
  });
});
