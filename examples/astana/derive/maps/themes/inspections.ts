import { districts } from '../places.ts';
import { uniqueValues, withSizeByScale } from '../renderers.ts';
import { dot } from '../symbols.ts';
import type { MapDraft } from '../web-map.ts';

/** The map with time: four weeks of inspections are shown at once. */
export const stopInspections: MapDraft = {
  key: 'inspections-in-time',
  basemap: 'light',
  view: [71.36, 51.1, 71.5, 51.2],
  bookmarks: districts,
  searchHint: 'Find a bus stop',
  time: { from: '2025-04-01', to: '2025-10-01', step: 'Weeks' },
  layers: [
    {
      layer: 'stop-inspections',
      title: 'Inspections by condition',
      renderer: withSizeByScale(
        uniqueValues('condition', [
          ['Good', dot('#3f9c6b', 9)],
          ['Worn', dot('#e9a03b', 9)],
          ['Damaged', dot('#c2313f', 9)],
        ]),
        [
          [4000, 14],
          [20_000, 11],
          [60_000, 8],
          [150_000, 6],
        ],
      ),
      fields: [
        ['inspected', 'Inspected on'],
        ['condition', 'Condition'],
        ['finding', 'Finding'],
      ],
      search: 'label',
    },
  ],
};
