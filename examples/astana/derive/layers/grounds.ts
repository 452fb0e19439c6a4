import { squareMetres } from '../geometry/measure.ts';
import { straighten } from '../geometry/straighten.ts';
import { isArea, type Element } from '../osm/element.ts';
import { nameFields, numberOf, readable, word, yesNo, type Description } from './fields.ts';
import type { Layer, LayerFeature } from './layer-file.ts';

const landUses: Record<string, string> = {
  industrial: 'Industry',
  commercial: 'Commerce',
  retail: 'Commerce',
  residential: 'Housing',
  garages: 'Garages',
  construction: 'Building site',
  brownfield: 'Building site',
  greenfield: 'Building site',
  military: 'Military',
  farmland: 'Farmland',
  orchard: 'Farmland',
  allotments: 'Allotments',
  cemetery: 'Cemetery',
  landfill: 'Waste',
};

const sports: Record<string, string> = {
  pitch: 'Pitch',
  track: 'Running track',
  playground: 'Playground',
  sports_centre: 'Sports centre',
  fitness_centre: 'Sports centre',
  stadium: 'Stadium',
};

const parkings: Record<string, string> = {
  surface: 'Open air',
  'multi-storey': 'Multi-storey',
  underground: 'Underground',
};

export const landUse: Layer = {
  key: 'land-use',
  title: 'Land use',
  features: (elements) =>
    areas(elements, (tags, area) => {
      const use = word(landUses, tags.landuse);
      return use && { ...nameFields(tags), use, area_ha: Math.max(0.01, Math.round(area / 100) / 100) };
    }),
};

export const sportsGrounds: Layer = {
  key: 'sports-grounds',
  title: 'Sports grounds and playgrounds',
  features: (elements) =>
    areas(elements, (tags, area) => {
      const kind = word(sports, tags.leisure);
      return (
        kind && {
          ...nameFields(tags),
          kind,
          sport: readable(tags.sport),
          surface: readable(tags.surface),
          area_m2: Math.round(area),
        }
      );
    }),
};

export const parking: Layer = {
  key: 'parking',
  title: 'Car parks',
  features: (elements) =>
    areas(elements, (tags, area) =>
      tags.amenity === 'parking'
        ? {
            ...nameFields(tags),
            kind: parkings[tags.parking ?? ''] ?? 'Open air',
            access:
              tags.access === 'private' || tags.access === 'customers' ? readable(tags.access) : 'Public',
            fee: yesNo(tags.fee),
            capacity: numberOf(tags.capacity),
            area_m2: Math.round(area),
          }
        : undefined,
    ),
};

function areas(
  elements: Element[],
  describe: (tags: Record<string, string>, area: number) => Description,
): LayerFeature[] {
  return elements.filter(isArea).flatMap(({ id, tags, geometry }) => {
    const properties = describe(tags, squareMetres(geometry));
    return properties ? [{ osmId: id, properties, geometry: straighten(geometry, 0.3) }] : [];
  });
}
