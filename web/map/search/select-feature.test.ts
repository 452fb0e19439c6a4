import { expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { selectFeature } from './place-marker.ts';

it('a linked feature that cannot be read is reported, and the map stays', async () => {
  const layer = {
    id: 'stops',
    type: 'feature',
    load: async () => {},
    createQuery: () => ({}),
    queryFeatures: () => Promise.reject(new TypeError('Failed to fetch')),
  };
  const popupFailed = vi.fn<MapInternals['popupFailed']>();
  const view = { map: { layers: { toArray: () => [layer] } }, when: async () => {}, destroyed: false };
  const internals = { view, popupFailed } as unknown as MapInternals;
  expect(await selectFeature(internals, { layer: 'stops', id: 7 })).toBe(false);
  expect(popupFailed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'layer:unreachable' }));
});
