import i18next from 'i18next';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { featuresInView, type LayerInView } from '../../../map/in-view/in-view.ts';
import { MapModelContext, type MapInternals } from '../../../map/map-model.ts';
import type { MapState } from '../../../map/map-state.ts';
import { showFeature } from '../../../map/search/show-place.ts';
import { everyLayer, useAnnouncesSelection } from '../../../map/select/announced-selection.ts';
import { InViewPanel } from './in-view-panel.tsx';
import { MapAnnouncer } from './map-announcer.tsx';

vi.mock('../../../map/in-view/in-view.ts', async (original) => ({
  ...(await original<object>()),
  featuresInView: vi.fn<typeof featuresInView>(),
}));
vi.mock('../../../map/search/show-place.ts', () => ({ showFeature: vi.fn<typeof showFeature>() }));

const stops: LayerInView = {
  layerId: 'stops',
  title: 'Stops',
  total: 312,
  failed: false,
  features: [
    { objectId: 7, title: 'Bayterek', metres: 320, direction: 'ne' },
    { objectId: 8, title: '', metres: 4200, direction: 's' },
    { objectId: 9, title: 'Here', metres: 0, direction: undefined },
  ],
};

/** The inside of a map whose selection tests change. */
function fakeSelection() {
  let changed = () => {};
  const manager = {
    selections: [] as { layer: { id: string }; selection: number[] }[],
    on: (_event: string, listener: () => void) => void (changed = listener),
  };
  const select = (selections: Record<string, number[]>) =>
    act(() => {
      manager.selections = Object.entries(selections).map(([id, selection]) => ({
        layer: { id },
        selection,
      }));
      changed();
    });
  return { internals: { view: { selectionManager: manager } } as unknown as MapInternals, select };
}

beforeEach(() => void vi.mocked(featuresInView).mockResolvedValue([stops]));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  vi.useRealTimers();
});

async function rig(portal?: object, state: Partial<MapState> = {}) {
  const map = fakeMapModel({ layers: [fakeLayer()], ...state });
  const context = await fakeContext(portal ? { portal: { id: 'p1', name: 'P', ...portal } } : {});
  const view = show(
    <MapModelContext value={map.model}>
      <InViewPanel />
    </MapModelContext>,
    { context },
  );
  return { ...view, ...map };
}

