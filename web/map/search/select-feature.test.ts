import { expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { selectFeature } from './place-marker.ts';

it.each([
  ['cannot be read', () => Promise.reject(new TypeError('Failed to fetch')), 'layer:unreachable'],
  ['no longer exists', async () => ({ features: [] }), 'feature:not-found'],
])('a linked feature that %s is reported, and the map stays', async (_why, queryFeatures, id) => {
  const layer = {
    id: 'stops',
    type: 'feature',
    load: async () => {},
    createQuery: () => ({}),
    queryFeatures,
  };
  const popupFailed = vi.fn<MapInternals['popupFailed']>();
  const view = { map: { layers: { toArray: () => [layer] } }, when: async () => {}, destroyed: false };
  const internals = { view, popupFailed } as unknown as MapInternals;
  expect(await selectFeature(internals, { layer: 'stops', id: 7 })).toBe(false);
  expect(popupFailed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id }));
});

it('a linked feature whose layer is no longer in the map is reported', async () => {
  const popupFailed = vi.fn<MapInternals['popupFailed']>();
  const view = { map: { layers: { toArray: () => [] } }, when: async () => {}, destroyed: false };
  const internals = { view, popupFailed } as unknown as MapInternals;
  expect(await selectFeature(internals, { layer: 'stops', id: 7 })).toBe(false);
  expect(popupFailed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'feature:not-found' }));
});
