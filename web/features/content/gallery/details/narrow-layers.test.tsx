import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { NarrowLayers } from './narrow-layers.tsx';

afterEach(() => vi.unstubAllGlobals());

const layer = (parts: Parameters<typeof webMap>[0]) => webMap({ type: 'Feature Service', ...parts });
const trees = layer({ id: 'l1', title: 'Trees', access: 'private' });

describe('a map that is shared wider than its layers', () => {
  it('shares the layers of its owner with one press', async () => {
    const log = fakeFetch({ '/users/ada/items/l1/share': { notSharedWith: [] } });
    const benches = layer({ id: 'l2', title: 'Benches', access: 'org', owner: 'bob' });
    const roads = layer({ id: 'l3', title: 'Roads', access: 'public' });
    const { screen, person } = show(
      <NarrowLayers map={webMap({ access: 'public' })} layers={[trees, benches, roads]} />,
      { context: await fakeContext({ signedIn: true }) },
    );
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('sees these layers: Trees, Benches.');
    expect(alert.textContent).toContain('Ask the owners to share these layers: Benches.');
    await person.click(screen.getByRole('button', { name: 'Share them like the map' }));
    await vi.waitFor(() => expect(log.map(({ params }) => params['everyone'])).toEqual(['true']));
  });

  it.each([
    ['everyone sees what the map’s people see', { access: 'private' as const }, true],
    ['someone else owns the map', { access: 'public' as const, owner: 'bob' }, true],
    ['the user is a visitor', { access: 'public' as const }, false],
  ])('says nothing when %s', async (_why, parts, signedIn) => {
    fakeFetch({});
    show(<NarrowLayers map={webMap(parts)} layers={[trees]} />, { context: await fakeContext({ signedIn }) });
    expect(document.querySelector('[role=alert]')).toBeNull();
  });
});
