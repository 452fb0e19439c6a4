import { joinLines } from '../geometry/join-lines.ts';
import { metres } from '../geometry/measure.ts';
import { straighten } from '../geometry/straighten.ts';
import { lineGeometry, linesOf, type Position, type Properties } from '../geometry/types.ts';
import { isLine, type Element } from '../osm/element.ts';
import { nameFields, numberOf, readable, word, type Description } from './fields.ts';
import type { Layer, LayerFeature } from './layer-file.ts';

const classes: Record<string, string> = {
  motorway: 'Motorway',
  trunk: 'Trunk road',
  primary: 'Primary street',
  secondary: 'Secondary street',
  tertiary: 'Tertiary street',
  residential: 'Residential street',
  living_street: 'Residential street',
  unclassified: 'Residential street',
  pedestrian: 'Pedestrian street',
  construction: 'Under construction',
};

const ways: Record<string, string> = {
  footway: 'Footpath',
  path: 'Path',
  steps: 'Steps',
  cycleway: 'Cycle track',
  pedestrian: 'Pedestrian street',
  track: 'Track',
};

/** Streets by class; pieces of one street with the same attributes are joined into one feature. */
export const streets: Layer = {
  key: 'streets',
  title: 'Streets',
  features: (elements) =>
    joined(elements, (tags) => {
      const street = word(classes, tags.highway?.replace(/_link$/, ''));
      return (
        street && {
          ...nameFields(tags),
          class: street,
          ref: tags.ref,
          surface: readable(tags.surface),
          lanes: numberOf(tags.lanes),
          max_speed: numberOf(tags.maxspeed),
          one_way: tags.oneway === 'yes' ? 'Yes' : 'No',
          bridge: tags.bridge && tags.bridge !== 'no' ? 'Yes' : undefined,
        }
      );
    }),
};

/** Paths for pedestrians and cyclists. */
export const walkingPaths: Layer = {
  key: 'walking-paths',
  title: 'Paths for walking and cycling',
  features: (elements) =>
    joined(elements, (tags) => {
      const kind = word(ways, tags.highway);
      return (
        kind && {
          ...nameFields(tags),
          kind,
          surface: readable(tags.surface),
          lit: tags.lit === 'yes' ? 'Yes' : undefined,
        }
      );
    }),
};

export const railways: Layer = {
  key: 'railways',
  title: 'Railways',
  features: (elements) =>
    joined(elements, (tags) =>
      tags.railway === 'rail'
        ? {
            ...nameFields(tags),
            kind: tags.usage === 'main' || (!tags.usage && !tags.service) ? 'Main line' : 'Siding or branch',
            electrified: tags.electrified && tags.electrified !== 'no' ? 'Yes' : undefined,
            bridge: tags.bridge && tags.bridge !== 'no' ? 'Yes' : undefined,
          }
        : undefined,
    ),
};

/** Lines with the same properties, joined end to end; the id is that of the first piece. */
function joined(
  elements: Element[],
  describe: (tags: Record<string, string>) => Description,
): LayerFeature[] {
  const groups = new Map<string, { osmId: number; properties: Properties; lines: Position[][] }>();
  for (const { id, tags, geometry } of elements.filter(isLine)) {
    const properties = describe(tags);
    if (!properties) continue;
    // Unnamed pieces stay separate: joined across the city they would be one meaningless feature.
    const key = properties.name ? JSON.stringify(properties) : String(id);
    const group = groups.get(key) ?? { osmId: id, properties, lines: [] as Position[][] };
    group.lines.push(...linesOf(geometry));
    groups.set(key, group);
  }
  return [...groups.values()].map(({ osmId, properties, lines }) => {
    const geometry = lineGeometry(joinLines(lines, 1e-7, properties.one_way === 'Yes'));
    return {
      osmId,
      properties: { ...properties, length_m: Math.round(metres(geometry)) },
      geometry: straighten(geometry, 0.3),
    };
  });
}
