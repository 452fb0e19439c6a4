import type { Palette } from './palette.ts';
import {
  byZoom,
  kindIs,
  lines,
  polygons,
  sourceName,
  type Expression,
  type StyleLayer,
} from './style-layer.ts';

/** Land, water, greenery and buildings: everything under the streets. */
export function groundLayers(p: Palette): StyleLayer[] {
  return [
    // Tiles contain the sea, so that missing tiles do not look like lakes.
    { id: 'background', type: 'background', paint: { 'background-color': p.ground } },
    fill('earth', 'earth', p.ground),
    fill(
      'urban',
      'landcover',
      p.urban,
      kindIs('urban_area'),
      byZoom(1, [6, 0.6], [8, 1], [11, 1], [12.9, 0]),
    ),
    fill('landuse-farmland', 'landuse', p.farmland, kindIs('farmland', 'orchard', 'allotments')),
    fill('landuse-built', 'landuse', p.urban, kindIs('residential', 'commercial', 'other')),
    fill('landuse-industry', 'landuse', p.industry, kindIs('industrial', 'railway', 'military', 'aerodrome')),
    fill(
      'landuse-campus',
      'landuse',
      p.campus,
      kindIs('school', 'kindergarten', 'university', 'college', 'hospital'),
    ),
    fill(
      'landuse-grass',
      'landuse',
      p.grass,
      kindIs('grass', 'grassland', 'scrub', 'recreation_ground', 'golf_course'),
    ),
    fill('landuse-wetland', 'landuse', p.wetland, kindIs('wetland')),
    fill('landuse-sand', 'landuse', p.sand, kindIs('sand', 'beach')),
    fill(
      'landuse-park',
      'landuse',
      p.park,
      kindIs(
        'park',
        'garden',
        'cemetery',
        'zoo',
        'nature_reserve',
        'national_park',
        'protected_area',
        'dog_park',
      ),
    ),
    fill('landuse-wood', 'landuse', p.wood, kindIs('forest', 'wood')),
    fill('landuse-pavement', 'landuse', p.pavement, kindIs('pedestrian', 'parking', 'attraction', 'stadium')),
    { ...fill('landuse-sport', 'landuse', p.sport, kindIs('pitch', 'playground')), minzoom: 14 },
    { ...outline('landuse-sport-line', 'landuse', p.sportLine, kindIs('pitch', 'playground')), minzoom: 15 },
    {
      id: 'river',
      type: 'line',
      source: sourceName,
      'source-layer': 'water',
      filter: lines([
        'all',
        kindIs('river', 'canal', 'stream', 'ditch', 'drain'),
        ['!', ['has', 'is_tunnel']],
      ]),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': p.water,
        'line-width': byZoom(1.4, [3, 0.4], [6, 0.8], [9, 1.4], [12, 2], [15, 3], [18, 6]),
      },
    },
    fill('water', 'water', p.water),
    { ...outline('water-line', 'water', p.waterLine, ['!', kindIs('ocean')]), minzoom: 12 },
    runway(p),
    {
      ...fill('building', 'buildings', p.building, kindIs('building'), byZoom(1, [13, 0.6], [14.5, 1])),
      minzoom: 13,
    },
    {
      ...outline('building-line', 'buildings', p.buildingLine, kindIs('building', 'building_part')),
      minzoom: 15,
    },
  ];
}

function fill(
  id: string,
  layer: string,
  color: string,
  filter?: Expression,
  opacity?: Expression,
): StyleLayer {
  return {
    id,
    type: 'fill',
    source: sourceName,
    'source-layer': layer,
    filter: polygons(filter),
    paint: { 'fill-color': color, ...(opacity && { 'fill-opacity': opacity }) },
  };
}

function outline(id: string, layer: string, color: string, filter: Expression): StyleLayer {
  return {
    id,
    type: 'line',
    source: sourceName,
    'source-layer': layer,
    filter: polygons(filter),
    paint: { 'line-color': color, 'line-width': byZoom(1, [13, 0.5], [18, 1]) },
  };
}

function runway(p: Palette): StyleLayer {
  return {
    id: 'runway',
    type: 'line',
    source: sourceName,
    'source-layer': 'roads',
    filter: kindIs('aeroway'),
    paint: { 'line-color': p.runway, 'line-width': byZoom(1.6, [10, 1], [13, 6], [17, 60]) },
  };
}
