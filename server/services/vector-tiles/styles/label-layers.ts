import type { Palette } from './palette.ts';
import { byZoom, kindIs, lines, points, sourceName, type Expression, type StyleLayer } from './style-layer.ts';

const regular = ['Noto Sans Regular'];
const medium = ['Noto Sans Medium'];
const bold = ['Noto Sans Bold'];
const italic = ['Noto Sans Italic'];

/** English where it is mapped, else the name on the sign. */
const name: Expression = ['coalesce', ['get', 'name:en'], ['get', 'name']];
const isCapital: Expression = ['==', ['get', 'capital'], 'yes'];
const detailIs = (...details: string[]): Expression => ['in', ['get', 'kind_detail'], ['literal', details]];
/** Many kinds name a place long before it has room: each waits for its own zoom, and a little more. */
const ofAge: Expression = ['<=', ['coalesce', ['get', 'min_zoom'], 0], ['zoom']];

/** Borders and all names; the order is the order of precedence backwards (the last ones win the space). */
export function labelLayers(p: Palette): StyleLayer[] {
  return [...borders(p), ...streetNames(p), ...waterNames(p), ...poiNames(p), ...placeNames(p)];
}

function borders(p: Palette): StyleLayer[] {
  const base = { type: 'line' as const, source: sourceName, 'source-layer': 'boundaries', filter: kindIs('country') };
  return [
    { ...base, id: 'border-halo', minzoom: 3, paint: { 'line-color': p.borderHalo, 'line-width': byZoom(1, [3, 2], [8, 4]), 'line-opacity': 0.7 } },
    { ...base, id: 'border', paint: { 'line-color': p.border, 'line-width': byZoom(1, [1, 0.5], [5, 1], [10, 1.6]) } },
  ];
}

function label(id: string, layer: string, filter: Expression, layout: Record<string, unknown>, paint: Record<string, unknown>): StyleLayer {
  return { id, type: 'symbol', source: sourceName, 'source-layer': layer, filter, layout: { 'text-field': name, ...layout }, paint };
}

function halo(color: string, haloColor: string, width = 1.4) {
  return { 'text-color': color, 'text-halo-color': haloColor, 'text-halo-width': width };
}

function streetNames(p: Palette): StyleLayer[] {
  const along = { 'symbol-placement': 'line', 'text-font': regular, 'text-max-angle': 30, 'text-padding': 4 };
  const number: StyleLayer = {
    ...label('house-number', 'buildings', points(kindIs('address')), { 'text-field': ['get', 'addr_housenumber'], 'text-font': regular, 'text-size': 10 }, halo(p.houseNumber, p.building, 1)),
    minzoom: 17,
  };
  const oneway: StyleLayer = {
    id: 'oneway',
    type: 'symbol',
    source: sourceName,
    'source-layer': 'roads',
    minzoom: 16,
    filter: ['all', ['has', 'oneway'], ['!', kindIs('path')]],
    layout: { 'symbol-placement': 'line', 'symbol-spacing': 140, 'icon-image': 'oneway', 'icon-rotation-alignment': 'map', 'icon-size': byZoom(1, [16, 0.7], [19, 1]) },
    paint: { 'icon-opacity': 0.55 },
  };
  return [
    number,
    oneway,
    { ...label('street-name-service', 'roads', ['all', kindIs('minor_road', 'path'), detailIs('service', 'pedestrian', 'footway')], { ...along, 'text-size': 10 }, halo(p.roadLabel, p.halo)), minzoom: 16 },
    { ...label('street-name-minor', 'roads', ['all', kindIs('minor_road'), ['!', detailIs('service')]], { ...along, 'text-size': byZoom(1, [14, 10], [18, 13]) }, halo(p.roadLabel, p.halo)), minzoom: 14 },
    { ...label('street-name-major', 'roads', kindIs('major_road'), { ...along, 'symbol-spacing': 350, 'text-size': byZoom(1, [12, 10.5], [18, 14]) }, halo(p.roadLabel, p.halo)), minzoom: 12.5 },
    { ...label('street-name-highway', 'roads', kindIs('highway'), { ...along, 'symbol-spacing': 400, 'text-size': byZoom(1, [11, 10.5], [18, 14]) }, halo(p.roadLabel, p.halo)), minzoom: 11 },
  ];
}

