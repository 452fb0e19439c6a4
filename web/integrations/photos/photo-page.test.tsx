import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApplication } from '../../../testing/web/fake-application.ts';
import { show } from '../../../testing/web/render.tsx';
import { IntegrationError } from '../client/client.ts';
import { nearestOf, type Photo } from './photo.ts';
import { PhotoPage } from './photo-page.tsx';
import type { createPhotoViewer, ViewDirection, PhotoViewer } from './photo-viewer.ts';

const photo = (id: string, lat: number, time = '2026-06-12'): Photo => ({
  id,
  url: `https://photos.example/${id}.jpg`,
  lat,
  lng: 71,
  heading: 0,
  time,
  caption: 'High street',
});
const [south, middle, north] = [photo('south', 51), photo('middle', 51.0002), photo('north', 51.0004)];
const before = photo('before', 51.000_001, '2024-10-05');
const all = [south, middle, north, before];

/** The viewer without rendering; the test can control when pictures load. */
const drawn = vi.hoisted(() => ({
  shown: [] as string[],
  direction: { heading: 0, pitch: 0 } as ViewDirection,
  waiting: undefined as Promise<void> | undefined,
  zoomed: [] as number[],
  turn: (_direction: ViewDirection): void => {},
  step: (_photo: Photo): void => {},
}));
vi.mock('./photo-viewer.ts', () => ({
  createPhotoViewer: ((_container, { onTurn, onStep }) => {
    Object.assign(drawn, { step: onStep });
    drawn.turn = (direction) => {
      drawn.direction = direction;
      onTurn(direction);
    };
    return {
      async show(next, direction) {
        await drawn.waiting;
        drawn.shown.push(next.id);
        drawn.turn({ ...drawn.direction, ...direction });
      },
      turn: (direction) => drawn.turn({ ...drawn.direction, ...direction }),
      zoom: (levels) => void drawn.zoomed.push(levels),
      direction: () => drawn.direction,
      setSteps: () => {},
      picture: async () => 'data:image/jpeg;base64,AAAA',
      destroy: () => {},
    } satisfies PhotoViewer;
  }) satisfies typeof createPhotoViewer,
}));

const nearest = vi.fn<(place: { lat: number; lng: number }) => Promise<Photo | undefined>>();
let application: ReturnType<typeof fakeApplication>;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(drawn, { shown: [], zoomed: [], direction: { heading: 0, pitch: 0 }, waiting: undefined });
  nearest.mockReset().mockImplementation(async (place) => nearestOf(all, place, 15));
  application = fakeApplication('photos');
});
afterEach(() => {
  application.end();
  vi.useRealTimers();
});

const makeSource = () => ({
  source: {
    nearest,
    around: async () => all,
    nearestBeyond: async (place: { lat: number; lng: number }) => nearestOf(all, place, 500_000),
    inArea: async () => all,
  },
  neighbours: 35,
});
const at = (lat: number, more: object = {}) => ({ lat, lng: 71, x: 0, y: 0, wkid: 3857, ...more });

async function open(lat = south.lat, more: object = {}) {
  const shown = show(<PhotoPage makeSource={makeSource} />);
  await vi.waitFor(() => expect(application.sent('ready')).toHaveLength(1));
  await application.init(at(lat, more));
  return shown;
}
const state = () => application.sent('status').at(-1)?.['state'];
const moves = () => application.sent('location').filter(({ inReplyTo }) => inReplyTo === undefined);

