import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApplication } from '../../../testing/web/fake-application.ts';
import { fakeStreetSmart } from '../../../testing/web/fake-street-smart.ts';
import { show } from '../../../testing/web/render.tsx';
import { CyclomediaPage } from './cyclomedia-page.tsx';

const place = { lat: 52, lng: 5, x: 101, y: 0, wkid: 28_992 };
const values = { apiKey: 'key', username: 'cyclo', password: 'secret' };
const config = { srs: 'EPSG:28992' };

let application: ReturnType<typeof fakeApplication>;
beforeEach(() => {
  application = fakeApplication('cyclo');
  // React is already present: nothing is loaded.
  Object.assign(window, { React: {}, ReactDOM: {} });
});
afterEach(() => {
  application.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of ['React', 'ReactDOM', 'StreetSmartApi']) Reflect.deleteProperty(window, name);
  for (const script of document.head.querySelectorAll('script')) script.remove();
});

/** The page at a location, with the vendor's script unmodified. */
async function open(vendor?: ReturnType<typeof fakeStreetSmart>, credentials: object = values, own = config) {
  if (vendor) window.StreetSmartApi = vendor.api;
  const shown = show(<CyclomediaPage wkid={28_992} />);
  await vi.waitFor(() => expect(application.sent('ready')).toHaveLength(1));
  await application.notify({ type: 'credentials', values: credentials });
  await application.init(place, own);
  return shown;
}
const state = () => application.sent('status').at(-1);

describe('the Cyclomedia page', () => {
  it('requests locations in its spatial reference, and reports the recording’s position', async () => {
    const vendor = fakeStreetSmart();
    await open(vendor);
    expect(application.sent('ready')[0]).toMatchObject({ wants: ['credentials', 'view'], wkid: 28_992 });
    await vi.waitFor(() =>
      expect(application.sent('location')).toEqual([
        expect.objectContaining({ inReplyTo: 1, x: 100, wkid: 28_992 }),
      ]),
    );
    await application.goTo(2, { ...place, x: 151 });
    await vi.waitFor(() =>
      expect(application.sent('location').at(-1)).toMatchObject({ inReplyTo: 2, x: 150 }),
    );
    // A step by the user.
    act(() => vendor.walk(200));
    expect(application.sent('location').at(-1)).toMatchObject({ x: 200 });
    expect(application.sent('location').at(-1)).not.toHaveProperty('inReplyTo');
  });

  it.each([
    ['nobody is signed in', {}, config, 'unauthorized'],
    ['the password is wrong', { ...values, username: 'other' }, config, 'unauthorized'],
    ['the spatial reference is not supported', values, { srs: 'EPSG:9999' }, 'projection'],
  ])('reports when %s', async (_when, credentials, own, code) => {
    await open(fakeStreetSmart(), credentials, own);
    await vi.waitFor(() => expect(state()).toMatchObject({ state: code }));
  });

  it('reports that there is no recording nearby, and recovers at the next location', async () => {
    await open(fakeStreetSmart());
    await application.goTo(2, { ...place, x: 5000 });
    await vi.waitFor(() => expect(state()).toMatchObject({ state: 'no-coverage' }));
    await application.goTo(3, place);
    await vi.waitFor(() => expect(application.sent('location').at(-1)).toMatchObject({ inReplyTo: 3 }));
  });

  it('moves to a location that is chosen while it starts', async () => {
    const vendor = fakeStreetSmart();
    const { init } = vendor.api;
    const started = Promise.withResolvers<void>();
    vendor.api.init = (options) => started.promise.then(() => init(options));
    await open(vendor);
    await application.goTo(2, { ...place, x: 151 });
    expect(state()).toBeUndefined();
    await act(async () => started.resolve());
    await vi.waitFor(() =>
      expect(application.sent('location')).toEqual([expect.objectContaining({ inReplyTo: 2, x: 150 })]),
    );
    // In one viewer, and the location before is left out.
    expect(vendor.calls.slice(1)).toEqual(['open 151,0 EPSG:28992']);
  });

  it('reports an unreachable vendor when offline', async () => {
    const vendor = fakeStreetSmart();
    vendor.api.init = () => Promise.reject(new Error('init::Failed to fetch'));
    await open(vendor);
    await vi.waitFor(() => expect(state()).toMatchObject({ state: 'unavailable' }));
  });

  it.each([
    ['was withdrawn and is a page now', () => Promise.resolve(new Response('<html>')), 'retired'],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'unavailable'],
  ])('reports when the vendor’s script %s', async (_what, fetching, code) => {
    vi.stubGlobal('fetch', fetching);
    await open();
    await vi.waitFor(() => expect(document.head.querySelector('script')).not.toBeNull());
    act(() => void document.head.querySelector('script')?.dispatchEvent(new Event('error')));
    await vi.waitFor(() => expect(state()).toMatchObject({ state: code }));
  });

  it('reports within 15 s an unreachable vendor that never responds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const vendor = fakeStreetSmart();
    vendor.api.init = () => new Promise(() => {});
    await open(vendor);
    expect(application.sent('status')).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(state()).toMatchObject({ state: 'unavailable' });
  });

  it('destroys the vendor’s viewer on exit', async () => {
    const vendor = fakeStreetSmart();
    const { unmount } = await open(vendor);
    await vi.waitFor(() => expect(application.sent('location')).toHaveLength(1));
    unmount();
    expect(vendor.calls.at(-1)).toBe('destroy');
  });
});
