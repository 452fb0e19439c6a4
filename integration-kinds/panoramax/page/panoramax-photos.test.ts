import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { typeConfig } from '../../../wire/integrations/integration-config.ts';
import { panoramaxPhotos, readItem } from './panoramax-photos.ts';

/** An item of api.panoramax.xyz, reduced to the members that are read. */
const item = (parts: Record<string, unknown> = {}) => ({
  id: 'f0d1',
  geometry: { type: 'Point', coordinates: [71.0001, 51] },
  properties: {
    datetime: '2025-05-01T10:00:00Z',
    'view:azimuth': 210,
    'pers:interior_orientation': { field_of_view: 360 },
    'geovisio:producer': 'ada',
    license: 'CC-BY-SA-4.0',
  },
  assets: { sd: { href: 'https://pictures.example/f0d1.jpg' } },
  ...parts,
});
const fetching = vi.fn<typeof fetch>();
beforeEach(() => void vi.stubGlobal('fetch', fetching));
afterEach(() => {
  vi.unstubAllGlobals();
  fetching.mockReset();
});
const answer = (body: unknown, status = 200) =>
  fetching.mockResolvedValueOnce(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  );
const source = panoramaxPhotos(typeConfig('panoramax', {}));
const here = { lat: 51, lng: 71 };

describe('Panoramax', () => {
  it('is queried by location, and its pictures keep author and licence', async () => {
    answer({ features: [item()] });
    expect(await source.nearest(here)).toEqual({
      id: 'f0d1',
      url: 'https://pictures.example/f0d1.jpg',
      lat: 51,
      lng: 71.0001,
      heading: 210,
      time: '2025-05-01T10:00:00Z',
      caption: 'ada, CC-BY-SA-4.0',
    });
    const url = new URL(String(fetching.mock.calls[0]?.[0]));
    expect(url.origin + url.pathname).toBe('https://api.panoramax.xyz/api/search');
    const [west = 0, south = 0, east = 0, north = 0] =
      url.searchParams.get('bbox')?.split(',').map(Number) ?? [];
    expect(west < 71 && east > 71 && south < 51 && north > 51).toBe(true);
  });

  it.each([
    [item({ properties: { ...item().properties, 'pers:interior_orientation': { field_of_view: 70 } } })],
    [item({ assets: {} })],
    [item({ assets: { sd: { href: 'javascript:alert(1)' } } })],
    [item({ geometry: null })],
    ['nothing'],
    [null],
  ])('omits incomplete panoramas', (one) => {
    expect(readItem(one)).toEqual([]);
  });

  it.each([
    [429, '{}', 'quota'],
    [500, '{}', 'unavailable'],
    [200, '<html>', 'unavailable'],
  ])('reports why there is nothing: %i', async (status, body, code) => {
    answer(body, status);
    await expect(source.nearest(here)).rejects.toMatchObject({ code });
  });

  it('is unreachable without a network', async () => {
    fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(source.nearest(here)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('returns nothing where there are no photos', async () => {
    answer({ features: [] });
    expect(await source.nearest(here)).toBeUndefined();
  });
});
