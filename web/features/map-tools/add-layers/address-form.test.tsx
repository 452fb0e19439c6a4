import { fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { addService } from '../../../map/add/add-layers.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { AddPanel } from './add-panel.tsx';

vi.mock('../../../map/add/add-layers.ts', () => ({
  addService: vi.fn<typeof addService>(),
  addItem: vi.fn<() => void>(),
  addFeatures: vi.fn<() => void>(),
  addPicture: vi.fn<() => void>(),
}));

async function openForm() {
  const { model } = fakeMapModel({});
  const { screen, person } = show(
    <MapModelContext value={model}>
      <AddPanel />
    </MapModelContext>,
    { context: await fakeContext() },
  );
  await person.click(screen.getByRole('tab', { name: 'Address' }));
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Address of a service or file' });
  return { screen, person, address };
}

it('keeps an address that is typed while another is added', async () => {
  const adding = Promise.withResolvers<{ id: string; title: string }>();
  vi.mocked(addService).mockReturnValueOnce(adding.promise);
  const { screen, person, address } = await openForm();
  fireEvent.change(address, { target: { value: 'https://maps.example.org/roads/MapServer' } });
  await person.click(screen.getByRole('button', { name: 'Add' }));
  fireEvent.change(address, { target: { value: 'https://maps.example.org/parks' } });
  adding.resolve({ id: 'roads', title: 'Roads' });
  await screen.findByText(/Roads/);
  expect(address.value).toBe('https://maps.example.org/parks');
});

it('says how many features of a file a saved map leaves out', async () => {
  vi.mocked(addService).mockResolvedValueOnce({
    id: 'trees',
    title: 'Trees',
    unsaved: { features: 1500, most: 10_000 },
  });
  const { screen, person, address } = await openForm();
  fireEvent.change(address, { target: { value: 'https://maps.example.org/trees/MapServer' } });
  await person.click(screen.getByRole('button', { name: 'Add' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'at most 10,000 features of a layer, so 1,500 features of this file will be lost',
  );
});

it('reports a failure until another address is typed', async () => {
  vi.mocked(addService).mockRejectedValue(new MappingError('layer:not-found', 'No', { status: 404 }));
  const { screen, person, address } = await openForm();
  fireEvent.change(address, { target: { value: 'https://maps.example.org/roads/MapServer' } });
  await person.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText(/no longer exists at its address/);
  fireEvent.change(address, { target: { value: 'roads' } });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Enter a valid web address.')).toBeDefined();
});
