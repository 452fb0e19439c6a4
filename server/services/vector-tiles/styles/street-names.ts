import { halo, label, regular } from './label.ts';
import type { Palette } from './palette.ts';
import { byZoom, detailIs, kindIs, points, sourceName, type StyleLayer } from './style-layer.ts';

/** Names along streets, directions of one-way streets and house numbers. */
export function streetNames(p: Palette): StyleLayer[] {
  const along = { 'symbol-placement': 'line', 'text-font': regular, 'text-max-angle': 30, 'text-padding': 4 };
  const number: StyleLayer = {
    ...label(
      'house-number',
      'buildings',
      points(kindIs('address')),
      { 'text-field': ['get', 'addr_housenumber'], 'text-font': regular, 'text-size': 10 },
      halo(p.houseNumber, p.building, 1),
    ),
    minzoom: 17,
  };
  const oneway: StyleLayer = {
    id: 'oneway',
    type: 'symbol',
    source: sourceName,
    'source-layer': 'roads',
    minzoom: 16,
    filter: ['all', ['has', 'oneway'], ['!', kindIs('path')]],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 140,
      'icon-image': 'oneway',
      'icon-rotation-alignment': 'map',
      'icon-size': byZoom(1, [16, 0.7], [19, 1]),
    },
    paint: { 'icon-opacity': 0.55 },
  };
  return [
    number,
    oneway,
    {
      ...label(
        'street-name-service',
        'roads',
        ['all', kindIs('minor_road', 'path'), detailIs('service', 'pedestrian', 'footway')],
        { ...along, 'text-size': 10 },
        halo(p.roadLabel, p.halo),
      ),
      minzoom: 16,
    },
    {
      ...label(
        'street-name-minor',
        'roads',
        ['all', kindIs('minor_road'), ['!', detailIs('service')]],
        { ...along, 'text-size': byZoom(1, [14, 10], [18, 13]) },
        halo(p.roadLabel, p.halo),
      ),
      minzoom: 14,
    },
    {
      ...label(
        'street-name-major',
        'roads',
        kindIs('major_road'),
        { ...along, 'symbol-spacing': 350, 'text-size': byZoom(1, [12, 10.5], [18, 14]) },
        halo(p.roadLabel, p.halo),
      ),
      minzoom: 12.5,
    },
    {
      ...label(
        'street-name-highway',
        'roads',
        kindIs('highway'),
        { ...along, 'symbol-spacing': 400, 'text-size': byZoom(1, [11, 10.5], [18, 14]) },
        halo(p.roadLabel, p.halo),
      ),
      minzoom: 11,
    },
  ];
}
