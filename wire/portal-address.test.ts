import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddedPath, portalAddress, secureAddress, secureService } from './portal-address.ts';

const page = 'http://maps.example.org:8080/demo/map?x=1#at';

describe('portalAddress', () => {
  it.each([
    ['/portal', 'http://maps.example.org:8080/portal'],
    ['/portal/', 'http://maps.example.org:8080/portal'],
    ['https://www.arcgis.com', 'https://www.arcgis.com'],
    ['https://www.arcgis.com/', 'https://www.arcgis.com'],
    ['https://gis.example.com/arcgis/sharing/rest', 'https://gis.example.com/arcgis'],
    ['https://gis.example.com/arcgis/sharing/rest/', 'https://gis.example.com/arcgis'],
    ['https://gis.example.com/arcgis/sharing', 'https://gis.example.com/arcgis'],
    ['https://gis.example.com/arcgis/home', 'https://gis.example.com/arcgis'],
    ['http://gis.example.com/arcgis', 'https://gis.example.com/arcgis'],
    ['http://gis.example.com:7080/arcgis', 'https://gis.example.com:7443/arcgis'],
  ])('turns %s into %s', (configured, address) => {
    expect(portalAddress(configured, page)).toBe(address);
  });

  it('reads a million slashes once', () => {
    const address = `https://gis.example.com/${'/'.repeat(1_000_000)}x`;
    expect(portalAddress(address, page)).toBe(address);
  });
});

describe('secureAddress', () => {
  it.each([
    'http://localhost:7080/x',
    'http://127.0.0.1/x',
    'http://[::1]:8080/x',
    'http://maps.example.org:8080/x',
  ])('keeps %s, which is this machine or this server', (address) => {
    expect(secureAddress(address, page)).toBe(address);
  });

  it('keeps a port other than 7080, and an https address', () => {
    expect(secureAddress('http://a.example:8443/x?y#z', page)).toBe('https://a.example:8443/x?y#z');
    expect(secureAddress('https://a.example:7080/', page)).toBe('https://a.example:7080/');
  });

  it('leaves no foreign host on http, and is idempotent', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true }), (address) => {
        const secure = secureAddress(address, page);
        expect(new URL(secure).protocol).toBe('https:');
        expect(secureAddress(secure, page)).toBe(secure);
      }),
    );
  });
});

describe('the address of a service', () => {
  const portal = 'https://gis.example.com/portal';

  it.each([
    [
      'http://gis.example.com/arcgis/rest/services/A/MapServer',
      'https://gis.example.com/arcgis/rest/services/A/MapServer',
    ],
    ['http://gis.example.com:6080/arcgis/rest', 'https://gis.example.com:6443/arcgis/rest'],
    ['http://gis.example.com:7080/arcgis/sharing', 'https://gis.example.com:7443/arcgis/sharing'],
    ['http://gis.example.com:80/a?f=json#b', 'https://gis.example.com/a?f=json#b'],
    [
      'http://tiles.example:8081/{level}/{row}/{col}.png',
      'https://tiles.example:8081/{level}/{row}/{col}.png',
    ],
    ['HTTP://{subDomain}.tiles.example/{level}', 'https://{subDomain}.tiles.example/{level}'],
    ['http://gis.example.com', 'https://gis.example.com'],
  ])('%s becomes %s', (given, secure) => {
    expect(secureService(given, portal, 'http://localhost:8080')).toBe(secure);
    expect(secureService(secure, portal, undefined)).toBe(secure);
  });

  it.each([
    'https://gis.example.com:6080/arcgis',
    'http://localhost:6080/arcgis',
    'http://maps.example.org:8080/server/rest/services/A/FeatureServer',
    'http://a:b@gis.example.com/arcgis',
    '/server/rest/services/A/FeatureServer',
    'data:text/plain,http://gis.example.com',
  ])('%s stays', (given) => {
    expect(secureService(given, portal, new URL(page).origin)).toBe(given);
  });

  it('stays while the portal itself uses http', () => {
    const service = 'http://gis.example.com:6080/arcgis';
    expect(secureService(service, 'http://localhost:8080/portal', 'http://localhost:8080')).toBe(service);
  });
});

describe('path below the embedded portal', () => {
  const hosts = ['maps.example', 'localhost:8080'];

  it.each([
    ['https://maps.example/portal', ''],
    ['http://maps.example/portal/', ''],
    ['https://maps.example:443/portal/harbour', 'harbour'],
    ['http://localhost:8080/portal/harbour/sharing', 'harbour/sharing'],
    ['https://maps.example/portals', undefined],
    ['https://maps.example/x/portal', undefined],
    ['https://maps.example:8443/portal', undefined],
    ['https://maps.example.evil.example/portal', undefined],
    ['https://evil.example/portal', undefined],
    ['https://maps.example@evil.example/portal', undefined],
    ['/portal', undefined],
    ['', undefined],
  ])('%s: %s', (address, path) => {
    expect(embeddedPath(address, hosts)).toBe(path);
  });
});
