import { beforeEach, expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../testing/web/fake-map-model.ts';
import { MappingError } from '../../../wire/errors.ts';
import { layerData } from './layer-data.ts';
import { layerFeatures } from './layer-features.ts';

vi.mock('./layer-features.ts', () => ({ layerFeatures: vi.fn<typeof layerFeatures>() }));

const make = (format: 'csv' | 'geojson') =>
  layerData(fakeMapModel().model, 'stops', format, { signal: new AbortController().signal });

beforeEach(() => void vi.mocked(layerFeatures).mockReset());

it('a file has the layer’s name and the extension of its format', async () => {
  vi.mocked(layerFeatures).mockResolvedValue({ features: [], title: 'Stops: 1/2' });
  expect((await make('csv')).name).toBe('Stops 1 2.csv');
  const { name, content } = await make('geojson');
  expect([name, content.type]).toEqual(['Stops 1 2.geojson', 'application/geo+json']);
});

// The SDK's errors are not instances of `Error`, and would be shown without a message.
it('an SDK exception becomes a readable error', async () => {
  const thrown = { name: 'request:server', message: 'The service is down', details: { httpStatus: 500 } };
  vi.mocked(layerFeatures).mockRejectedValueOnce(thrown);
  await expect(make('csv')).rejects.toMatchObject({
    name: 'MappingError',
    id: 'layer:server-failed',
    message: 'The service is down',
  });
  const own = new MappingError('layer:too-large', 'Too many');
  vi.mocked(layerFeatures).mockRejectedValueOnce(own);
  await expect(make('csv')).rejects.toBe(own);
});