describe('the features in view', () => {
  it('are listed by layer with distance and direction, and their number is announced', async () => {
    await rig();
    const section = await screen.findByRole('region', { name: 'Stops' });
    const rows = within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'Bayterek320 m northeast',
      'Feature 84.20 km south',
      'HereAt the centre of the map',
    ]);
    expect(within(section).getByText('nearest 3 of 312')).toBeDefined();
    expect(screen.getByText('312 features in view')).toBeDefined();
  });

  it('have distance and direction in the order of the language', async () => {
    await i18next.changeLanguage('zh-CN');
    onTestFinished(async () => void (await act(() => i18next.changeLanguage('en'))));
    await rig();
    expect(await screen.findByText(/^东北 320\s?米$/)).toBeDefined();
  });

  it('are listed further on request, which the focus follows', async () => {
    const feature = (id: number) =>
      ({ objectId: id, title: `Stop ${id}`, metres: id, direction: 'n' }) as const;
    const listed = (count: number) => Array.from({ length: count }, (_none, index) => feature(index + 1));
    vi.mocked(featuresInView).mockImplementation(async (_model, _signal, limits) => [
      { ...stops, total: 30, features: listed(Math.min(30, limits?.['stops'] ?? 20)) },
    ]);
    const { person } = await rig();
    await person.click(await screen.findByRole('button', { name: 'Show more (10)' }));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Stop 21'));
    expect(screen.getAllByRole('listitem')).toHaveLength(30);
    expect(screen.queryByRole('button', { name: /^Show more/ })).toBeNull();
  });

  it('are not offered further where the service returns no more', async () => {
    vi.mocked(featuresInView).mockResolvedValue([{ ...stops, hasNoMore: true }]);
    await rig();
    await screen.findByRole('region', { name: 'Stops' });
    expect(screen.queryByRole('button', { name: /^Show more/ })).toBeNull();
  });

  it('of sublayers and drawings are visited by their own ids, and drawings without a title named by their shape', async () => {
    const near = { objectId: 7, title: '', metres: 320, direction: 'ne' } as const;
    vi.mocked(featuresInView).mockResolvedValue([
      { ...stops, layerId: 'city', sublayerId: 2, title: 'City: Roads', total: 1, features: [near] },
      { ...stops, layerId: 'notes', title: 'Drawings', total: 1, features: [{ ...near, shape: 'polygon' }] },
    ]);
    const { person, model } = await rig();
    const roads = await screen.findByRole('region', { name: 'City: Roads' });
    within(roads).getByRole('button').focus();
    await person.keyboard('{Enter}');
    expect(showFeature).toHaveBeenLastCalledWith(model, { layerId: 'city', sublayerId: 2 }, 7, true);
    const drawings = screen.getByRole('region', { name: 'Drawings' });
    within(drawings).getByRole('button', { name: /^Area/ }).focus();
    await person.keyboard('{Enter}');
    expect(showFeature).toHaveBeenLastCalledWith(model, 'notes', 7, true);
  });

  it('are measured in the user’s units', async () => {
    localStorage.setItem('mapping.units', 'imperial');
    await rig();
    expect(await screen.findByText('1,050 ft northeast')).toBeDefined();
  });

  it('are visited by keyboard, and the focus moves into the popup', async () => {
    const { person, model } = await rig();
    const row = await screen.findByRole('button', { name: /Bayterek/ });
    row.focus();
    await person.keyboard('{Enter}');
    expect(showFeature).toHaveBeenCalledWith(model, 'stops', 7, true);
  });

  it('show why one cannot be shown', async () => {
    vi.mocked(showFeature).mockRejectedValue(new MappingError('portal:unreachable', 'No response'));
    const { person } = await rig();
    await person.click(await screen.findByRole('button', { name: /Bayterek/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the portal');
  });

  it('are visited by click without moving the focus', async () => {
    const { model } = await rig();
    const row = await screen.findByRole('button', { name: /Bayterek/ });
    act(() => void row.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })));
    expect(showFeature).toHaveBeenCalledWith(model, 'stops', 7, false);
  });

  it('are queried again after a move, but not while the map renders', async () => {
    const { set } = await rig();
    await screen.findByText('Bayterek');
    act(() => set({ updating: true, place: { lat: 51, lng: 71, zoom: 12, rotation: 0 } }));
    expect(featuresInView).toHaveBeenCalledOnce();
    vi.mocked(featuresInView).mockResolvedValue([{ ...stops, total: 1, features: stops.features.slice(2) }]);
    act(() => set({ updating: false }));
    await waitFor(() => expect(screen.queryByText('Bayterek')).toBeNull());
    expect(screen.getByText('1 feature in view')).toBeDefined();
  });

  it('are listed and queried again on maps whose place in degrees is unknown', async () => {
    const { set } = await rig(undefined, { place: undefined });
    await screen.findByText('Bayterek');
    act(() => set({ updating: true }));
    vi.mocked(featuresInView).mockResolvedValue([]);
    act(() => set({ updating: false }));
    expect(await screen.findByText('No features in view')).toBeDefined();
  });

  it('are queried again when a layer is hidden', async () => {
    const { set } = await rig();
    await screen.findByText('Bayterek');
    vi.mocked(featuresInView).mockResolvedValue([]);
    act(() => set({ layers: [fakeLayer({ visible: false })] }));
    expect(await screen.findByText('No features in view')).toBeDefined();
  });
});

describe('an empty list', () => {
  it('offers a return to the initial view', async () => {
    vi.mocked(featuresInView).mockResolvedValue([]);
    const { person, model } = await rig();
    await person.click(await screen.findByRole('button', { name: 'Initial view' }));
    expect(model.goHome).toHaveBeenCalledOnce();
  });

  it('names the layer that did not respond, and retries', async () => {
    vi.mocked(featuresInView).mockResolvedValueOnce([{ ...stops, total: 0, features: [], failed: true }]);
    const { person } = await rig();
    const section = await screen.findByRole('region', { name: 'Stops' });
    expect(within(section).getByRole('alert').textContent).toContain('This layer didn’t respond.');
    await person.click(within(section).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Bayterek')).toBeDefined();
  });

  it('shows why, and retries', async () => {
    vi.mocked(featuresInView).mockRejectedValueOnce(new MappingError('layer:failed', 'No code'));
    const { person } = await rig();
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t be loaded.');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Bayterek')).toBeDefined();
  });
});

