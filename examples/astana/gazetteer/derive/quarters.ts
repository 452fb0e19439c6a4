import type { Place } from '../../../../server/gis/geocode/place.ts';
import { boundsOf } from '../../derive/geometry/map-positions.ts';
import { labelPoint } from '../../derive/geometry/label-point.ts';
import { isLine, type Element } from '../../derive/osm/element.ts';
import { allNames } from './names.ts';
import { round } from './surroundings.ts';

/** Suburbs, quarters and villages; the city itself is in the gazetteer of the world. */
export function quarters(elements: Element[]): Place[] {
  const seen = new Set<string>();
  return elements.flatMap((element): Place[] => {
    const { place, landuse } = element.tags;
    const names = allNames(element.tags);
    const quarter =
      /^(suburb|neighbourhood|quarter|village|hamlet)$/.test(place ?? '') ||
      (landuse === 'residential' && !place);
    if (!quarter || isLine(element) || !names[0] || seen.has(names[0])) return [];
    seen.add(names[0]);
    const [longitude, latitude] = labelPoint(element.geometry).map(round) as [number, number];
    const area = element.geometry.type !== 'Point';
    return [
      {
        id: `quarter/${element.kind}/${element.id}`,
        kind: 'neighbourhood',
        category: place ?? 'quarter',
        names,
        longitude,
        latitude,
        extent: area ? (boundsOf(element.geometry).map(round) as Box) : around(longitude, latitude),
      },
    ];
  });
}

type Box = [number, number, number, number];

/** About two kilometres each way, if only a point is mapped. */
function around(longitude: number, latitude: number): Box {
  return [longitude - 0.02, latitude - 0.012, longitude + 0.02, latitude + 0.012].map(round) as Box;
}
