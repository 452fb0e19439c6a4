import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { createRenderer } from '@arcgis/core/smartMapping/renderers/relationship.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { expect, it, vi } from 'vitest';
import { makeRenderer, type RendererOrder } from './make-renderer.ts';

vi.mock('@arcgis/core/smartMapping/renderers/relationship.js', () => ({
  createRenderer: vi.fn<typeof createRenderer>(),
}));

const order: RendererOrder = {
  kind: 'relationship',
  field: undefined,
  furtherFields: [],
  expression: undefined,
  expressionTitle: '',
  divisor: undefined,
  several: ['storeys', 'height'].map((field) => ({ field, label: field })),
  ramp: undefined,
  steps: 'continuous',
  colorTheme: 'high-to-low',
  classes: 5,
  types: undefined,
  theme: 'light',
};
const relate = () => makeRenderer({} as FeatureLayer, {} as MapView, order);
const failure = (name: string) => Object.assign(new Error('incompatible class breaks'), { name });

it('relates two numbers by other classes where they do not have as many quantiles', async () => {
  vi.mocked(createRenderer).mockReset();
  vi.mocked(createRenderer).mockImplementation(async ({ classificationMethod }) => {
    if (classificationMethod !== 'equal-interval') throw failure('relationship-renderer:error');
    return { renderer: 'related' } as never;
  });
  expect(await relate()).toBe('related');
});

it('asks once for two numbers whose values the service does not return', async () => {
  vi.mocked(createRenderer).mockReset();
  vi.mocked(createRenderer).mockRejectedValue(failure('request:server'));
  await expect(relate()).rejects.toThrow('incompatible');
  expect(createRenderer).toHaveBeenCalledOnce();
});
