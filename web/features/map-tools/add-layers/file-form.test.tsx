import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { addFeatures, addPicture, type AddedLayer } from '../../../map/add/add-layers.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { FileForm } from './file-form.tsx';

vi.mock('../../../map/add/add-layers.ts', () => ({
  addFeatures: vi.fn<typeof addFeatures>(async () => ({ id: 'a', title: 'A' })),
  addPicture: vi.fn<typeof addPicture>(),
}));

const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Pump</name>
  <Point><coordinates>71,51</coordinates></Point></Placemark></kml>`;

it('adds nothing of a file whose reading was cancelled', async () => {
  const onAdded = vi.fn<(layer: AddedLayer) => void>();
  const { person, container } = show(
    <MapModelContext value={fakeMapModel().model}>
      <FileForm onAdded={onAdded} />
    </MapModelContext>,
  );
  let read = (_text: string) => {};
  const file = new File([kml], 'pumps.kml');
  file.text = () => new Promise((resolve) => (read = resolve));
  await person.upload(container.querySelector('input[type=file]') as HTMLInputElement, file);
  await person.click(await screen.findByRole('button', { name: 'Cancel' }));
  await act(async () => {
    read(kml);
    await import('@tmcw/togeojson');
  });
  await waitFor(() => expect(screen.getByLabelText('Choose a file')).toBeTruthy());
  expect(addFeatures).not.toHaveBeenCalled();
  expect(onAdded).not.toHaveBeenCalled();
});

it('stops adding a picture that was cancelled', async () => {
  const aborted: boolean[] = [];
  const added = Promise.withResolvers<AddedLayer>();
  vi.mocked(addPicture).mockImplementation(async (_model, _file, signal) => {
    signal.addEventListener('abort', () => aborted.push(true));
    return added.promise;
  });
  const { person, container } = show(
    <MapModelContext value={fakeMapModel().model}>
      <FileForm onAdded={() => {}} />
    </MapModelContext>,
  );
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  await person.upload(input, new File(['x'], 'plan.png'));
  await person.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(aborted).toEqual([true]);
});