describe('a panorama page', () => {
  it('reports the nearest photo’s location and the requested view, and nothing else', async () => {
    await open(south.lat + 0.000_05, { heading: 90, pitch: 5 });
    await vi.waitFor(() =>
      expect(application.sent('location')).toEqual([
        expect.objectContaining({ inReplyTo: 1, lat: south.lat, lng: 71, heading: 90, pitch: 5 }),
      ]),
    );
    await application.goTo(2, at(north.lat, { heading: 180 }));
    await vi.waitFor(() => expect(application.sent('location')).toHaveLength(2));
    expect(drawn.shown).toEqual(['south', 'north']);
    // The viewer's own echo follows a little later.
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(moves()).toEqual([]);
  });

  it('shows where photos exist before a location is chosen, then moves there', async () => {
    show(<PhotoPage makeSource={makeSource} />);
    await vi.waitFor(() => expect(application.sent('ready')).toHaveLength(1));
    await application.prepare();
    expect(drawn.shown).toEqual([]);
    const view = { west: 70.99, south: 50.99, east: 71.01, north: 51.000_3, zoom: 16 };
    await application.notify({ type: 'view', view });
    const keys = () => {
      const { features = [] } = (application.sent('graphics').at(-1) ?? {}) as {
        features?: { properties: { key: string } }[];
      };
      return features.map(({ properties }) => properties.key);
    };
    // Photos outside the map, or at the same screen position, are omitted.
    await vi.waitFor(() => expect(keys()).toEqual(['south', 'middle']));
    await application.notify({ type: 'view', view: { ...view, zoom: 9 } });
    await vi.waitFor(() => expect(keys()).toEqual([]));
    await application.init(at(south.lat));
    await vi.waitFor(() => expect(drawn.shown).toEqual(['south']));
  });

  it('connects once, whatever changes', async () => {
    const { screen } = await open();
    await application.goTo(2, at(north.lat));
    expect(await screen.findByRole('button', { name: 'Move on, 22 m' })).toBeDefined();
    expect(application.sent('ready')).toHaveLength(1);
  });

  it('reports that no photo is near, and why photos are unavailable', async () => {
    await open(52);
    await vi.waitFor(() => expect(state()).toBe('no-coverage'));
    // And the position of the nearest.
    expect(application.sent('status').at(-1)?.['nearest']).toEqual({ lat: north.lat, lng: 71 });
    nearest.mockRejectedValueOnce(new IntegrationError('quota'));
    await application.goTo(2, at(51));
    await vi.waitFor(() => expect(state()).toBe('quota'));
  });

  it('follows the view when walking, and reports it', async () => {
    const { screen, person } = await open();
    await person.click(await screen.findByRole('button', { name: 'Move on, 22 m' }));
    await vi.waitFor(() => expect(moves()).toHaveLength(1));
    expect(moves()[0]).toMatchObject({ lat: middle.lat, lng: 71, heading: 0 });
    // Also by the arrow in the picture.
    act(() => drawn.step(north));
    await vi.waitFor(() => expect(moves().at(-1)).toMatchObject({ lat: north.lat }));
  });

  it('reports turns a few times a second, always including the last', async () => {
    await open();
    act(() => {
      for (const heading of [10, 20, 30]) drawn.turn({ heading, pitch: 0 });
    });
    await act(() => vi.advanceTimersByTimeAsync(150));
    expect(moves().map(({ heading }) => heading)).toEqual([30]);
  });

  it('reports no location until its picture is loaded', async () => {
    await open();
    let arrive = () => {};
    drawn.waiting = new Promise((resolve) => (arrive = resolve));
    await application.goTo(2, at(north.lat));
    // The user is still turning in the previous picture.
    act(() => drawn.turn({ heading: 45, pitch: 0 }));
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(moves()).toEqual([]);
    arrive();
    await vi.waitFor(() => expect(application.sent('location').at(-1)).toMatchObject({ inReplyTo: 2 }));
    expect(moves()).toEqual([]);
  });

  it('moves to the latest location, however late earlier photos are found', async () => {
    await open();
    let find = (_photo: Photo) => {};
    nearest.mockReturnValueOnce(new Promise((resolve) => (find = resolve)));
    await application.goTo(2, at(middle.lat));
    await application.goTo(3, at(north.lat));
    await act(async () => find(middle));
    expect(drawn.shown).toEqual(['south', 'north']);
  });

  it('loads a picture again that could not be loaded', async () => {
    await open();
    drawn.waiting = Promise.reject(new Error('No network'));
    await application.goTo(2, at(north.lat));
    await vi.waitFor(() => expect(state()).toBe('unavailable'));
    expect(drawn.shown).toEqual(['south']);
    drawn.waiting = undefined;
    await application.goTo(3, at(north.lat + 0.000_01));
    await vi.waitFor(() => expect(drawn.shown).toEqual(['south', 'north']));
    expect(application.sent('location').at(-1)).toMatchObject({ inReplyTo: 3, lat: north.lat });
  });

  it('reports no walk that a chosen location has overtaken', async () => {
    await open();
    let arrive = () => {};
    drawn.waiting = new Promise((resolve) => (arrive = resolve));
    act(() => drawn.step(middle));
    await application.goTo(2, at(north.lat));
    await act(async () => arrive());
    await vi.waitFor(() =>
      expect(application.sent('location').at(-1)).toMatchObject({ inReplyTo: 2, lat: north.lat }),
    );
    expect(moves()).toEqual([]);
  });

  it('offers the dates of a spot', async () => {
    const { screen, person } = await open();
    await person.click(await screen.findByRole('combobox', { name: 'Taken' }));
    await person.click(screen.getByRole('option', { name: /2024/ }));
    await vi.waitFor(() => expect(drawn.shown.at(-1)).toBe('before'));
    expect(screen.getByText('High street')).toBeDefined();
  });

  it('returns its picture for a capture', async () => {
    await open();
    await application.notify({ type: 'capture', seq: 9 });
    await vi.waitFor(() =>
      expect(application.sent('captured')).toEqual([
        expect.objectContaining({ inReplyTo: 9, picture: 'data:image/jpeg;base64,AAAA' }),
      ]),
    );
  });
});

