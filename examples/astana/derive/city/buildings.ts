import type { MapFeature } from '../basemap/map-feature.ts';
import { labelPoint } from '../geometry/label-point.ts';
import { squareMetres } from '../geometry/measure.ts';
import { isArea, type Element } from '../osm/element.ts';

const metresPerLevel = 3;

/** Buildings: the large ones from zoom 13, all from 14, house numbers from 15. */
export function buildings(elements: Element[]): MapFeature[] {
  return elements.filter(isArea).flatMap(({ tags, geometry }): MapFeature[] => {
    const whole = Boolean(tags.building) && tags.building !== 'no';
    if (!whole && !tags['building:part']) return [];
    const area = squareMetres(geometry);
    const building: MapFeature = {
      layer: 'buildings',
      minZoom: !whole ? 15 : area > 1500 ? 13 : 14,
      properties: { kind: whole ? 'building' : 'building_part', height: heightOf(tags), min_zoom: 14 },
      geometry,
    };
    const number = whole ? tags['addr:housenumber'] : undefined;
    if (!number) return [building];
    const address: MapFeature = {
      layer: 'buildings',
      minZoom: 15,
      properties: { kind: 'address', addr_housenumber: number, min_zoom: 15 },
      geometry: { type: 'Point', coordinates: labelPoint(geometry) },
    };
    return [building, address];
  });
}

/** Height in metres as mapped, else from the storeys. */
export function heightOf(tags: Record<string, string>): number | undefined {
  const mapped = Number.parseFloat(tags.height ?? tags['building:height'] ?? '');
  if (Number.isFinite(mapped)) return Math.round(mapped);
  const levels = Number.parseFloat(tags['building:levels'] ?? '');
  return Number.isFinite(levels) ? Math.round(levels * metresPerLevel) : undefined;
}
