import { groundLayers } from './ground-layers.ts';
import { poiNames, waterNames } from './ground-names.ts';
import {
  byZoom,
  detailIs,
  halo,
  kindIs,
  label,
  points,
  regular,
  sourceName,
  type StyleLayer,
} from './style-layer.ts';
import { styleSource } from '../service-description.ts';
import { dark, light, type Palette } from './palette.ts';
import { placeNames } from './place-names.ts';
import { roadLayers } from './road-layers.ts';

export const styleNames = ['light', 'dark'] as const;
export type StyleName = (typeof styleNames)[number];

const palettes: Record<StyleName, Palette> = { light, dark };

/** From the ground up; of the labels the last ones take precedence. */
const drawingOrder = [groundLayers, roadLayers, borders, streetNames, waterNames, poiNames, placeNames];

/** A style of the Mapbox specification, version 8; its addresses are relative to `resources/styles/root.json`. */
export interface MapStyle {
  version: 8;
  name: string;
  sources: Record<string, ReturnType<typeof styleSource>>;
  sprite: string;
  glyphs: string;
  layers: StyleLayer[];
}

/**
 * The basemap's style over tiles of the Protomaps schema, in expressions the ArcGIS SDK, MapLibre and
 * OpenLayers all understand.
 */
export function buildStyle(style: StyleName, service: { copyrightText: string }): MapStyle {
  const palette = palettes[style];
  return {
    version: 8,
    name: `mapping-${style}`,
    sources: { [sourceName]: styleSource(service) },
    sprite: '../sprites/sprite',
    glyphs: '../fonts/{fontstack}/{range}.pbf',
    layers: drawingOrder.flatMap((layers) => layers(palette)),
  };
}

/** Country borders with a soft edge. */
function borders(p: Palette): StyleLayer[] {
  const base = {
    type: 'line' as const,
    source: sourceName,
    'source-layer': 'boundaries',
    filter: kindIs('country'),
  };
  return [
    {
      ...base,
      id: 'border-halo',
      minzoom: 3,
      paint: { 'line-color': p.borderHalo, 'line-width': byZoom(1, [3, 2], [8, 4]), 'line-opacity': 0.7 },
    },
    {
      ...base,
      id: 'border',
      paint: { 'line-color': p.border, 'line-width': byZoom(1, [1, 0.5], [5, 1], [10, 1.6]) },
    },
  ];
}

/** Names along streets, directions of one-way streets and house numbers. */
function streetNames(p: Palette): StyleLayer[] {
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