describe('the place name', () => {
  const locator = { helperServices: { geocode: [{ url: 'https://portal.example/geocode' }] } };

  it('comes from the portal’s locator', async () => {
    const requested = fakeFetch({ '/reverseGeocode': { address: { LongLabel: 'Bayterek, Astana' } } });
    await rig(locator);
    expect(await screen.findByText('Near Bayterek, Astana.')).toBeDefined();
    expect(requested[0]?.params['location']).toBe('71.430000,51.160000');
  });

  it('is optional', async () => {
    fakeFetch({ '/reverseGeocode': { error: { code: 400, message: 'Unable to find address' } } });
    await rig(locator);
    expect(await screen.findByText('312 features in view')).toBeDefined();
    expect(screen.queryByText(/Near/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('moves of the map', () => {
  function announced() {
    const map = fakeMapModel({}, fakeSelection().internals);
    show(
      <MapModelContext value={map.model}>
        <MapAnnouncer />
      </MapModelContext>,
    );
    const settle = () => act(() => vi.advanceTimersByTime(1000));
    return { ...map, settle, announcement: () => screen.getByRole('status').textContent };
  }

  it('are announced with place and scale once the map is stationary, except the initial view', () => {
    vi.useFakeTimers();
    const { set, settle, announcement } = announced();
    settle();
    expect(announcement()).toBe('');
    act(() => set({ place: { lat: 51.2, lng: 71.5, zoom: 13, rotation: 0 } }));
    act(() => void vi.advanceTimersByTime(500));
    expect(announcement()).toBe('');
    act(() => set({ place: { lat: 51.25, lng: 71.5, zoom: 14, rotation: 0 } }));
    settle();
    expect(announcement()).toBe('Map at latitude 51.2500, longitude 71.5000, scale 1 to 36,100');
  });

  it('are announced when the map returns to its initial view too', () => {
    vi.useFakeTimers();
    const { model, set, settle, announcement } = announced();
    const began = model.state.get().place;
    act(() => set({ place: { lat: 51.2, lng: 71.5, zoom: 13, rotation: 0 } }));
    settle();
    act(() => set({ place: began }));
    settle();
    expect(announcement()).toContain('51.1600');
  });
});

describe('events of the map', () => {
  it('are announced: loaded, and each point that the keyboard sets', () => {
    const map = fakeMapModel({ drawn: false }, fakeSelection().internals);
    show(
      <MapModelContext value={map.model}>
        <MapAnnouncer />
      </MapModelContext>,
    );
    const announcement = () => screen.getByRole('status').textContent;
    expect(announcement()).toBe('');
    act(() => map.set({ drawn: true }));
    expect(announcement()).toBe('Map loaded');
    act(() => map.set({ clickedByKeyboard: { lat: 51.2, lng: 71.5 } }));
    expect(announcement()).toBe('Point at latitude 51.2000, longitude 71.5000');
    act(() => map.set({ clickedByKeyboard: { lat: 51.2, lng: 71.5, held: true } }));
    expect(announcement()).toBe('Picked up Point at latitude 51.2000, longitude 71.5000.');
  });
});

describe('the number of selected features', () => {
  function rigSelection(of?: string | typeof everyLayer) {
    vi.useFakeTimers();
    const { internals, select } = fakeSelection();
    function Panel() {
      useAnnouncesSelection(of);
      return null;
    }
    show(
      <MapModelContext value={fakeMapModel({}, internals).model}>
        <Panel />
        <MapAnnouncer />
      </MapModelContext>,
    );
    const settle = () => act(() => vi.advanceTimersByTime(1000));
    return { select, settle, announcement: () => screen.getByRole('status').textContent };
  }

  it('is announced once the selection no longer changes', () => {
    const { select, settle, announcement } = rigSelection();
    settle();
    expect(announcement()).toBe('');
    select({ stops: [1] });
    act(() => void vi.advanceTimersByTime(500));
    select({ stops: [1, 2], roads: [7] });
    act(() => void vi.advanceTimersByTime(500));
    expect(announcement()).toBe('');
    settle();
    expect(announcement()).toBe('3 features selected');
    select({});
    settle();
    expect(announcement()).toBe('0 features selected');
  });

  it('is announced again for another feature', () => {
    const { select, settle, announcement } = rigSelection();
    select({ stops: [1] });
    settle();
    const before = screen.getByRole('status').firstChild;
    select({ stops: [2] });
    settle();
    expect(announcement()).toBe('1 feature selected');
    // Screen readers announce added text only.
    expect(screen.getByRole('status').firstChild).not.toBe(before);
  });

  it('is left to a panel that announces the selection of all layers', () => {
    const { select, settle, announcement } = rigSelection(everyLayer);
    select({ stops: [1], roads: [7] });
    settle();
    expect(announcement()).toBe('');
  });

  it('is left to a panel of one layer for this layer only, and while something of it is selected', () => {
    const { select, settle, announcement } = rigSelection('stops');
    select({ stops: [1] });
    settle();
    expect(announcement()).toBe('');
    select({ stops: [1], roads: [7] });
    settle();
    expect(announcement()).toBe('2 features selected');
    select({ roads: [7] });
    settle();
    expect(announcement()).toBe('1 feature selected');
  });
});

describe('the keyboard help', () => {
  it('opens from its heading', async () => {
    const { person } = await rig();
    const heading = await screen.findByRole('button', { name: 'Keyboard shortcuts' });
    expect(heading.getAttribute('aria-expanded')).toBe('false');
    await person.click(heading);
    expect(heading.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('Find any command')).toBeDefined();
  });
});
