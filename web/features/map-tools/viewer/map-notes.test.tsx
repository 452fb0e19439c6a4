import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { offlineCopy } from '../../../context/offline-maps.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { MapNotes } from './map-notes.tsx';

const incomplete = new MappingError('layer:server-failed', 'Failed', { status: 504 });

it('names the layers that lack features, draws them again, and is closed', async () => {
  const layers = [
    fakeLayer({ id: 'stops', title: 'Stops', incomplete }),
    fakeLayer({ id: 'quays', title: 'Quays', incomplete }),
    fakeLayer({ id: 'hidden', title: 'Hidden', visible: false, incomplete }),
  ];
  const { model } = fakeMapModel({ layers });
  const context = await fakeContext({ signedIn: true });
  const { person } = show(
    <MapModelContext value={model}>
      <MapNotes malformedLink={false} onShowLayers={() => {}} />
    </MapModelContext>,
    { context },
  );
  expect(screen.getByRole('alert').textContent).toContain('Stops and Quays: Its server reported an error.');
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(vi.mocked(model.retryLayer).mock.calls).toEqual([['stops'], ['quays']]);
  await person.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('names each reason by itself, and offers to draw again only where that may help', async () => {
  const endless = new MappingError('layer:endless-expression', 'Endless', { status: 0 });
  const layers = [
    fakeLayer({ id: 'stops', title: 'Stops', incomplete: endless }),
    fakeLayer({ id: 'quays', title: 'Quays', incomplete }),
  ];
  show(
    <MapModelContext value={fakeMapModel({ layers }).model}>
      <MapNotes malformedLink={false} onShowLayers={() => {}} />
    </MapModelContext>,
    { context: await fakeContext({ signedIn: true }) },
  );
  const [first, second] = screen.getAllByRole('alert').map((note) => note.textContent);
  expect(first).toMatch(/^Stops: An expression .* doesn’t end/);
  expect(first).not.toContain('Try again');
  expect(second).toMatch(/^Quays: .*Try again/);
});

it('names a basemap that lacks tiles, which is not one that could not be loaded', async () => {
  const error = new MappingError('layer:busy', 'Busy', { status: 429 });
  const { model } = fakeMapModel({
    basemapFailures: [{ id: 'streets', title: 'Streets', error, isDrawn: true }],
  });
  const context = await fakeContext({ signedIn: true });
  const { person } = show(
    <MapModelContext value={model}>
      <MapNotes malformedLink={false} onShowLayers={() => {}} />
    </MapModelContext>,
    { context },
  );
  expect(screen.getByRole('alert').textContent).toContain(
    'Streets: Its server is receiving too many requests.',
  );
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(vi.mocked(model.retryLayer).mock.calls).toEqual([['streets']]);
});

it('says of an offline copy how old it is', async () => {
  show(
    <MapModelContext value={fakeMapModel({}).model}>
      <MapNotes malformedLink={false} onShowLayers={() => {}} />
    </MapModelContext>,
    { context: await fakeContext({ signedIn: true }) },
  );
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => offlineCopy.set(Date.now() - 3 * 3_600_000));
  expect(screen.getByRole('alert').textContent).toContain('Offline copy from 3 hours ago');
  act(() => offlineCopy.set(undefined));
  expect(screen.queryByRole('alert')).toBeNull();
});
