import type MapView from '@arcgis/core/views/MapView.js';
import Collection from '@arcgis/core/core/Collection.js';
import { expect, it } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { openExtensionMap } from './extension-layer.ts';

it('the last requested filter applies, whichever response comes first', async () => {
  const answers: (() => void)[] = [];
  const layerView: { filter?: { where: string } | null } = {};
  const layer = {
    id: 'stops',
    type: 'feature',
    load: async () => {},
    queryFeatureCount: () => new Promise<number>((resolve) => answers.push(() => resolve(1))),
  };
  const view = {
    map: { layers: new Collection([layer]) },
    selectionManager: { selections: [], on: () => {} },
    on: () => ({ remove() {} }),
    whenLayerView: async () => layerView,
  } as unknown as MapView;
  const internals = { view, clicksClaimed: () => false, onLeave: () => () => {} } as unknown as MapInternals;
  const map = openExtensionMap(internals, { title: 'Works', color: '#ff0000', onPicked: () => {} });
  const both = Promise.all([map.filter('stops', 'a = 1'), map.filter('stops', 'a = 2')]);
  await expect.poll(() => answers.length).toBe(2);
  answers.reverse();
  for (const answer of answers) {
    answer();
    await Promise.resolve();
  }
  expect(await both).toEqual([1, 1]);
  expect(layerView.filter?.where).toBe('a = 2');
});
