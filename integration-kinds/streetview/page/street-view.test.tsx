import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeGoogleMaps } from '../../../testing/web/fake-google-maps.ts';
import type { HostConnection } from '../../../web/integrations/client/client.ts';
import { streetView } from './street-view-page.tsx';

const place = { lat: 51, lng: 71, x: 0, y: 0, wkid: 3857 };
const panos = [
  { pano: 'a', lat: 51.0001, lng: 71 },
  { pano: 'b', lat: 51.01, lng: 71 },
];

async function rig() {
  const google = fakeGoogleMaps(panos);
  window.google = { maps: google.maps };
  const host = {
    moved: vi.fn<HostConnection['moved']>(),
    status: vi.fn<HostConnection['status']>(),
    open: vi.fn<HostConnection['open']>(),
    graphics: vi.fn<HostConnection['graphics']>(),
    noted: vi.fn<HostConnection['noted']>(),
    ask: vi.fn<HostConnection['ask']>(),
  };
  const viewer = streetView(document.createElement('div'), 50, () => host);
  await viewer.load('key', 'en');
  return { google, host, viewer };
}

afterEach(() => {
  delete window.google;
  delete window.gm_authFailure;
});

describe('Google’s viewer', () => {
  it('reports the photo’s own location, and ignores its echo', async () => {
    const { viewer, host } = await rig();
    expect(await viewer.goTo({ ...place, heading: 90 })).toMatchObject({
      lat: 51.0001,
      lng: 71,
      heading: 90,
    });
    expect(await viewer.goTo({ ...place, lat: 51.01, heading: 180 })).toMatchObject({ lat: 51.01 });
    expect(host.moved).not.toHaveBeenCalled();
  });

  it('reports the user’s moves and turns', async () => {
    const { viewer, host, google } = await rig();
    await viewer.goTo(place);
    google.created[0]?.setPov({ heading: 200, pitch: 5 });
    expect(host.moved).toHaveBeenLastCalledWith({ lat: 51.0001, lng: 71, heading: 200, pitch: 5 });
    google.created[0]?.setPano('b');
    expect(host.moved).toHaveBeenLastCalledWith(expect.objectContaining({ lat: 51.01 }));
  });

  it('reports a step and the step back, although the pose is then the requested one', async () => {
    const { viewer, host, google } = await rig();
    await viewer.goTo(place);
    google.created[0]?.setPano('b');
    google.created[0]?.setPano('a');
    expect(host.moved.mock.calls.map(([location]) => 'lat' in location && location.lat)).toEqual([
      51.01, 51.0001,
    ]);
  });

  it('moves to the latest location, however late Google responds for an earlier one', async () => {
    const { viewer, google } = await rig();
    await viewer.goTo(place);
    google.answerInReverse();
    const [late, latest] = await Promise.all([viewer.goTo({ ...place, lat: 51.01 }), viewer.goTo(place)]);
    expect(late).toBeUndefined();
    expect(latest).toMatchObject({ lat: 51.0001 });
    expect(google.created[0]?.getPano()).toBe('a');
  });

  it('is created once, however often the location changes, because each is billed', async () => {
    const { viewer, google } = await rig();
    await viewer.goTo(place);
    await viewer.goTo({ ...place, lat: 51.01 });
    await viewer.goTo(place);
    expect(google.created).toHaveLength(1);
  });

  it.each([
    [undefined, 'no-coverage', 52],
    [new Error('OVER_QUERY_LIMIT'), 'quota', 51],
    [new Error('REQUEST_DENIED: key'), 'unauthorized', 51],
    [new Error('UNKNOWN_ERROR'), 'unavailable', 51],
  ])('reports why there is nothing: %s is %s', async (refusal, code, lat) => {
    const { viewer, google } = await rig();
    google.refuseWith(refusal);
    await expect(viewer.goTo({ ...place, lat })).rejects.toMatchObject({ code });
  });

  it('reports a rejected key, which Google signals by a global function', async () => {
    const { host } = await rig();
    window.gm_authFailure?.();
    expect(host.status).toHaveBeenCalledWith('unauthorized', 'gm_authFailure');
  });

  it('does not start without a key', async () => {
    const { viewer } = await rig();
    await expect(viewer.load(undefined, 'en')).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
