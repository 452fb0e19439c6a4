import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { type LayerInformation, readLayerInformation } from '../../../map/layers/layer-information.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { InformationDialog } from './information-dialog.tsx';

vi.mock('../../../map/layers/layer-information.ts', () => ({
  readLayerInformation: vi.fn<typeof readLayerInformation>(),
}));

const information: LayerInformation = {
  description: 'Every stop of the city',
  credits: 'Transit office',
  terms: 'CC BY 4.0',
  source: 'https://x.example/FeatureServer/0',
  item: { title: 'Stops', owner: 'ada', page: 'https://x.example/home/item.html?id=1' },
  geometry: 'point',
  features: 1234,
  fields: 7,
  wkid: 3857,
  edited: undefined,
};

async function open() {
  const { model } = fakeMapModel();
  show(
    <MapModelContext value={model}>
      <InformationDialog layer={fakeLayer()} onClose={() => {}} />
    </MapModelContext>,
    { context: await fakeContext() },
  );
  return screen.findByRole('dialog', { name: 'Information about Stops' });
}

describe('information about a layer', () => {
  it('shows source, credits and numbers, without empty lines', async () => {
    vi.mocked(readLayerInformation).mockResolvedValue(information);
    const dialog = within(await open());
    expect(await dialog.findByText('Transit office')).toBeDefined();
    expect(dialog.getByText('1,234 points')).toBeDefined();
    expect(dialog.getByRole('link', { name: /FeatureServer/ }).getAttribute('href')).toBe(information.source);
    expect(dialog.getByText('EPSG:3857')).toBeDefined();
    expect(dialog.queryByText('Last edit')).toBeNull();
  });

  it('shows the texts of the item in the user’s language', async () => {
    const en = { title: 'Bus stops', snippet: 'Where buses stop' };
    const item = { ...information.item!, properties: { mappingTranslations: { en } } };
    vi.mocked(readLayerInformation).mockResolvedValue({ ...information, item });
    const dialog = within(await open());
    expect(await dialog.findByRole('link', { name: 'Bus stops, by ada' })).toBeDefined();
    expect(dialog.getByText('Where buses stop')).toBeDefined();
    expect(dialog.queryByText('Every stop of the city')).toBeNull();
  });

  it('names the cause when the layer cannot be read', async () => {
    vi.mocked(readLayerInformation).mockRejectedValue(
      new MappingError('layer:not-found', 'The layer is gone.', { status: 404 }),
    );
    const dialog = within(await open());
    expect((await dialog.findByRole('alert')).textContent).toContain('no longer exists');
  });
});
