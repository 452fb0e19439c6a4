import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddedPath, portalAddress, secureAddress } from './portal-address.ts';

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
