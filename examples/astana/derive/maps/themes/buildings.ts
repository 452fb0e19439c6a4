import { newCentre, oldTown, wholeCity } from '../places.ts';
import { classBreaks, uniqueValues } from '../renderers.ts';
import { area, text } from '../symbols.ts';
import type { PopupField } from '../operational-layer.ts';
import type { MapDraft } from '../web-map.ts';

const fields: PopupField[] = [
  ['name', 'Name'],
  ['use', 'Use'],
  ['levels', 'Storeys', 0],
  ['height_m', 'Height (m)', 0],
  ['address', 'Address'],
];

const houses = (hex: string) => area(hex, 0.95, { colour: '#ffffff', width: 0.2, opacity: 0.5 });
const name = { field: 'label', placement: 'inside' as const, where: 'name IS NOT NULL' };

export const buildingsByLevels: MapDraft = {
  key: 'buildings-by-levels',
  basemap: 'light',
  view: [71.4, 51.115, 71.462, 51.148],
  bookmarks: [
    ['New centre', newCentre],
    ['Old town', oldTown],
    ['Whole city', wholeCity],
  ],
  searchHint: 'Find a building',
  layers: [
    {
      layer: 'buildings',
      title: 'Buildings by storeys',
      renderer: classBreaks(
        'levels',
        1,
        [
          [1, houses('#f7ead0'), '1'],
          [3, houses('#f3d9a9'), '2 to 3'],
          [5, houses('#eab676'), '4 to 5'],
          [9, houses('#dc8a56'), '6 to 9'],
          [15, houses('#c0594f'), '10 to 15'],
          [25, houses('#8e3b5c'), '16 to 25'],
          [100, houses('#532655'), '26 and more'],
        ],
        { symbol: houses('#dfdcd8'), label: 'Not mapped' },
      ),
      fields,
      labels: { ...name, symbol: text('#3a2f35', '#ffffff', 8.5), minScale: 6000 },
      search: 'label',
    },
  ],
};

export const buildingUse: MapDraft = {
  key: 'building-use',
  basemap: 'light',
  view: oldTown,
  bookmarks: [
    ['Old town', oldTown],
    ['New centre', newCentre],
  ],
  searchHint: 'Find a building',
  layers: [
    {
      layer: 'buildings',
      title: 'Buildings by use',
      where: 'use IS NOT NULL',
      renderer: uniqueValues('use', [
        ['Apartments', houses('#e0a458')],
        ['House', houses('#efcf9a'), 'Houses'],
        ['Offices and trade', houses('#c8553d')],
        ['Public', houses('#6a4c93'), 'Public buildings'],
        ['Education', houses('#3d7ea6')],
        ['Health', houses('#d1495b')],
        ['Industry and storage', houses('#8d99ae')],
        ['Garages', houses('#bfc5cc')],
        ['Under construction', houses('#78a942')],
      ]),
      fields,
      labels: { ...name, symbol: text('#33383d', '#ffffff', 8.5), minScale: 6000 },
      search: 'label',
    },
  ],
};

const glow = (hex: string) => area(hex, 0.95, { colour: '#1d2023', width: 0.4 });

export const highRise: MapDraft = {
  key: 'high-rise',
  basemap: 'dark',
  view: [71.45, 51.112, 71.49, 51.132],
  bookmarks: [['New centre', newCentre]],
  layers: [
    {
      layer: 'buildings',
      title: 'Buildings of 16 storeys and more',
      where: 'levels >= 16',
      renderer: classBreaks('levels', 16, [
        [20, glow('#f6c667'), '16 to 20'],
        [25, glow('#f08a4b'), '21 to 25'],
        [35, glow('#e0525e'), '26 to 35'],
        [100, glow('#c13584'), '36 and more'],
      ]),
      fields,
      labels: {
        field: 'levels',
        placement: 'inside',
        symbol: text('#ffffff', '#1d2023', 8, 'bold'),
        minScale: 15_000,
      },
    },
  ],
};
