import { act } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { fakeMapModel } from '../../../../../testing/web/fake-map-model.ts';
import { plainPage } from '../../../../../testing/web/open-integrations-rig.tsx';
import { show } from '../../../../../testing/web/render.tsx';
import { type MapLocation, mapLocationAt } from '../../../../context/locations.ts';
import { type ClickHandlers, handleClicks } from '../../../../map/integration-marker/integration-markers.ts';
import type { MarkerGraphic, MarkerScene } from '../../../../map/integration-marker/integration-markers.ts';
import { MapModelContext } from '../../../../map/map-model.ts';
import { createHub } from '../host/create-hub.ts';
import { HubContext } from '../host/hub.ts';
import { mapChosen, pageMoved } from '../host/shared-location.ts';
import { IntegrationsOnMap } from './integrations-on-map.tsx';

const markers = {
  draw: vi.fn<(scene: MarkerScene) => void>(),
  keepInView: vi.fn<(place: object) => void>(),
  pickAt: vi.fn<() => MarkerGraphic | undefined>(),
  remove: vi.fn<() => void>(),
};
vi.mock('../../../../map/integration-marker/integration-markers.ts', () => ({
  integrationMarkers: () => markers,
  handleClicks: vi.fn<typeof handleClicks>(() => () => {}),
  aim: () => () => {},
  areaOf: () => ({ west: 70, south: 50, east: 72, north: 52, zoom: 12 }),
}));
beforeEach(() => {
  history.replaceState(null, '', '/demo/map');
  for (const spy of Object.values(markers)) spy.mockReset();
  vi.mocked(handleClicks).mockClear();
});

async function open(
  titles: string[],
  at = '/demo/map',
  place: MapLocation | null = mapLocationAt({ lat: 51, lng: 71 }),
) {
  const openIntegrations = titles.map((title) => plainPage(title, title));
  const context = await fakeContext({
    openIntegrations,
    availableIntegrations: openIntegrations,
    currentMapLocation: place ?? undefined,
  });
  const hub = createHub();
  const { model } = fakeMapModel({ place: { lat: 51, lng: 71, zoom: 12, rotation: 0 } });
  const shown = show(
    <HubContext value={hub}>
      <MapModelContext value={model}>
        <IntegrationsOnMap />
      </MapModelContext>
    </HubContext>,
    { context, at },
  );
  const look = (id: string, lat: number, inReplyTo?: number) =>
    act(() =>
      hub.sharing.set(
        pageMoved(hub.sharing.get(), { id, pose: { lat, lng: 71 }, inReplyTo, lockHeading: false }),
      ),
    );
  return { ...shown, context, hub, look };
}
const clicks = () => vi.mocked(handleClicks).mock.lastCall?.[1] as ClickHandlers;
const drawn = () => markers.draw.mock.lastCall?.[0];

describe('integrations on the map', () => {
  it('do nothing while none is open, or in an embedded map', async () => {
    const { screen, unmount } = await open([]);
    expect(screen.queryByRole('toolbar')).toBeNull();
    unmount();
    const embedded = await open(['Alpha'], '/demo/map/sid/s1?embed');
    expect(embedded.screen.queryByRole('toolbar')).toBeNull();
    expect(handleClicks).not.toHaveBeenCalled();
  });

  it('leave clicks to the map until the pin is pressed; the centre can be chosen by keyboard', async () => {
    const { screen, person, context } = await open(['Alpha']);
    expect(clicks().onPlace).toBeUndefined();
    const pin = screen.getByRole('button', { name: 'Pin: click to choose a place', pressed: false });
    await person.click(pin);
    expect(pin.getAttribute('aria-pressed')).toBe('true');
    expect(clicks().onPlace).toBe(context.setCurrentMapLocation);
    await person.keyboard('{Escape}');
    expect(pin.getAttribute('aria-pressed')).toBe('false');
    expect(clicks().onPlace).toBeUndefined();
    await person.click(screen.getByRole('button', { name: 'Choose the centre of the map' }));
    expect(context.setCurrentMapLocation).toHaveBeenCalledWith(
      expect.objectContaining({ lat: 51, lng: 71, wkid: 3857 }),
    );
  });

  it('are marked at their positions, the leading one highlighted, and the map follows it on request', async () => {
    const { screen, person, hub, look } = await open(['Alpha', 'Beta']);
    act(() => hub.sharing.set(mapChosen(hub.sharing.get(), { lat: 51, lng: 71 })));
    look('Alpha', 51.001, 1);
    look('Beta', 51.002, 1);
    expect(drawn()?.markers.map(({ id, leading }) => [id, leading])).toEqual([
      ['Alpha', true],
      ['Beta', false],
    ]);
    expect(markers.keepInView).toHaveBeenLastCalledWith({ lat: 51.001, lng: 71 });
    look('Beta', 51.1);
    expect(drawn()?.markers.map(({ leading }) => leading)).toEqual([false, true]);
    expect(markers.keepInView).toHaveBeenLastCalledWith({ lat: 51.1, lng: 71 });
    await person.click(screen.getByRole('button', { name: 'The map follows' }));
    markers.keepInView.mockClear();
    look('Beta', 51.2);
    expect(markers.keepInView).not.toHaveBeenCalled();
  });

  it('synchronise their heading on request when there are several', async () => {
    const { screen, person, hub, unmount } = await open(['Alpha', 'Beta']);
    await person.click(screen.getByRole('button', { name: 'Face the same direction' }));
    expect(hub.choices.get().lockHeading).toBe(true);
    unmount();
    const alone = await open(['Alpha']);
    expect(alone.screen.queryByRole('button', { name: 'Face the same direction' })).toBeNull();
  });

  it('receive clicks on their graphics, and move to the front', async () => {
    const { hub } = await open(['Alpha', 'Beta']);
    const onPick = vi.fn<(key: string) => void>();
    hub.picks.set('Beta', onPick);
    expect(clicks().pick({ x: 1, y: 1 })).toBe(false);
    markers.pickAt.mockReturnValue({
      owner: 'Beta',
      geometry: { type: 'Point', coordinates: [71, 51] },
      properties: { kind: 'request', key: 'request/41' },
    });
    expect(clicks().pick({ x: 1, y: 1 })).toBe(true);
    expect(onPick).toHaveBeenCalledExactlyOnceWith('request/41');
    expect(hub.shownTab.get()).toBe('Beta');
  });

  it('activate the pin while they wait for a location', async () => {
    const { screen, context, hub } = await open(['Alpha'], '/demo/map', null);
    expect(screen.getByRole('button', { name: 'Pin: click to choose a place', pressed: true })).toBeDefined();
    expect(clicks().onPlace).toBe(context.setCurrentMapLocation);
    expect(hub.pin.get()).toBe('once');
  });

  it('move to a point that marks a photo', async () => {
    const { context } = await open(['Alpha']);
    markers.pickAt.mockReturnValue({
      owner: 'Alpha',
      geometry: { type: 'Point', coordinates: [71.5, 51.5] },
      properties: { kind: 'photo', key: 'p1' },
    });
    expect(clicks().pick({ x: 1, y: 1 })).toBe(true);
    expect(context.setCurrentMapLocation).toHaveBeenCalledWith(
      expect.objectContaining({ lat: 51.5, lng: 71.5, wkid: 3857 }),
    );
  });

  it('leave the map when the last is closed', async () => {
    const { unmount } = await open(['Alpha']);
    unmount();
    expect(markers.remove).toHaveBeenCalled();
  });
});
