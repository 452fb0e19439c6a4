import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeStreetSmart } from '../../../testing/web/fake-street-smart.ts';
import { typeConfig } from '../../../wire/integrations/integration-config.ts';
import type { HostConnection, HostContext } from '../../../web/integrations/client/client.ts';
import { streetSmart } from './street-smart.ts';

const place = { lat: 52, lng: 5, x: 101, y: 0, wkid: 28_992 };
const config = typeConfig('cyclomedia', { srs: 'EPSG:28992' });
const context = (credentials: Record<string, string>): HostContext => ({
  config: {},
  locale: 'nl',
  direction: 'ltr',
  theme: 'light',
  credentials,
  signedIn: true,
});
const login = { apiKey: 'key', username: 'cyclo', password: 'secret' };

function rig(options: Parameters<typeof fakeStreetSmart>[0] = {}) {
  const vendor = fakeStreetSmart(options);
  // React is already present: nothing is loaded.
  Object.assign(window, { React: {}, ReactDOM: {} });
  window.StreetSmartApi = vendor.api;
  const moved = vi.fn<HostConnection['moved']>();
  const host: HostConnection = {
    moved,
    status: () => {},
    open: () => {},
    graphics: () => {},
    noted: () => {},
    ask: async () => ({ status: 403, text: '' }),
  };
  return { vendor, moved, viewer: streetSmart(document.createElement('div'), () => host) };
}

afterEach(() => {
  Reflect.deleteProperty(window, 'React');
  Reflect.deleteProperty(window, 'ReactDOM');
  delete window.StreetSmartApi;
});

describe('Street Smart', () => {
  it('opens at a coordinate of its own spatial reference, and returns the recording', async () => {
    const { viewer, vendor, moved } = rig();
    await viewer.load(config, context(login));
    expect(await viewer.goTo({ ...place, heading: 45 })).toEqual({
      x: 100,
      y: 0,
      wkid: 28_992,
      heading: 45,
      pitch: 0,
    });
    expect(vendor.calls).toEqual(['init EPSG:28992 password', 'open 101,0 EPSG:28992']);
    // A move requested by the host is not a move by the user.
    expect(moved).not.toHaveBeenCalled();
  });

  it('reports every later recording and turn, whatever its cause', async () => {
    const { viewer, vendor, moved } = rig();
    await viewer.load(config, context(login));
    await viewer.goTo(place);
    vendor.walk(120);
    expect(moved).toHaveBeenLastCalledWith(expect.objectContaining({ x: 120, wkid: 28_992 }));
    vendor.viewer.setOrientation({ yaw: 200, pitch: 3 });
    expect(moved).toHaveBeenLastCalledWith(expect.objectContaining({ heading: 200, pitch: 3 }));
  });

  it('reuses one viewer, so that the selected date is kept', async () => {
    const { viewer, vendor } = rig();
    await viewer.load(config, context(login));
    await viewer.goTo(place);
    await viewer.goTo({ ...place, x: 151 });
    expect(vendor.calls.slice(2)).toEqual(['openByCoordinate 151,0 EPSG:28992']);
  });

  it('moves one after the other, to the latest location, and reports none of it as the user’s', async () => {
    const { viewer, vendor, moved } = rig();
    await viewer.load(config, context(login));
    const moves = [101, 151, 201].map((x) => viewer.goTo({ ...place, x }));
    expect(await Promise.all(moves)).toEqual([undefined, undefined, expect.objectContaining({ x: 200 })]);
    expect(vendor.calls.slice(1)).toEqual(['open 201,0 EPSG:28992']);
    expect(moved).not.toHaveBeenCalled();
  });

  it('signs in by OAuth without a password', async () => {
    const { viewer, vendor } = rig();
    await viewer.load({ ...config, login: 'oauth', clientId: 'client' }, context({ apiKey: 'key' }));
    expect(vendor.calls).toEqual(['init EPSG:28992 oauth']);
  });

  it.each([
    ['no key', {}, config, 'unauthorized'],
    ['a wrong password', { ...login, username: 'other' }, config, 'unauthorized'],
    ['a spatial reference it does not know', login, { ...config, srs: 'EPSG:9999' }, 'projection'],
  ])('reports errors: %s', async (_what, credentials, own, code) => {
    const { viewer } = rig();
    await expect(viewer.load(own, context(credentials as Record<string, string>))).rejects.toMatchObject({
      code,
    });
  });

  it('reports that there is no recording near a location', async () => {
    const { viewer } = rig();
    await viewer.load(config, context(login));
    await expect(viewer.goTo({ ...place, x: 5000 })).rejects.toMatchObject({ code: 'no-coverage' });
  });
});
