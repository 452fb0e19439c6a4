import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../testing/web/fake-map-model.ts';
import type { MapInternals } from '../map-model.ts';
import { integrationMarkers, takeClicks } from './integration-markers.ts';
import type { MarkerGraphic, MarkerScene } from './marker-scene.ts';

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

describe('the markers of integrations', () => {
  it('are drawn as they are last when the drawing has come, and then each time', async () => {
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

  it('are not drawn any more when they are gone before the drawing has come', async () => {
    const markers = integrationMarkers(fakeMapModel().model);
    markers.draw(scene(51));
    markers.remove();
    await vi.waitFor(() => expect(drawing.remove).toHaveBeenCalledOnce());
    expect(drawing.draw).not.toHaveBeenCalled();
  });
});

describe('a click on the map', () => {
  /** A view that is clicked at a place; says whether popups hear of it. */
  function clickable() {
    let hear = (_event: object) => {};
    const view = {
      on: (_event: string, listener: (event: object) => void) => {
        hear = listener;
        return { remove: () => (hear = () => {}) };
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
      hear({ x: 10, y: 20, mapPoint, stopPropagation });
      return stopPropagation.mock.calls.length === 0;
    };
    return { model: fakeMapModel({}, internals).model, click, claim: () => (claimed = true) };
  }

  it('chooses a place, in degrees and as the map has it, instead of asking what is there', () => {
    const { model, click } = clickable();
    const onPlace = vi.fn<(place: object) => void>();
    const stop = takeClicks(model, { pick: () => false, onPlace });
    expect(click()).toBe(false);
    expect(onPlace).toHaveBeenCalledExactlyOnceWith({ lat: 51, lng: 71, x: 1, y: 2, wkid: 3857 });
    stop();
    expect(click()).toBe(true);
  });

  it('is left to the tool that is being used', () => {
    const { model, click, claim } = clickable();
    const onPlace = vi.fn<() => void>();
    takeClicks(model, { pick: () => true, onPlace });
    claim();
    expect(click()).toBe(true);
    expect(onPlace).not.toHaveBeenCalled();
  });

  it('on something drawn is the integration’s, and no choice of a place', () => {
    const { model, click } = clickable();
    const onPlace = vi.fn<() => void>();
    const pick = vi.fn<(spot: object) => boolean>(() => true);
    takeClicks(model, { pick, onPlace });
    expect(click()).toBe(false);
    expect(pick).toHaveBeenCalledWith({ x: 10, y: 20 });
    expect(onPlace).not.toHaveBeenCalled();
  });

  it('asks what is there, as always, where places are not chosen; and beside the world it is nothing', () => {
    const { model, click } = clickable();
    takeClicks(model, { pick: () => false });
    expect(click()).toBe(true);
    const onPlace = vi.fn<() => void>();
    takeClicks(model, { pick: () => false, onPlace });
    click(null);
    expect(onPlace).not.toHaveBeenCalled();
  });
});
