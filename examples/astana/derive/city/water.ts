import type { MapFeature } from '../basemap/map-feature.ts';
import { joinLines } from '../geometry/join-lines.ts';
import { labelPoint } from '../geometry/label-point.ts';
import { squareMetres } from '../geometry/measure.ts';
import { lineGeometry, linesOf, type Position, type Properties } from '../geometry/types.ts';
import { isArea, isLine, type Element } from '../osm/element.ts';
import { namesOf } from '../osm/names.ts';
import { zoomForArea } from './zoom-for-area.ts';

const lineZooms: Record<string, number> = { river: 8, canal: 11, stream: 12, ditch: 14, drain: 14 };

/** Water areas with a point for each name, and the lines of rivers, canals and ditches. */
export function water(elements: Element[]): MapFeature[] {
  return [...elements.filter(isArea).flatMap(waterArea), ...waterLines(elements)];
}

function areaKind(tags: Record<string, string>): string | undefined {
  if (tags.waterway === 'riverbank' || tags.water === 'river' || tags.water === 'riverbank') return 'river';
  if (tags.natural === 'water') return tags.water === 'lake' || tags.water === 'canal' ? tags.water : 'water';
  if (tags.landuse === 'reservoir' || tags.landuse === 'basin') return 'basin';
  if (tags.leisure === 'swimming_pool') return 'swimming_pool';
  return tags.amenity === 'fountain' ? 'fountain' : undefined;
}

function waterArea(element: Element): MapFeature[] {
  const kind = areaKind(element.tags);
  if (!kind) return [];
  const minZoom = zoomForArea(squareMetres(element.geometry), 6);
  const area: MapFeature = {
    layer: 'water',
    minZoom,
    properties: { kind, min_zoom: minZoom },
    geometry: element.geometry,
  };
  const names = namesOf(element.tags);
  if (!names.name || kind === 'river') return [area];
  const point: MapFeature = {
    layer: 'water',
    minZoom: Math.max(11, minZoom + 1),
    properties: { kind, ...names, min_zoom: minZoom },
    geometry: { type: 'Point', coordinates: labelPoint(element.geometry) },
  };
  return [area, point];
}

function waterLines(elements: Element[]): MapFeature[] {
  const groups = new Map<string, { properties: Properties; minZoom: number; lines: Position[][] }>();
  for (const { tags, geometry } of elements.filter(isLine)) {
    const minZoom = lineZooms[tags.waterway ?? ''];
    if (minZoom === undefined || tags.tunnel === 'culvert') continue;
    const properties: Properties = {
      kind: tags.waterway,
      ...namesOf(tags),
      min_zoom: minZoom,
      is_tunnel: tags.tunnel && tags.tunnel !== 'no' ? true : undefined,
    };
    const key = JSON.stringify(properties);
    const group = groups.get(key) ?? { properties, minZoom, lines: [] as Position[][] };
    group.lines.push(...linesOf(geometry));
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ properties, minZoom, lines }) =>
    joinLines(lines, 1e-7, true).map((line): MapFeature => ({
      layer: 'water',
      minZoom,
      properties,
      geometry: lineGeometry([line]),
    })),
  );
}
