import {
  byZoom,
  halo,
  italic,
  kindIs,
  label,
  lines,
  medium,
  fromMinZoom,
  points,
  regular,
  type StyleLayer,
} from './style-layer.ts';
import type { Palette } from './palette.ts';

/** Names of rivers along their course and of lakes. */
export function waterNames(p: Palette): StyleLayer[] {
  return [
    {
      ...label(
        'water-name-line',
        'water',
        lines(kindIs('river', 'canal', 'stream')),
        {
          'symbol-placement': 'line',
          'symbol-spacing': 450,
          'text-font': italic,
          'text-size': byZoom(1, [10, 10], [16, 13]),
          'text-letter-spacing': 0.08,
          'text-max-angle': 35,
        },
        halo(p.waterLabel, p.waterHalo),
      ),
      minzoom: 10,
    },
    {
      ...label(
        'water-name',
        'water',
        points(),
        { 'text-font': italic, 'text-size': byZoom(1, [11, 10], [16, 12.5]), 'text-max-width': 7 },
        halo(p.waterLabel, p.waterHalo),
      ),
      minzoom: 11,
    },
  ];
}

/** Points of interest: parks and public buildings first, shops and services close up. */
export function poiNames(p: Palette): StyleLayer[] {
  const dotted = {
    'text-font': regular,
    'text-size': 10.5,
    'text-max-width': 8,
    'text-offset': [0, 0.7],
    'text-anchor': 'top',
    'icon-image': 'poi',
    'text-optional': true,
  };
  const civic = kindIs(
    'hospital',
    'university',
    'college',
    'school',
    'theatre',
    'museum',
    'townhall',
    'library',
    'place_of_worship',
    'marketplace',
    'mall',
    'attraction',
    'monument',
    'stadium',
    'station',
    'bus_station',
    'cinema',
    'zoo',
    'arts_centre',
  );
  return [
    {
      ...label(
        'poi-minor',
        'pois',
        ['all', ['!', civic], ['!', kindIs('park', 'garden', 'cemetery', 'bus_stop')]],
        dotted,
        halo(p.poiLabel, p.halo),
      ),
      minzoom: 16.5,
    },
    {
      ...label(
        'poi-civic',
        'pois',
        ['all', civic, fromMinZoom],
        { ...dotted, 'text-font': medium },
        halo(p.poiLabel, p.halo),
      ),
      minzoom: 14,
    },
    {
      ...label(
        'poi-park',
        'pois',
        ['all', kindIs('park', 'garden', 'cemetery'), fromMinZoom],
        { 'text-font': italic, 'text-size': byZoom(1, [12, 10.5], [17, 12.5]), 'text-max-width': 7 },
        halo(p.parkLabel, p.halo),
      ),
      minzoom: 12,
    },
  ];
}
