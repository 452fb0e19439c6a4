import { afterEach, describe, expect, it, vi } from 'vitest';
import { readRecordings, recordingGraphics } from './cyclomedia-page.tsx';

const area = { west: 4.4, south: 51.9, east: 4.5, north: 52 };
const view = { ...area, zoom: 17 };
const account = { username: 'cyclo', password: 'é' };
const recording = (id: string, position: string) =>
  `<atlas:Recording><atlas:imageId>${id}</atlas:imageId><atlas:location><gml:Point><gml:pos>${position}</gml:pos></gml:Point></atlas:location></atlas:Recording>`;
const answer = (...recordings: string[]) =>
  `<wfs:FeatureCollection xmlns:wfs="w" xmlns:atlas="a" xmlns:gml="g"><gml:featureMembers>${recordings.join('')}</gml:featureMembers></wfs:FeatureCollection>`;

describe('Cyclomedia recordings', () => {
  const fetching = vi.fn<typeof fetch>();
  afterEach(() => {
    vi.unstubAllGlobals();
    fetching.mockReset();
  });

  it('are read in either axis order, omitting those elsewhere', () => {
    const text = answer(
      recording('A', '4.45 51.95 3.1'),
      recording('B', '51.95 4.46'),
      recording('C', '1 1'),
    );
    expect(readRecordings(text, area)).toEqual([
      { id: 'A', lng: 4.45, lat: 51.95 },
      { id: 'B', lng: 4.46, lat: 51.95 },
    ]);
    expect(readRecordings('no XML', area)).toEqual([]);
  });

  it('become clickable points, requested with the account', async () => {
    vi.stubGlobal('fetch', fetching);
    fetching.mockResolvedValue(new Response(answer(recording('A', '4.45 51.95'))));
    expect(await recordingGraphics(view, account)).toEqual([
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [4.45, 51.95] },
        properties: { kind: 'photo', key: 'A' },
      },
    ]);
    const [url, requested] = fetching.mock.calls[0] ?? [];
    expect(String(url)).toContain('https://atlasapi.cyclomedia.com/');
    expect(new Headers(requested?.headers).get('authorization')).toBe('Basic Y3ljbG86w6k=');
  });

  it('are not requested when zoomed out or without a password, and a refusal shows none', async () => {
    vi.stubGlobal('fetch', fetching);
    expect(await recordingGraphics({ ...view, zoom: 14 }, account)).toEqual([]);
    expect(await recordingGraphics(view, { username: 'cyclo' })).toEqual([]);
    expect(fetching).not.toHaveBeenCalled();
    fetching.mockResolvedValue(new Response('', { status: 401 }));
    expect(await recordingGraphics(view, account)).toEqual([]);
  });
});
