import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { type LoggedRequest, fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MapModelContext } from '../../../map/map-model.ts';
import { findFeatures } from '../../../map/search/find-features.ts';
import { hidePlace, showFeature, showPlace } from '../../../map/search/show-place.ts';
import { PlaceSearch } from './place-search.tsx';

vi.mock('../../../map/search/find-features.ts', () => ({ findFeatures: vi.fn<typeof findFeatures>() }));
vi.mock('../../../map/search/show-place.ts', () => ({
  showPlace: vi.fn<typeof showPlace>(async () => {}),
  showFeature: vi.fn<typeof showFeature>(async () => {}),
  hidePlace: vi.fn<typeof hidePlace>(async () => {}),
}));

const locator = { url: 'http://maps.example/locator', name: 'Places' };
const station = { layerId: 'stops', layerTitle: 'Stops', objectId: 7, title: 'Station square' };

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(findFeatures).mockResolvedValue([]);
});
afterEach(() => vi.unstubAllGlobals());

const suggestion = (text: string) => ({ suggestions: [{ text, magicKey: `key of ${text}` }] });
const candidate = { candidates: [{ address: 'Astana', location: { x: 71.44, y: 51.14 } }] };

async function rig(answers: Parameters<typeof fakeFetch>[0] = {}, geocode = [locator]) {
  const requested: LoggedRequest[] = fakeFetch({
    '/suggest': suggestion('Astana'),
    '/findAddressCandidates': candidate,
    ...answers,
  });
  const { model } = fakeMapModel();
  const context = await fakeContext({
    portal: { id: 'p1', name: 'Portal', helperServices: { geocode } },
  });
  const view = show(
    <MapModelContext value={model}>
      <PlaceSearch />
    </MapModelContext>,
    { context },
  );
  const field = view.screen.getByRole('combobox', { name: 'Search the map' });
  return { ...view, model, requested, field, context };
}

it('offers places and features under their headings, and shows the selected one', async () => {
  vi.mocked(findFeatures).mockResolvedValue([station]);
  const { person, screen, field, model } = await rig();
  await person.type(field, 'sta');
  await screen.findByRole('option', { name: 'Astana' });
  expect(screen.getByText('Places')).toBeTruthy();
  expect(screen.getByText('Stops')).toBeTruthy();
  await person.click(screen.getByRole('option', { name: 'Station square' }));
  expect(showFeature).toHaveBeenCalledWith(model, 'stops', 7);
  expect(showPlace).not.toHaveBeenCalled();
});

it('finds a place by the locator’s key, and does not search again for the selection', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { person, screen, field, requested } = await rig({
    '/suggest': [suggestion('Astana'), { suggestions: [] }],
  });
  await person.type(field, 'ast');
  await person.click(await screen.findByRole('option', { name: 'Astana' }));
  await waitFor(() => expect(showPlace).toHaveBeenCalled());
  expect(requested.at(-1)?.params).toMatchObject({ SingleLine: 'Astana', magicKey: 'key of Astana' });
  // Longer than the debounce: the selected one would have been requested by now.
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(requested.filter(({ path }) => path.endsWith('/suggest'))).toHaveLength(1);
});

it.each(['Astana', 'Station square'])('announces the name of the result that is shown: %s', async (name) => {
  vi.mocked(findFeatures).mockResolvedValue([station]);
  const { person, screen, field } = await rig();
  await person.type(field, 'sta');
  await person.click(await screen.findByRole('option', { name }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(name));
  await person.clear(field);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('announces no name while a place is looked up, nor one that was not found', async () => {
  const { person, screen, field } = await rig({ '/findAddressCandidates': { candidates: [] } });
  await person.type(field, 'ast');
  await person.click(await screen.findByRole('option', { name: 'Astana' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No results');
  expect(screen.getByRole('status').textContent).toBe('');
});

it('uses coordinates as typed and sends no request', async () => {
  const { person, screen, field, requested } = await rig();
  await person.type(field, '51.13, 71.43');
  await screen.findByRole('option', { name: '51.130000, 71.430000' });
  await person.keyboard('{Enter}');
  await waitFor(() => expect(showPlace).toHaveBeenCalledOnce());
  expect(vi.mocked(showPlace).mock.lastCall?.[1]).toMatchObject({ lat: 51.13, lng: 71.43 });
  expect(requested).toEqual([]);
});

it('reports no results, and clears that on the next letter', async () => {
  const { person, screen, field } = await rig({
    '/suggest': { suggestions: [] },
    '/findAddressCandidates': { candidates: [] },
  });
  await person.type(field, 'zz');
  await person.keyboard('{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('No results for “zz”');
  await person.clear(field);
  await person.type(field, 'q');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps the features when the locator fails, and shows why when there are none', async () => {
  vi.mocked(findFeatures).mockResolvedValueOnce([station]);
  const { person, screen, field } = await rig({
    '/suggest': { error: { code: 400, message: 'Out of order' } },
  });
  await person.type(field, 'sta');
  await screen.findByRole('option', { name: 'Station square' });
  expect(screen.queryByRole('alert')).toBeNull();
  await person.type(field, 'x');
  expect((await screen.findByRole('alert')).textContent).toContain('Out of order');
});

it('without a locator shows what the portal lacks, by its id, and still finds features', async () => {
  vi.mocked(findFeatures).mockResolvedValueOnce([station]);
  const { person, screen, field, requested } = await rig({}, []);
  await person.type(field, 'sta');
  await screen.findByRole('option', { name: 'Station square' });
  expect(screen.queryByRole('alert')).toBeNull();
  await person.type(field, 'x');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('portal:service-not-found');
  expect(alert.textContent).not.toContain('No results');
  await person.keyboard('{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('portal:service-not-found');
  expect(requested).toEqual([]);
});

it.each([401, 403, 498, 499])(
  'prompts visitors to sign in when the locator responds with %i',
  async (code) => {
    const { person, screen, field, context } = await rig({ '/suggest': { error: { code, message: 'No' } } });
    await person.type(field, 'ast');
    await person.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
  },
);

it('removes the marker from the map when the field is cleared', async () => {
  const { person, screen, field, model } = await rig();
  await person.type(field, 'ast');
  await person.click(screen.getByRole('button', { name: 'Clear' }));
  expect(hidePlace).toHaveBeenCalledWith(model);
});

it('does not go to a place that was chosen before another one', async () => {
  let answer = (_found: object) => {};
  const late = new Promise<object>((resolve) => (answer = resolve));
  const { person, screen, field } = await rig({ '/findAddressCandidates': () => late });
  await person.type(field, 'ast');
  await person.click(await screen.findByRole('option', { name: 'Astana' }));
  await person.clear(field);
  await person.type(field, '51.13, 71.43');
  await person.click(await screen.findByRole('option', { name: '51.130000, 71.430000' }));
  await act(async () => answer(candidate));
  expect(vi.mocked(showPlace).mock.calls.map(([, { lat }]) => lat)).toEqual([51.13]);
});