describe('the view of a panorama', () => {
  it.each([
    ['Move left', 340, 0],
    ['Move right', 20, 0],
    ['Move up', 0, 20],
    ['Move down', 0, -20],
  ])('turns without dragging, and reports it: %s', async (name, heading, pitch) => {
    const { screen, person } = await open();
    await person.click(await screen.findByRole('button', { name }));
    await vi.waitFor(() => expect(moves().at(-1)).toMatchObject({ lat: south.lat, heading, pitch }));
  });

  it('zooms without a wheel or two fingers', async () => {
    const { screen, person } = await open();
    await person.click(await screen.findByRole('button', { name: 'Zoom in' }));
    await person.click(screen.getByRole('button', { name: 'Zoom out' }));
    expect(drawn.zoomed).toEqual([10, -10]);
  });

  it('turns and zooms by keyboard, wherever the focus is', async () => {
    const { screen, person } = await open();
    await screen.findByRole('button', { name: 'Zoom in' });
    await person.keyboard('{ArrowLeft}{ArrowUp}{ArrowUp}');
    expect(drawn.direction).toEqual({ heading: 355, pitch: 10 });
    screen.getByRole('button', { name: 'Zoom in' }).focus();
    await person.keyboard('{ArrowRight}{ArrowDown}');
    expect(drawn.direction).toEqual({ heading: 0, pitch: 5 });
    await person.keyboard('+=-');
    expect(drawn.zoomed).toEqual([5, 5, -5]);
  });

  it('turns up to the zenith and down to the nadir', async () => {
    const { screen, person } = await open(south.lat, { pitch: 85 });
    await person.click(await screen.findByRole('button', { name: 'Move up' }));
    expect(drawn.direction.pitch).toBe(90);
  });

  it('stays while a date is chosen by keyboard', async () => {
    const { screen, person } = await open();
    const dates = await screen.findByRole('combobox', { name: 'Taken' });
    act(() => dates.focus());
    await person.keyboard('{Enter}{ArrowDown}{Escape}');
    expect(drawn.direction).toEqual({ heading: 0, pitch: 0 });
    expect(drawn.shown).toEqual(['south']);
  });

  it('walks on with Enter, but not where Enter presses a button', async () => {
    const { screen, person } = await open();
    const left = await screen.findByRole('button', { name: 'Move left' });
    await screen.findByRole('button', { name: 'Move on, 22 m' });
    act(() => left.focus());
    await person.keyboard('{Enter}');
    expect(drawn.direction.heading).toBe(340);
    expect(drawn.shown).toEqual(['south']);
    act(() => left.blur());
    await person.keyboard('{Enter}');
    await vi.waitFor(() => expect(drawn.shown).toEqual(['south', 'middle']));
  });
});
