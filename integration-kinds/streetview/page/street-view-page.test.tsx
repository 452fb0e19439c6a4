import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApplication } from '../../../testing/web/fake-application.ts';
import { fakeGoogleMaps } from '../../../testing/web/fake-google-maps.ts';
import { show } from '../../../testing/web/render.tsx';
import { StreetViewPage } from './street-view-page.tsx';

const place = { lat: 51, lng: 71, x: 0, y: 0, wkid: 3857 };
const panos = [
  { pano: 'a', lat: 51.0001, lng: 71 },
  { pano: 'b', lat: 51.01, lng: 71 },
];
let application: ReturnType<typeof fakeApplication>;
beforeEach(() => void (application = fakeApplication('google')));
afterEach(() => {
  application.end();
  vi.unstubAllGlobals();
  delete window.google;
  delete window.gm_authFailure;
  for (const script of document.head.querySelectorAll('script')) script.remove();
});

async function open({ google = fakeGoogleMaps(panos), script = true, key = true } = {}) {
  if (script) window.google = { maps: google.maps };
  const shown = show(<StreetViewPage />);
  await vi.waitFor(() => expect(application.sent('ready')).toHaveLength(1));
  if (key) await application.notify({ type: 'credentials', values: { apiKey: 'key' } });
  await application.init(place, { viewer: 'synced', termsAccepted: true });
  return { ...shown, google };
}
const state = () => application.sent('status').at(-1);
const expectAnswer = (to: number, where: object) =>
  vi.waitFor(() => expect(application.sent('location').at(-1)).toMatchObject({ inReplyTo: to, ...where }));

describe('the page of Google’s viewer', () => {
  it('shows the terms, follows the map, and reports the user’s steps', async () => {
    const { screen, google } = await open();
    expect(screen.getByText(/Google’s terms limit/)).toBeDefined();
    expect(application.sent('ready')[0]).toMatchObject({ wants: ['credentials'] });
    await expectAnswer(1, { lat: 51.0001 });
    await application.goTo(2, { ...place, lat: 51.01, heading: 45 });
    await expectAnswer(2, { lat: 51.01, heading: 45 });
    act(() => google.created[0]?.setPano('a'));
    expect(application.sent('location').at(-1)).toMatchObject({ lat: 51.0001, heading: 45 });
    expect(application.sent('location').at(-1)).not.toHaveProperty('inReplyTo');
  });

  it('reports a missing key to visitors, and sends Google no request', async () => {
    await open({ script: false, key: false });
    await vi.waitFor(() => expect(state()).toMatchObject({ state: 'unauthorized' }));
    expect(document.head.querySelector('script')).toBeNull();
  });

  it('reports that Google rejects the key, at any time', async () => {
    await open();
    await expectAnswer(1, {});
    act(() => window.gm_authFailure?.());
    expect(state()).toMatchObject({ state: 'unauthorized', message: 'gm_authFailure' });
  });

  it('reports that there are no photos near a location, and recovers at the next', async () => {
    await open();
    await application.goTo(2, { ...place, lat: 52 });
    await vi.waitFor(() => expect(state()).toMatchObject({ state: 'no-coverage' }));
    await application.goTo(3, place);
    await expectAnswer(3, { lat: 51.0001 });
  });

  it('moves to a location that is chosen while Google’s script loads', async () => {
    const { maps, created } = fakeGoogleMaps(panos);
    await open({ script: false });
    await vi.waitFor(() => expect(document.head.querySelector('script')).not.toBeNull());
    await application.goTo(2, { ...place, lat: 51.01 });
    expect(state()).toBeUndefined();
    window.google = { maps };
    act(() => void document.head.querySelector('script')?.dispatchEvent(new Event('load')));
    await expectAnswer(2, { lat: 51.01 });
    expect(created.map((panorama) => panorama.getPano())).toEqual(['b']);
    expect(state()).toBeUndefined();
  });

  it('reports an exhausted quota', async () => {
    const { google } = await open();
    google.refuseWith(new Error('OVER_QUERY_LIMIT'));
    await application.goTo(2, place);
    await vi.waitFor(() => expect(state()).toMatchObject({ state: 'quota' }));
  });

  it('reports that Google is unreachable when offline', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await open({ script: false });
    await vi.waitFor(() => expect(document.head.querySelector('script')?.src).toContain('key=key'));
    act(() => void document.head.querySelector('script')?.dispatchEvent(new Event('error')));
    await vi.waitFor(() => expect(state()).toMatchObject({ state: 'unavailable' }));
  });
});
