import { squareMetres } from '../geometry/measure.ts';
import { straighten } from '../geometry/straighten.ts';
import { isArea, isLine } from '../osm/element.ts';
import { nameFields, readable } from './fields.ts';
import type { Layer } from './layer-file.ts';

const kinds: [tag: string, words: Record<string, string>][] = [
  ['leisure', { park: 'Park', garden: 'Garden', common: 'Park' }],
  [
    'landuse',
    {
      forest: 'Wood',
      grass: 'Lawn',
      village_green: 'Lawn',
      orchard: 'Orchard',
      allotments: 'Allotments',
      cemetery: 'Cemetery',
    },
  ],
  ['natural', { wood: 'Wood', scrub: 'Scrub', grassland: 'Grassland', wetland: 'Wetland' }],
];

/** Lawns smaller than this are verges and flower beds, more line than area on a city map. */
const smallestLawn = 300;

export const greenAreas: Layer = {
  key: 'green-areas',
  title: 'Parks and green areas',
  features: (elements) =>
    elements.filter(isArea).flatMap(({ id, tags, geometry }) => {
      const kind = kindOf(tags);
      const area = squareMetres(geometry);
      if (!kind || (kind === 'Lawn' && area < smallestLawn)) return [];
      const properties = {
        ...nameFields(tags),
        kind,
        leaf_type: readable(tags.leaf_type),
        area_ha: Math.max(0.01, Math.round(area / 100) / 100),
      };
      return [{ osmId: id, properties, geometry: straighten(geometry, 0.3) }];
    }),
};

export const treeRows: Layer = {
  key: 'tree-rows',
  title: 'Rows of trees',
  features: (elements) =>
    elements
      .filter((element) => isLine(element) && element.tags.natural === 'tree_row')
      .map(({ id, tags, geometry }) => ({
        osmId: id,
        properties: { kind: 'Row of trees', leaf_type: readable(tags.leaf_type) },
        geometry,
      })),
};

function kindOf(tags: Record<string, string>): string | undefined {
  for (const [tag, words] of kinds) {
    const kind = words[tags[tag] ?? ''];
    if (kind) return kind;
  }
  return undefined;
}
