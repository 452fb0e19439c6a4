import type { MapFeature } from '../basemap/map-feature.ts';
import { joinLines } from '../geometry/join-lines.ts';
import { lineGeometry, linesOf, type Position, type Properties } from '../geometry/types.ts';
import { isLine, type Element } from '../osm/element.ts';
import { namesOf } from '../osm/names.ts';

interface RoadClass {
  kind: string;
  kindDetail: string;
  minZoom: number;
}

/** Kind and first zoom by the value of `highway`, as the Protomaps schema sorts them. */
const highways: Record<string, [kind: string, minZoom: number]> = {
  motorway: ['highway', 5],
  motorway_link: ['highway', 9],
  trunk: ['major_road', 6],
  trunk_link: ['major_road', 10],
  primary: ['major_road', 8],
  primary_link: ['major_road', 11],
  secondary: ['major_road', 9],
  secondary_link: ['major_road', 12],
  tertiary: ['major_road', 10],
  tertiary_link: ['major_road', 12],
  residential: ['minor_road', 12],
  living_street: ['minor_road', 12],
  unclassified: ['minor_road', 12],
  road: ['minor_road', 12],
  service: ['minor_road', 14],
  pedestrian: ['path', 13],
  track: ['path', 13],
  path: ['path', 14],
  cycleway: ['path', 14],
  bridleway: ['path', 14],
  footway: ['path', 14],
  steps: ['path', 15],
  construction: ['other', 14],
};

/** Streets, paths and railways. Lines with equal properties are joined so that a label finds room. */
export function roads(elements: Element[]): MapFeature[] {
  const groups = new Map<string, { road: RoadClass; properties: Properties; lines: Position[][] }>();
  for (const element of elements.filter(isLine)) {
    const road = classify(element.tags);
    if (!road) continue;
    const properties = roadProperties(element.tags, road);
    const key = JSON.stringify(properties);
    const group = groups.get(key) ?? { road, properties, lines: [] };
    group.lines.push(...linesOf(element.geometry));
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ road, properties, lines }) =>
    joinLines(lines, 1e-7, properties.oneway !== undefined).map((line) => ({
      layer: 'roads' as const,
      minZoom: road.minZoom,
      properties,
      geometry: lineGeometry([line]),
    })),
  );
}

function classify(tags: Record<string, string>): RoadClass | undefined {
  const highway = highways[tags.highway ?? ''];
  if (highway && tags.highway) return { kind: highway[0], kindDetail: tags.highway, minZoom: highway[1] };
  if (tags.railway === 'rail') {
    return {
      kind: 'rail',
      kindDetail: 'rail',
      minZoom: tags.service || tags.usage === 'industrial' ? 13 : 9,
    };
  }
  if (tags.aeroway === 'runway' || tags.aeroway === 'taxiway') {
    return { kind: 'aeroway', kindDetail: tags.aeroway, minZoom: 10 };
  }
  return undefined;
}

function roadProperties(tags: Record<string, string>, road: RoadClass): Properties {
  return {
    kind: road.kind,
    kind_detail: road.kindDetail,
    min_zoom: road.minZoom,
    ...namesOf(tags),
    ref: tags.ref,
    is_link: tags.highway?.endsWith('_link') ? true : undefined,
    is_bridge: tags.bridge && tags.bridge !== 'no' ? true : undefined,
    is_tunnel: tags.tunnel && tags.tunnel !== 'no' ? true : undefined,
    oneway: tags.oneway === 'yes' ? 'yes' : undefined,
    service: tags.service,
  };
}
