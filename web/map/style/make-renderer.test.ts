import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { createClassBreaksRenderer } from '@arcgis/core/smartMapping/renderers/color.js';
import { createRenderer as createOneSymbol } from '@arcgis/core/smartMapping/renderers/location.js';
import { createRenderer } from '@arcgis/core/smartMapping/renderers/relationship.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { expect, it, vi } from 'vitest';
import { makeRenderer, rampsOf, type RendererOptions } from './make-renderer.ts';

vi.mock('@arcgis/core/smartMapping/renderers/relationship.js', () => ({
  createRenderer: vi.fn<typeof createRenderer>(),
}));
vi.mock('@arcgis/core/smartMapping/renderers/location.js', () => ({
  createRenderer: vi.fn<typeof createOneSymbol>(async () => ({ renderer: 'one symbol' }) as never),
}));
vi.mock('@arcgis/core/smartMapping/renderers/color.js', () => ({
  createClassBreaksRenderer: vi.fn<typeof createClassBreaksRenderer>(
    async () => ({ renderer: 'classes' }) as never,
  ),
}));

const options: RendererOptions = {
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
const layer = { geometryType: 'point' } as FeatureLayer;
const make = (parts: Partial<RendererOptions> = {}) =>
  makeRenderer(layer, {} as MapView, { ...options, ...parts });
const failure = (name: string) => Object.assign(new Error('incompatible class breaks'), { name });

it('relates two numbers by other classes where they do not have as many quantiles', async () => {
  vi.mocked(createRenderer).mockReset();
  vi.mocked(createRenderer).mockImplementation(async ({ classificationMethod }) => {
    if (classificationMethod !== 'equal-interval') throw failure('relationship-renderer:error');
    return { renderer: 'related' } as never;
  });
  expect(await make()).toBe('related');
});

it('asks once for two numbers whose values the service does not return', async () => {
  vi.mocked(createRenderer).mockReset();
  vi.mocked(createRenderer).mockRejectedValue(failure('request:server'));
  await expect(make()).rejects.toThrow('incompatible');
  expect(createRenderer).toHaveBeenCalledOnce();
});

it('draws all features by one symbol', async () => {
  expect(await make({ kind: 'single', theme: 'dark' })).toBe('one symbol');
  expect(vi.mocked(createOneSymbol).mock.lastCall?.[0]).toMatchObject({ layer, basemapTheme: 'dark' });
});

it('makes classes by standard deviations, with colours for both sides', async () => {
  const colorTheme = 'above-and-below';
  const [ramp] = rampsOf('color', layer, 'light', colorTheme);
  const asked = { kind: 'color', field: 'n', steps: 'standard-deviation', colorTheme } as const;
  expect(await make({ ...asked, ramp: ramp?.id })).toBe('classes');
  expect(vi.mocked(createClassBreaksRenderer).mock.lastCall?.[0]).toMatchObject({
    field: 'n',
    classificationMethod: 'standard-deviation',
    colorScheme: { id: ramp?.id, theme: colorTheme },
  });
});

it.each([
  ['color', 'light', 'high-to-low'],
  ['color', 'dark', 'above-and-below'],
  ['heatmap', 'light', undefined],
  ['heatmap', 'dark', undefined],
] as const)(
  'offers the colours that everyone can distinguish first (%s, %s, %s)',
  (kind, theme, colorTheme) => {
    const safe = rampsOf(kind, layer, theme, colorTheme).map(({ colorBlindSafe }) => colorBlindSafe);
    expect(safe).toHaveLength(12);
    expect(safe[0]).toBe(true);
    expect(safe).toEqual(safe.toSorted((one, other) => Number(other) - Number(one)));
  },
);
