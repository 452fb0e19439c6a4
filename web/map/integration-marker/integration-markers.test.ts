import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../testing/web/fake-map-model.ts';
import type { MapInternals } from '../map-model.ts';
import { integrationMarkers, handleClicks } from './integration-markers.ts';
import type { MarkerGraphic, MarkerScene } from './integration-markers.ts';

const drawing = {
  draw: vi.fn<(scene: MarkerScene) => void>(),
  keepInView: vi.fn<() => void>(),
  pickAt: vi.fn<() => MarkerGraphic | undefined>(),
  remove: vi.fn<() => void>(),
};
vi.mock('./draw-markers.ts', () => ({ startDrawing: () => drawing }));
beforeEach(() => {
  for (const spy of Object.values(drawing)) spy.mockReset();
});

const scene = (lat: number): MarkerScene => ({
  markers: [{ id: 'photos', lat, lng: 71, heading: 0, leading: true }],
  pin: undefined,
  graphics: [],
  color: '#78A942',
});

describe('integration markers', () => {
  it('are drawn in their latest state once the drawing code has loaded, then on every change', async () => {
    const markers = integrationMarkers(fakeMapModel().model);
    markers.draw(scene(51));
    markers.draw(scene(52));
    await vi.waitFor(() => expect(drawing.draw).toHaveBeenLastCalledWith(scene(52)));
    markers.draw(scene(53));
    await vi.waitFor(() => expect(drawing.draw).toHaveBeenLastCalledWith(scene(53)));
    expect(drawing.remove).not.toHaveBeenCalled();
  });

  it('leave the map with the last integration', async () => {
    const markers = integrationMarkers(fakeMapModel().model);
    markers.draw(scene(51));
    await vi.waitFor(() => expect(drawing.draw).toHaveBeenCalled());
    markers.remove();
    await vi.waitFor(() => expect(drawing.remove).toHaveBeenCalledOnce());
    expect(markers.pickAt({ x: 1, y: 1 })).toBeUndefined();
  });

  it('are not drawn when removed before the drawing code has loaded', async () => {
    const markers = integrationMarkers(fakeMapModel().model);
    markers.draw(scene(51));
    markers.remove();
    await vi.waitFor(() => expect(drawing.remove).toHaveBeenCalledOnce());
    expect(drawing.draw).not.toHaveBeenCalled();
  });
});

describe('a click on the map', () => {
  /** A view that is clicked at a location; returns whether popups receive the click. */
  function clickable() {
    let emit = (_event: object) => {};
    const view = {
      on: (_event: string, listener: (event: object) => void) => {
        emit = listener;
        return { remove: () => (emit = () => {}) };
      },
    };
    let claimed = false;
    const internals = { view, clicksClaimed: () => claimed } as unknown as MapInternals;
    const click = (
      mapPoint: object | null = {
        latitude: 51,
        longitude: 71,
        x: 1,
        y: 2,
        spatialReference: { wkid: 102_100, latestWkid: 3857 },
      },
    ) => {
      const stopPropagation = vi.fn<() => void>();
      emit({ x: 10, y: 20, mapPoint, stopPropagation });
      return stopPropagation.mock.calls.length === 0;
    };
    return { model: fakeMapModel({}, internals).model, click, claim: () => (claimed = true) };
  }

  it('selects a location, in degrees and in map coordinates, instead of identifying features', () => {
    const { model, click } = clickable();
    const onPlace = vi.fn<(place: object) => void>();
    const stop = handleClicks(model, { pick: () => false, onPlace });
    expect(click()).toBe(false);
    expect(onPlace).toHaveBeenCalledExactlyOnceWith({ lat: 51, lng: 71, x: 1, y: 2, wkid: 3857 });
    stop();
    expect(click()).toBe(true);
  });

  it('is left to the active tool', () => {
    const { model, click, claim } = clickable();
    const onPlace = vi.fn<() => void>();
    handleClicks(model, { pick: () => true, onPlace });
    claim();
    expect(click()).toBe(true);
    expect(onPlace).not.toHaveBeenCalled();
  });

  it('on an integration’s graphic belongs to the integration and selects no location', () => {
    const { model, click } = clickable();
    const onPlace = vi.fn<() => void>();
    const pick = vi.fn<(spot: object) => boolean>(() => true);
    handleClicks(model, { pick, onPlace });
    expect(click()).toBe(false);
    expect(pick).toHaveBeenCalledWith({ x: 10, y: 20 });
    expect(onPlace).not.toHaveBeenCalled();
  });

  it('identifies features where no location is being selected, and is ignored outside the world', () => {
    const { model, click } = clickable();
    handleClicks(model, { pick: () => false });
    expect(click()).toBe(true);
    const onPlace = vi.fn<() => void>();
    handleClicks(model, { pick: () => false, onPlace });
    click(null);
    expect(onPlace).not.toHaveBeenCalled();
  });
});
