import { districts, newCentre, oldTown, station, wholeCity } from '../places.ts';
import { classBreaks, simple, uniqueValues, withSizeByScale, type Renderer } from '../renderers.ts';
import { area, dot, icon, line, text } from '../symbols.ts';
import type { MapDraft } from '../web-map.ts';

const rail: Renderer = uniqueValues('kind', [
  ['Main line', line('#4c4f55', 1.6)],
  ['Siding or branch', line('#8f939a', 0.8)],
]);

export const transitStops: MapDraft = {
  key: 'public-transport',
  basemap: 'light',
  view: [71.36, 51.1, 71.5, 51.2],
  bookmarks: districts,
  searchHint: 'Find a stop',
  layers: [
    {
      layer: 'railways',
      title: 'Railways',
      renderer: rail,
      fields: [
        ['kind', 'Kind'],
        ['electrified', 'Electrified'],
        ['length_m', 'Length (m)', 0],
      ],
    },
    {
      layer: 'transit-stops',
      title: 'Stops and stations',
      renderer: withSizeByScale(
        uniqueValues('kind', [
          ['Bus stop', icon('bus', '#2f73b7')],
          ['Bicycle hire', icon('bicycle-share', '#78a942')],
          ['Bus station', icon('bus', '#7a3e9d')],
          ['Railway station', icon('rail', '#b3432f')],
        ]),
        [
          [4000, 20],
          [20_000, 15],
          [60_000, 10],
          [150_000, 6],
        ],
      ),
      fields: [
        ['kind', 'Kind'],
        ['name_kk', 'Name in Kazakh'],
        ['shelter', 'Shelter'],
        ['bench', 'Bench'],
        ['website', 'Website'],
      ],
      labels: {
        field: 'label',
        placement: 'above',
        symbol: text('#2c3e50', '#ffffff', 8.5),
        minScale: 9000,
        where: 'name IS NOT NULL',
      },
      search: 'label',
    },
  ],
};

const street = (hex: string, width: number) => line(hex, width);

export const streetClasses: MapDraft = {
  key: 'street-classes',
  basemap: 'dark',
  view: wholeCity,
  bookmarks: districts,
  searchHint: 'Find a street',
  layers: [
    {
      layer: 'streets',
      title: 'Streets by class',
      renderer: uniqueValues('class', [
        ['Motorway', street('#ff8552', 2.6)],
        ['Trunk road', street('#ffb454', 2.2)],
        ['Primary street', street('#ffe08a', 1.9)],
        ['Secondary street', street('#9fd8cb', 1.5)],
        ['Tertiary street', street('#6aaed6', 1.1)],
        ['Residential street', street('#5f7d95', 0.6)],
        ['Pedestrian street', street('#a7d76f', 0.9)],
        ['Under construction', line('#f25f5c', 1.2, { dashed: true })],
      ]),
      fields: [
        ['class', 'Class'],
        ['name_kk', 'Name in Kazakh'],
        ['ref', 'Number'],
        ['lanes', 'Lanes', 0],
        ['max_speed', 'Speed limit (km/h)', 0],
        ['surface', 'Surface'],
        ['one_way', 'One way'],
        ['length_m', 'Length (m)', 0],
      ],
      search: 'label',
    },
  ],
};

export const speedLimits: MapDraft = {
  key: 'speed-limits',
  basemap: 'dark',
  view: wholeCity,
  bookmarks: [
    ['New centre', newCentre],
    ['Old town', oldTown],
  ],
  layers: [
    {
      layer: 'streets',
      title: 'Signposted speed limit',
      where: 'max_speed IS NOT NULL',
      renderer: classBreaks('max_speed', 0, [
        [20, line('#4cc9f0', 2), 'up to 20 km/h'],
        [40, line('#80d39b', 2), '30 to 40 km/h'],
        [60, line('#f9e784', 1.7), '60 km/h'],
        [90, line('#f4a259', 2), '70 to 90 km/h'],
        [140, line('#f25f5c', 2.4), '100 km/h and more'],
      ]),
      fields: [
        ['max_speed', 'Speed limit (km/h)', 0],
        ['class', 'Class'],
        ['lanes', 'Lanes', 0],
        ['length_m', 'Length (m)', 0],
      ],
      search: 'label',
    },
  ],
};

export const roadworks: MapDraft = {
  key: 'roadworks',
  basemap: 'light',
  view: wholeCity,
  layers: [
    {
      layer: 'land-use',
      title: 'Building sites',
      where: "use = 'Building site'",
      renderer: simple(area('#e9a03b', 0.35, { colour: '#c77d14', width: 0.8 }), 'Building site'),
      fields: [
        ['use', 'Use'],
        ['area_ha', 'Area (ha)', 2],
      ],
    },
    {
      layer: 'streets',
      title: 'Streets under construction',
      where: "class = 'Under construction'",
      renderer: simple(line('#c8372d', 2.4, { dashed: true }), 'Street under construction'),
      fields: [
        ['class', 'Class'],
        ['length_m', 'Length (m)', 0],
      ],
    },
  ],
};

export const parking: MapDraft = {
  key: 'where-to-park',
  basemap: 'light',
  view: [71.398, 51.112, 71.462, 51.146],
  bookmarks: [
    ['New centre', newCentre],
    ['Old town', oldTown],
    ['Railway station', station],
  ],
  layers: [
    {
      layer: 'parking',
      title: 'Car parks',
      renderer: uniqueValues('access', [
        ['Public', area('#3f7fbf', 0.55, { colour: '#2c5f93', width: 0.7 }), 'Open to all'],
        ['Customers', area('#8b6fb8', 0.5, { colour: '#67509a', width: 0.7 }), 'Customers only'],
        ['Private', area('#9aa3ad', 0.5, { colour: '#727b85', width: 0.7 })],
      ]),
      fields: [
        ['kind', 'Kind'],
        ['access', 'Access'],
        ['fee', 'Fee'],
        ['capacity', 'Spaces', 0],
        ['area_m2', 'Area (m²)', 0],
      ],
    },
  ],
};

export const power: MapDraft = {
  key: 'power-network',
  basemap: 'dark',
  view: [71.3, 51.12, 71.61, 51.285],
  layers: [
    {
      layer: 'power-lines',
      title: 'Power lines by voltage',
      renderer: classBreaks(
        'voltage_kv',
        0,
        [
          [110, line('#f9d56e', 1.4), 'up to 110 kV'],
          [220, line('#f3a25c', 2), '220 kV'],
          [500, line('#ef5d60', 2.8), '500 kV'],
        ],
        { symbol: line('#9aa3ad', 1, { dashed: true }), label: 'Voltage not known' },
      ),
      fields: [
        ['voltage_kv', 'Voltage (kV)', 0],
        ['circuits', 'Circuits', 0],
        ['cables', 'Cables', 0],
        ['length_km', 'Length (km)', 2],
      ],
    },
    {
      layer: 'power-towers',
      title: 'Pylons',
      minScale: 80_000,
      renderer: withSizeByScale(simple(dot('#e3e7eb', 5, '#22262a'), 'Pylon'), [
        [10_000, 7],
        [40_000, 4],
        [80_000, 2.5],
      ]),
      fields: [
        ['kind', 'Kind'],
        ['design', 'Design'],
        ['material', 'Material'],
      ],
    },
  ],
};
