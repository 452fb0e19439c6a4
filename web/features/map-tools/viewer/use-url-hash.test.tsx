import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import type { MapPlace } from '../../../../wire/url-state.ts';
import { type MapModel, MapModelContext } from '../../../map/map-model.ts';
import { useUrlHash } from './use-url-hash.ts';

const place = (lat: number): MapPlace => ({ lat, lng: 71.43, zoom: 14, rotation: 0 });

function Address({ tool }: { tool: string }) {
  return useUrlHash(tool) ? 'malformed' : 'read';
}

/** A page with a map at 51.12; `arrive` completes the last requested move. */
function open(tool: string) {
  history.replaceState(null, '', '#at=51.12,71.43,14,0');
  const arrive = vi.fn<() => void>();
  const goTo = vi.fn<MapModel['goTo']>(
    () => new Promise<void>((resolve) => arrive.mockImplementation(resolve)),
  );
  const { model, set } = fakeMapModel({ place: place(51.12) });
  model.goTo = goTo;
  const view = show(
    <MapModelContext value={model}>
      <Address tool={tool} />
    </MapModelContext>,
  );
  return { goTo, arrive, set, view };
}

const change = (hash: string) => {
  act(() => {
    history.replaceState(null, '', hash);
    window.dispatchEvent(new PopStateEvent('popstate'));
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
};

afterEach(() => history.replaceState(null, '', location.pathname));

it('the URL holds the tool and, once the map is stationary, the viewpoint', () => {
  const { set } = open('legend');
  expect(location.hash).toBe('#at=51.12,71.43,14,0&tool=legend');
  act(() => set({ place: place(51.13) }));
  expect(location.hash).toBe('#at=51.13,71.43,14,0&tool=legend');
});

it('navigating back while the map is moving takes effect', async () => {
  const { goTo, arrive, set } = open('legend');
  change('#at=51.16,71.43,14,0&tool=legend');
  expect(goTo).toHaveBeenLastCalledWith(place(51.16));
  // The map passes another place: the URL keeps its destination.
  act(() => set({ place: place(51.14) }));
  expect(location.hash).toBe('#at=51.16,71.43,14,0&tool=legend');
  change('#at=51.12,71.43,14,0&tool=legend');
  expect(goTo).toHaveBeenLastCalledWith(place(51.12));
  act(() => set({ place: place(51.12) }));
  await act(async () => arrive());
  expect(location.hash).toBe('#at=51.12,71.43,14,0&tool=legend');
  expect(goTo).toHaveBeenCalledTimes(2);
});

it('a URL that is not processed yet is not overwritten', () => {
  const { goTo, set } = open('legend');
  history.replaceState(null, '', '#at=51.16,71.43,14,0');
  act(() => set({ place: place(51.13) }));
  expect(goTo).toHaveBeenLastCalledWith(place(51.16));
  expect(location.hash).toBe('#at=51.16,71.43,14,0&tool=legend');
});

it('a URL with the current viewpoint does not move the map', () => {
  const { goTo } = open('legend');
  change('#at=51.12,71.43,14,0&tool=measure');
  expect(goTo).not.toHaveBeenCalled();
});

it('an unreadable URL is reported', () => {
  const { view } = open('legend');
  expect(view.getByText('read')).toBeDefined();
  change('#at=somewhere');
  expect(view.getByText('malformed')).toBeDefined();
});