function waterNames(p: Palette): StyleLayer[] {
  return [
    { ...label('water-name-line', 'water', lines(kindIs('river', 'canal', 'stream')), { 'symbol-placement': 'line', 'symbol-spacing': 450, 'text-font': italic, 'text-size': byZoom(1, [10, 10], [16, 13]), 'text-letter-spacing': 0.08, 'text-max-angle': 35 }, halo(p.waterLabel, p.waterHalo)), minzoom: 10 },
    { ...label('water-name', 'water', points(), { 'text-font': italic, 'text-size': byZoom(1, [11, 10], [16, 12.5]), 'text-max-width': 7 }, halo(p.waterLabel, p.waterHalo)), minzoom: 11 },
  ];
}

function poiNames(p: Palette): StyleLayer[] {
  const dotted = { 'text-font': regular, 'text-size': 10.5, 'text-max-width': 8, 'text-offset': [0, 0.7], 'text-anchor': 'top', 'icon-image': 'poi', 'text-optional': true };
  const civic = kindIs('hospital', 'university', 'college', 'school', 'theatre', 'museum', 'townhall', 'library', 'place_of_worship', 'marketplace', 'mall', 'attraction', 'monument', 'stadium', 'station', 'bus_station', 'cinema', 'zoo', 'arts_centre');
  return [
    { ...label('poi-minor', 'pois', ['all', ['!', civic], ['!', kindIs('park', 'garden', 'cemetery', 'bus_stop')]], dotted, halo(p.poiLabel, p.halo)), minzoom: 16.5 },
    { ...label('poi-civic', 'pois', ['all', civic, ofAge], { ...dotted, 'text-font': medium }, halo(p.poiLabel, p.halo)), minzoom: 14 },
    { ...label('poi-park', 'pois', ['all', kindIs('park', 'garden', 'cemetery'), ofAge], { 'text-font': italic, 'text-size': byZoom(1, [12, 10.5], [17, 12.5]), 'text-max-width': 7 }, halo(p.parkLabel, p.halo)), minzoom: 12 },
  ];
}

function placeNames(p: Palette): StyleLayer[] {
  const locality = kindIs('locality');
  const town: Record<string, unknown> = {
    'text-font': medium,
    'icon-image': ['case', isCapital, 'capital', 'town'],
    'text-anchor': 'left',
    'text-offset': [0.55, 0],
    'text-max-width': 8,
    'symbol-sort-key': ['coalesce', ['get', 'sort_rank'], 20],
  };
  return [
    { ...label('place-quarter', 'places', kindIs('neighbourhood'), { 'text-font': regular, 'text-size': byZoom(1, [12, 10.5], [16, 13]), 'text-max-width': 7 }, halo(p.quarterLabel, p.halo)), minzoom: 12.5, maxzoom: 17 },
    { ...label('place-suburb', 'places', kindIs('macrohood'), { 'text-font': medium, 'text-size': byZoom(1, [11, 10.5], [15, 13]), 'text-transform': 'uppercase', 'text-letter-spacing': 0.08, 'text-max-width': 8 }, halo(p.quarterLabel, p.halo)), minzoom: 11, maxzoom: 16 },
    { ...label('place-village', 'places', ['all', locality, detailIs('village', 'hamlet')], { 'text-font': medium, 'text-size': byZoom(1, [10, 10.5], [15, 14]) }, halo(p.quarterLabel, p.halo)), minzoom: 10 },
    { ...label('place-town', 'places', ['all', locality, detailIs('town')], { ...town, 'text-size': byZoom(1, [5, 10], [10, 13]) }, halo(p.placeLabel, p.halo)), minzoom: 5, maxzoom: 11 },
    { ...label('place-city', 'places', ['all', locality, detailIs('city')], { ...town, 'text-size': byZoom(1, [2, 9.5], [5, 11.5], [9, 17]) }, halo(p.placeLabel, p.halo)), minzoom: 2.5, maxzoom: 9 },
    { ...label('place-city-near', 'places', ['all', locality, detailIs('city')], { 'text-font': bold, 'text-size': byZoom(1, [9, 17], [12, 22]), 'text-letter-spacing': 0.04 }, halo(p.placeLabel, p.halo, 1.8)), minzoom: 9, maxzoom: 13 },
    { ...label('place-country', 'places', kindIs('country'), { 'text-font': medium, 'text-size': byZoom(1, [1, 9.5], [4, 13], [7, 17]), 'text-letter-spacing': 0.08, 'text-max-width': 6, 'text-transform': 'uppercase', 'symbol-sort-key': ['coalesce', ['get', 'sort_rank'], 6] }, halo(p.countryLabel, p.halo)), minzoom: 1, maxzoom: 7.5 },
  ];
}
