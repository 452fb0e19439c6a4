import { expect, it, onTestFinished, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { legendGroups } from './legend-groups.ts';
import { maxLegendRows } from './legend.ts';

const layer = (title: string, classes: number) => ({
  title,
  loading: false,
  legendElements: [
    { infos: Array.from({ length: classes }, (_none, index) => ({ label: `${index}`, src: 'data:,' })) },
  ],
});
vi.mock('@arcgis/core/widgets/Legend/LegendViewModel.js', () => ({
  default: class {
    activeLayerInfos = { toArray: () => [layer('Parcels', 150), layer('Streets', 5000)] };
    destroy() {}
  },
}));

it('has the symbols of all classes for which a page may have room', async () => {
  vi.stubGlobal(
    'Image',
    class {
      decode = async () => {};
    },
  );
  const canvas = { getContext: () => null, toDataURL: () => 'data:image/png;base64,' };
  vi.stubGlobal('document', { createElement: () => canvas });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { groups } = await legendGroups({ view: { updating: false } } as unknown as MapInternals);
  expect(groups.map(({ title, rows }) => [title, rows.length])).toEqual([
    ['Parcels', 150],
    ['Streets', maxLegendRows],
  ]);
});
