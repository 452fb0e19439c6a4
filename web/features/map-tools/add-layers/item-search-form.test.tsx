import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MapModelContext } from '../../../map/map-model.ts';
import { ItemSearchForm } from './item-search-form.tsx';

afterEach(() => vi.unstubAllGlobals());

async function open(answer: object) {
  const log = fakeFetch({ '/search': answer });
  const { model, set } = fakeMapModel({ area: [71.3, 51, 71.6, 51.2] });
  const context = await fakeContext();
  const rig = show(
    <MapModelContext value={model}>
      <ItemSearchForm onAdded={() => {}} />
    </MapModelContext>,
    { context },
  );
  return { ...rig, log, set, context };
}

it('searches the area of the map, also after a move', async () => {
  const roads = webMap({ title: 'Roads', type: 'Feature Service' });
  const { screen, person, log, set } = await open({ total: 1, nextStart: -1, results: [roads] });
  await screen.findByText('Roads');
  expect(log.at(-1)?.params).not.toHaveProperty('bbox');
  await person.click(screen.getByRole('switch', { name: 'In the area shown' }));
  await vi.waitFor(() => expect(log.at(-1)?.params['bbox']).toBe('71.3,51,71.6,51.2'));
  act(() => set({ area: [10, 20, 11, 21] }));
  await vi.waitFor(() => expect(log.at(-1)?.params['bbox']).toBe('10,20,11,21'));
});

it('offers all layers when the area has none', async () => {
  const { screen, person } = await open({ total: 0, nextStart: -1, results: [] });
  await person.click(await screen.findByRole('switch', { name: 'In the area shown' }));
  await person.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(await screen.findByRole('switch', { name: 'In the area shown', checked: false })).toBeDefined();
});

it.each([401, 403, 498, 499])(
  'prompts visitors to sign in when the portal responds with %i',
  async (code) => {
    const { screen, person, context } = await open({ error: { code, message: 'No' } });
    await person.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
  },
);
