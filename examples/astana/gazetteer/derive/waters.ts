import type { Place } from '../../../../server/gis/geocode/place.ts';
import { boundsOf } from '../../derive/geometry/map-positions.ts';
import { labelPoint } from '../../derive/geometry/label-point.ts';
import { lineGeometry, linesOf } from '../../derive/geometry/types.ts';
import { isLine, type Element } from '../../derive/osm/element.ts';
import { allNames } from './names.ts';
import { round } from './surroundings.ts';

/** Rivers and canals, all pieces of one name together. */
export function waters(elements: Element[]): Place[] {
  const byName = new Map<string, Element[]>();
  for (const element of elements) {
    const [name] = allNames(element.tags);
    if (!name || !isLine(element) || !/^(river|canal|stream)$/.test(element.tags.waterway ?? '')) continue;
    byName.set(name, [...(byName.get(name) ?? []), element]);
  }
  return [...byName.values()].map((pieces): Place => {
    const lines = pieces.flatMap(({ geometry }) => linesOf(geometry)).sort((a, b) => b.length - a.length);
    const geometry = lineGeometry(lines);
    const [longitude, latitude] = labelPoint(geometry).map(round) as [number, number];
    return {
      id: `water/${Math.min(...pieces.map(({ id }) => id))}`,
      kind: 'poi',
      category: pieces[0]?.tags.waterway === 'canal' ? 'canal' : 'river',
      names: [...new Set(pieces.flatMap(({ tags }) => allNames(tags)))],
      longitude,
      latitude,
      extent: boundsOf(geometry).map(round) as [number, number, number, number],
    };
  });
}
