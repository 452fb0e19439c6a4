import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
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
