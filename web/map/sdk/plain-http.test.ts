import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainHttp } from './plain-http.ts';

describe('a URL the SDK upgraded to https', () => {
  it.each([
    [
      'https://localhost:8080/portal/sharing/rest',
      'http://localhost:8080',
      'http://localhost:8080/portal/sharing/rest',
    ],
    ['https://LOCALHOST:8080/x?a=1#b', 'http://localhost:8080', 'http://localhost:8080/x?a=1#b'],
    [
      'https://maps.example.org:7443/arcgis',
      'http://maps.example.org:7080',
      'http://maps.example.org:7080/arcgis',
    ],
    ['https://localhost', 'http://localhost', 'http://localhost'],
  ])('%s is downgraded on the page %s', (address, page, plain) => {
    expect(plainHttp(address, page)).toBe(plain);
  });

  it.each([
    ['https://www.arcgis.com/sharing/rest', 'http://localhost:8080'],
    ['https://localhost:80801/x', 'http://localhost:8080'],
    ['https://localhost.example.org/x', 'http://localhost'],
    ['https://localhost:8080/x', 'https://localhost:8080'],
    ['http://localhost:8080/x', 'http://localhost:8080'],
    ['/portal/x', 'http://localhost:8080'],
  ])('%s stays on the page %s', (address, page) => {
    expect(plainHttp(address, page)).toBe(address);
  });

  it('never changes after the host', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const rest = `/${path}?${query}`;
        expect(plainHttp(`https://localhost:8080${rest}`, 'http://localhost:8080')).toBe(
          `http://localhost:8080${rest}`,
        );
      }),
    );
  });
});
