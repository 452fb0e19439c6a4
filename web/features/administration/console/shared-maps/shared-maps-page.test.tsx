import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { show } from '../../../../../testing/web/render.tsx';
import type { SharedMapSummary } from '../../../../../wire/shared-map.ts';
import { MappingError } from '../../../../../wire/errors.ts';
import { changeSharedMap, listAllSharedMaps, revokeSharedMap } from '../../../../api/maps.ts';
import { SharedMapsPage } from './shared-maps-page.tsx';

vi.mock('../../../../api/maps.ts', () => ({
  changeSharedMap: vi.fn<typeof changeSharedMap>(),
  listAllSharedMaps: vi.fn<typeof listAllSharedMaps>(),
  revokeSharedMap: vi.fn<typeof revokeSharedMap>(),
}));

const map = (title: string, revoked = false): SharedMapSummary => ({
  sid: 'abcdefghijk12345',
  url: 'https://m.example/demo/map/sid/abcdefghijk12345',
  title,
  access: 'public',
  groups: [],
  owner: 'grace',
  created: 0,
  modified: 0,
  expires: null,
  revoked,
});

/** The organisation's only shared map, which takes the titles that it is given. */
function serve(first: SharedMapSummary) {
  let current = first;
  vi.mocked(listAllSharedMaps).mockImplementation(async () => ({
    total: 1,
    start: 1,
    num: 20,
    nextStart: -1,
    results: [current],
  }));
  vi.mocked(changeSharedMap).mockImplementation(async (_org, _sid, { title }) => {
    current = { ...current, title: title ?? current.title };
    return current;
  });
}

beforeEach(() => vi.clearAllMocks());

it('a shared map of another person is renamed, by keyboard', async () => {
  serve(map('City'));
  const { person } = show(<SharedMapsPage />, { context: await fakeContext() });
  await person.click(await screen.findByRole('button', { name: 'Rename: City' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename' }));
  const title = dialog.getByRole('textbox', { name: 'Title of the shared map' });
  // The old title is selected: typing replaces it.
  expect(document.activeElement).toBe(title);
  await person.keyboard(' Old town {Enter}');
  expect(await screen.findByRole('link', { name: 'Old town' })).toBeDefined();
  expect(changeSharedMap).toHaveBeenCalledExactlyOnceWith('demo', 'abcdefghijk12345', { title: 'Old town' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a title that could not be stored stays in the field, with the reason', async () => {
  serve(map('City'));
  vi.mocked(changeSharedMap).mockRejectedValueOnce(new MappingError('shared-map:broken', 'Broken'));
  const { person } = show(<SharedMapsPage />, { context: await fakeContext() });
  await person.click(await screen.findByRole('button', { name: 'Rename: City' }));
  const dialog = within(await screen.findByRole('dialog'));
  const title = dialog.getByRole('textbox');
  await person.clear(title);
  expect(dialog.getByRole('button', { name: 'Rename' })).toHaveProperty('disabled', true);
  await person.type(title, 'Old town');
  await person.click(dialog.getByRole('button', { name: 'Rename' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Broken');
  expect(title).toHaveProperty('value', 'Old town');
  await person.click(dialog.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByRole('link', { name: 'Old town' })).toBeDefined();
});

it('a revoked map keeps its title', async () => {
  serve(map('City', true));
  show(<SharedMapsPage />, { context: await fakeContext() });
  expect(await screen.findByRole('button', { name: 'Rename: City' })).toHaveProperty('disabled', true);
});
