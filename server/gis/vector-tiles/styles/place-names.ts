import {
  bold,
  byZoom,
  detailIs,
  type Expression,
  halo,
  kindIs,
  label,
  medium,
  fromMinZoom,
  propertyOr,
  regular,
  type StyleLayer,
} from './style-layer.ts';
import type { Palette } from './palette.ts';

const isCapital: Expression = ['==', ['get', 'capital'], 'yes'];

/** Names of countries, towns, suburbs and quarters. */
export function placeNames(p: Palette): StyleLayer[] {
  const locality = kindIs('locality');
  const town: Record<string, unknown> = {
    'text-font': medium,
    'icon-image': ['case', isCapital, 'capital', 'town'],
    'text-anchor': 'left',
    'text-offset': [0.7, 0],
    'text-max-width': 8,
    'symbol-sort-key': propertyOr('sort_rank', 20),
  };
  return [
    {
      ...label(
        'place-quarter',
        'places',
        kindIs('neighbourhood'),
        { 'text-font': regular, 'text-size': byZoom(1, [12, 10.5], [16, 13]), 'text-max-width': 7 },
        halo(p.quarterLabel, p.halo),
      ),
      minzoom: 12.5,
      maxzoom: 17,
    },
    {
      ...label(
        'place-suburb',
        'places',
        kindIs('macrohood'),
        {
          'text-font': medium,
          'text-size': byZoom(1, [11, 10.5], [15, 13]),
          'text-transform': 'uppercase',
          'text-letter-spacing': 0.08,
          'text-max-width': 8,
        },
        halo(p.quarterLabel, p.halo),
      ),
      minzoom: 11,
      maxzoom: 16,
    },
    {
      ...label(
        'place-village',
        'places',
        ['all', locality, detailIs('village', 'hamlet')],
        { 'text-font': medium, 'text-size': byZoom(1, [10, 10.5], [15, 14]) },
        halo(p.quarterLabel, p.halo),
      ),
      minzoom: 10,
    },
    {
      ...label(
        'place-town',
        'places',
        ['all', locality, detailIs('town'), fromMinZoom],
        { ...town, 'text-size': byZoom(1, [5, 10], [10, 13]) },
        halo(p.placeLabel, p.halo),
      ),
      minzoom: 5,
      maxzoom: 11,
    },
    {
      ...label(
        'place-city',
        'places',
        ['all', locality, detailIs('city'), fromMinZoom],
        { ...town, 'text-size': byZoom(1, [2, 9.5], [5, 11.5], [9, 17]) },
        halo(p.placeLabel, p.halo),
      ),
      minzoom: 2.5,
      maxzoom: 9,
    },
    {
      ...label(
        'place-city-near',
        'places',
        ['all', locality, detailIs('city')],
        { 'text-font': bold, 'text-size': byZoom(1, [9, 17], [12, 22]), 'text-letter-spacing': 0.04 },
        halo(p.placeLabel, p.halo, 1.8),
      ),
      minzoom: 9,
      maxzoom: 11.5,
    },
    {
      ...label(
        'place-country',
        'places',
        kindIs('country'),
        {
          'text-font': medium,
          'text-size': byZoom(1, [1, 9.5], [4, 13], [7, 17]),
          'text-letter-spacing': 0.08,
          'text-max-width': 6,
          'text-transform': 'uppercase',
          'symbol-sort-key': propertyOr('sort_rank', 6),
        },
        halo(p.countryLabel, p.halo),
      ),
      minzoom: 1,
      maxzoom: 7.5,
    },
  ];
}
