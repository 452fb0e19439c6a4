import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { fakePage } from '../../testing/web/fake-page.ts';
import { connectPortal } from './portal-connection.ts';

afterEach(() => vi.unstubAllGlobals());

describe('connectPortal', () => {
  it.each([
    ['/portal', 'http://localhost:8080/portal'],
    ['https://www.arcgis.com', 'https://www.arcgis.com'],
    ['http://gis.example:7080/arcgis/', 'https://gis.example:7443/arcgis'],
  ])('locates %s', (configured, url) => {
    const { page } = fakePage('http://localhost:8080/demo/gallery?q=x');
    const connection = connectPortal({ url: configured, appId: 'app1', signIn: 'redirect' }, 'demo', page);
    expect(connection).toMatchObject({ url, restUrl: `${url}/sharing/rest`, appId: 'app1' });
  });

  it('registers the organisation’s own page as redirect', async () => {
    const { page, left } = fakePage('https://maps.example/esil/map#at=1,2');
    // Opened by the library; other tests cover what the browser does with it.
    Object.assign(globalThis, { window: { btoa, location: new URL('https://maps.example/') } });
    try {
      const { session } = connectPortal({ url: '/portal', appId: 'app1', signIn: 'redirect' }, 'esil', page);
      void session.signIn('en');
      await expect.poll(() => left.length).toBe(1);
    } finally {
      Reflect.deleteProperty(globalThis, 'window');
    }
    expect(new URL(left[0]!).searchParams.get('redirect_uri')).toBe('https://maps.example/esil/signed-in');
  });

  it('sends no request', () => {
    const log = fakeFetch({});
    const { page, storage, left } = fakePage();
    connectPortal({ url: '/portal', appId: 'app1', signIn: 'popup' }, 'demo', page);
    expect(log).toEqual([]);
    expect(storage.length).toBe(0);
    expect(left).toEqual([]);
  });
});
