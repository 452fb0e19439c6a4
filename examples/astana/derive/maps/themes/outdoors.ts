import { districts, newCentre, wholeCity } from '../places.ts';
import { simple, uniqueValues } from '../renderers.ts';
import { area, line, text } from '../symbols.ts';
import type { MapDraft } from '../web-map.ts';

const green = (hex: string) => area(hex, 0.85, { colour: '#4d7326', width: 0.4, opacity: 0.45 });

export const parksAndGreen: MapDraft = {
  key: 'parks-and-green',
  basemap: 'light',
  view: [71.375, 51.1, 71.49, 51.175],
  bookmarks: districts,
  searchHint: 'Find a park',
  layers: [
    {
      layer: 'green-areas',
      title: 'Green areas',
      renderer: uniqueValues('kind', [
        ['Park', green('#78a942'), 'Parks'],
        ['Garden', green('#93bf5c'), 'Gardens'],
        ['Wood', green('#4f8a4b'), 'Woods'],
        ['Lawn', area('#bcd893', 0.9), 'Lawns'],
        ['Orchard', green('#c3b954'), 'Orchards'],
        ['Allotments', green('#d6c27a')],
        ['Cemetery', green('#9bab86'), 'Cemeteries'],
        ['Scrub', area('#a9b97d', 0.8)],
        ['Grassland', area('#d3dfa5', 0.85)],
        ['Wetland', area('#9cc7b4', 0.8), 'Wetlands'],
      ]),
      fields: [
        ['kind', 'Kind'],
        ['name_kk', 'Name in Kazakh'],
        ['leaf_type', 'Leaves'],
        ['area_ha', 'Area (ha)', 2],
      ],
      labels: {
        field: 'label',
        placement: 'inside',
        symbol: text('#3c5a1e', '#ffffff', 9, 'normal', 'italic'),
        minScale: 100_000,
        where: 'name IS NOT NULL',
      },
      search: 'label',
    },
    {
      layer: 'tree-rows',
      title: 'Rows of trees',
      minScale: 50_000,
      renderer: simple(line('#4f8a4b', 2.2), 'Row of trees'),
      fields: [
        ['kind', 'Kind'],
        ['leaf_type', 'Leaves'],
      ],
    },
  ],
};

export const walking: MapDraft = {
  key: 'walking-and-cycling',
  basemap: 'light',
  view: [71.398, 51.112, 71.46, 51.146],
  bookmarks: [
    ['New centre', newCentre],
    ['Whole city', wholeCity],
  ],
  layers: [
    {
      layer: 'walking-paths',
      title: 'Paths',
      minScale: 80_000,
      renderer: uniqueValues('kind', [
        ['Footpath', line('#d1603d', 0.9), 'Footpaths'],
        ['Path', line('#a86b3c', 0.9), 'Paths'],
        ['Pedestrian street', line('#78a942', 1.8), 'Pedestrian streets'],
        ['Cycle track', line('#2f73b7', 1.8), 'Cycle tracks'],
        ['Steps', line('#8e3b5c', 1.8, { dashed: true })],
        ['Track', line('#b59f7b', 0.9, { dashed: true }), 'Tracks'],
      ]),
      fields: [
        ['kind', 'Kind'],
        ['surface', 'Surface'],
        ['lit', 'Lit'],
        ['length_m', 'Length (m)', 0],
      ],
    },
  ],
};

export const river: MapDraft = {
  key: 'river-and-bridges',
  basemap: 'light',
  view: [71.38, 51.1, 71.5, 51.175],
  bookmarks: districts,
  searchHint: 'Find water or a bridge',
  layers: [
    {
      layer: 'water',
      title: 'Water',
      renderer: uniqueValues('kind', [
        ['River', area('#4f9cc4', 0.9), 'Rivers'],
        ['Canal', area('#66b2c9', 0.9), 'Canals'],
        ['Reservoir', area('#86bfd8', 0.9), 'Reservoirs'],
        ['Lake or pond', area('#9fd0e3', 0.9), 'Lakes and ponds'],
        ['Fountain', area('#3f7fbf', 0.9), 'Fountains'],
      ]),
      fields: [
        ['kind', 'Kind'],
        ['name_kk', 'Name in Kazakh'],
        ['area_ha', 'Area (ha)', 2],
      ],
      labels: {
        field: 'label',
        placement: 'inside',
        symbol: text('#20506b', '#ffffff', 9, 'normal', 'italic'),
        minScale: 100_000,
        where: 'name IS NOT NULL',
      },
      search: 'label',
    },
    {
      layer: 'bridges',
      title: 'Bridges',
      renderer: uniqueValues('carries', [
        ['Street', line('#c8553d', 3), 'For streets'],
        ['Railway', line('#4c4f55', 3), 'For railways'],
        ['Path', line('#78a942', 2.4), 'For people on foot'],
      ]),
      fields: [
        ['carries', 'Carries'],
        ['lanes', 'Lanes', 0],
        ['length_m', 'Length (m)', 0],
      ],
      search: 'label',
    },
  ],
};

export const landUse: MapDraft = {
  key: 'use-of-land',
  basemap: 'light',
  view: [71.33, 51.1, 71.56, 51.225],
  bookmarks: districts,
  layers: [
    {
      layer: 'land-use',
      title: 'Land use',
      renderer: uniqueValues('use', [
        ['Housing', area('#f2c48d', 0.75)],
        ['Commerce', area('#e07a5f', 0.75)],
        ['Industry', area('#9a8fb0', 0.75)],
        ['Garages', area('#b9bec5', 0.8)],
        ['Building site', area('#e9c46a', 0.75), 'Building sites'],
        ['Military', area('#8a9a6f', 0.75)],
        ['Farmland', area('#d9e0a3', 0.8)],
        ['Allotments', area('#b5cf7d', 0.8)],
        ['Cemetery', area('#8fae8b', 0.8), 'Cemeteries'],
        ['Waste', area('#8c7b6b', 0.75)],
      ]),
      fields: [
        ['use', 'Use'],
        ['area_ha', 'Area (ha)', 2],
      ],
    },
  ],
};

const ground = (hex: string) => area(hex, 0.85, { colour: '#ffffff', width: 0.5 });

export const sport: MapDraft = {
  key: 'sport-and-play',
  basemap: 'light',
  view: [71.444, 51.141, 71.474, 51.1575],
  bookmarks: districts,
  searchHint: 'Find a sports ground',
  layers: [
    {
      layer: 'sports-grounds',
      title: 'Sports grounds',
      renderer: uniqueValues('kind', [
        ['Stadium', ground('#b3432f'), 'Stadiums'],
        ['Sports centre', ground('#e07a3f'), 'Sports centres'],
        ['Pitch', ground('#3f9c6b'), 'Pitches'],
        ['Running track', ground('#c65f4a'), 'Running tracks'],
        ['Playground', ground('#f2b632'), 'Playgrounds'],
      ]),
      fields: [
        ['kind', 'Kind'],
        ['sport', 'Sport'],
        ['surface', 'Surface'],
        ['area_m2', 'Area (m²)', 0],
      ],
      labels: {
        field: 'label',
        placement: 'inside',
        symbol: text('#40362c', '#ffffff', 8.5),
        minScale: 15_000,
        where: 'name IS NOT NULL',
      },
      search: 'label',
    },
  ],
};
