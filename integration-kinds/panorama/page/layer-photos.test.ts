import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { typeConfig } from '../../../wire/integrations/integration-config.ts';
import { type HostConnection, IntegrationError } from '../../../web/integrations/client/client.ts';
import { areaAround } from '../../../web/integrations/photos/coverage.ts';
import { layerPhotos, layerQuery, readPhotos } from './layer-photos.ts';

const base = new URL('https://maps.example/photos/photos.geojson');
const config = typeConfig('panorama', { photos: base.href });
const ask = vi.fn<HostConnection['ask']>();
const host = { ask, application: 'https://maps.example' };
const point = (properties: Record<string, unknown>, coordinates: unknown = [71, 51]) => ({
  geometry: { type: 'Point', coordinates },
  properties,
});

describe('photos of GeoJSON points', () => {
  it('have an absolute URL, a heading and a time', () => {
    const [photo] = readPhotos(
      [point({ url: 'a.webp', heading: 12, time: '2026-06-12T12:00:00Z', street: 'Abay' })],
      config,
      base,
    );
    expect(photo).toMatchObject({
      url: 'https://maps.example/photos/a.webp',
      heading: 12,
      lat: 51,
      lng: 71,
      caption: 'Abay',
    });
    const [other] = readPhotos(
      [point({ url: 'https://cdn.example/b.jpg', time: 1_780_000_000_000 })],
      config,
      base,
    );
    expect(other).toMatchObject({
      url: 'https://cdn.example/b.jpg',
      heading: 0,
      time: '2026-05-28T20:26:40.000Z',
    });
  });

  it.each([
    [point({})],
    [point({ url: 5 })],
    [point({ url: 'javascript:alert(1)' })],
    [point({ url: 'a.webp' }, ['71', 51])],
    [point({ url: 'a.webp' }, [7_951_000, 6_644_000])],
    [point({ url: 'a.webp' }, null)],
    [{ geometry: null, properties: { url: 'a.webp' } }],
    [{ geometry: { type: 'LineString', coordinates: [[71, 51]] }, properties: { url: 'a.webp' } }],
  ])('omit the invalid: %j', (feature) => {
    expect(readPhotos([feature], config, base)).toEqual([]);
  });

  it('have no time where a number is too large for one', () => {
    const photos = readPhotos([point({ url: 'a.webp', time: 1e20 }), point({ url: 'b.webp' })], config, base);
    expect(photos.map(({ time }) => time)).toEqual(['', '']);
  });
  it('can be limited to one date', () => {
    const both = [point({ url: 'a', time: '2024-10-05' }), point({ url: 'b', time: '2026-06-12' })];
    expect(readPhotos(both, { ...config, time: '2024' }, base).map(({ time }) => time)).toEqual([
      '2024-10-05',
    ]);
  });
});

describe('the photo source', () => {
  const fetching = vi.fn<typeof fetch>();
  beforeEach(() => {
    vi.stubGlobal('fetch', fetching);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    fetching.mockReset();
    ask.mockReset();
  });
  const answer = (body: unknown, status = 200) =>
    fetching.mockResolvedValueOnce(
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
    );
  const failure = async (source = layerPhotos(config, host)) =>
    source.nearest({ lat: 51, lng: 71 }).then(
      () => 'none',
      (error: unknown) => (error as IntegrationError).code,
    );

  it('is a file that is read once', async () => {
    answer({ features: [point({ url: 'a.webp' })] });
    const source = layerPhotos(config, host);
    expect((await source.nearest({ lat: 51, lng: 71 }))?.url).toContain('a.webp');
    expect(await source.nearest({ lat: 51.1, lng: 71 })).toBeUndefined();
    expect(fetching).toHaveBeenCalledTimes(1);
  });

  it('is a layer that is queried by location', async () => {
    const layer = 'https://gis.example/rest/services/p/FeatureServer/0';
    answer({ features: [point({ url: 'https://cdn.example/a.jpg' })] });
    const source = layerPhotos({ ...config, photos: layer }, host);
    await source.nearest({ lat: 51, lng: 71 });
    const [requested] = fetching.mock.calls[0] ?? [];
    expect(String(requested)).toBe(`${layer}/${layerQuery(areaAround({ lat: 51, lng: 71 }, config.radius))}`);
    // Another server is never requested as the user.
    expect(ask).not.toHaveBeenCalled();
    const [west, south, east, north] =
      new URL(String(requested)).searchParams.get('geometry')?.split(',').map(Number) ?? [];
    expect([west! < 71, south! < 51, east! > 71, north! > 51]).toEqual([true, true, true, true]);
  });

  it('is a layer of this server, queried by the host as the user', async () => {
    const photos = '/server/rest/services/p/FeatureServer/0';
    const source = layerPhotos({ ...config, photos }, host);
    const text = JSON.stringify({ features: [point({ url: '/photos/a.webp' })] });
    ask.mockResolvedValue({ status: 200, text });
    expect((await source.nearest({ lat: 51, lng: 71 }))?.url).toBe('https://maps.example/photos/a.webp');
    expect(ask).toHaveBeenCalledExactlyOnceWith(layerQuery(areaAround({ lat: 51, lng: 71 }, config.radius)));
    expect(fetching).not.toHaveBeenCalled();
    ask.mockResolvedValue({ status: 0, text: '' });
    expect(await failure(source)).toBe('unavailable');
  });

  it('reports when it is unavailable', async () => {
    answer('no', 403);
    expect(await failure()).toBe('unauthorized');
    answer({ error: { code: 499 } });
    expect(await failure()).toBe('unauthorized');
    answer('<html>moved</html>');
    expect(await failure()).toBe('unavailable');
    answer({ features: [] }, 500);
    expect(await failure()).toBe('unavailable');
    fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await failure()).toBe('unavailable');
  });

  it('is missing when none is configured', () => {
    expect(() => layerPhotos({ ...config, photos: '' }, host)).toThrow(IntegrationError);
  });
});
