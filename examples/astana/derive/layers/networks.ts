import { metres, squareMetres } from '../geometry/measure.ts';
import { straighten } from '../geometry/straighten.ts';
import { isArea, isLine } from '../osm/element.ts';
import { nameFields, numberOf, readable } from './fields.ts';
import type { Layer } from './layer-file.ts';

export const powerLines: Layer = {
  key: 'power-lines',
  title: 'Power lines',
  features: (elements) =>
    elements
      .filter((element) => isLine(element) && element.tags.power === 'line')
      .map(({ id, tags, geometry }) => ({
        osmId: id,
        properties: {
          ...nameFields(tags),
          voltage_kv: kilovolts(tags.voltage),
          circuits: numberOf(tags.circuits),
          cables: numberOf(tags.cables),
          length_km: Math.round(metres(geometry) / 10) / 100,
        },
        geometry,
      })),
};

export const powerTowers: Layer = {
  key: 'power-towers',
  title: 'Pylons',
  features: (elements) =>
    elements
      .filter(
        ({ tags, geometry }) =>
          (tags.power === 'tower' || tags.power === 'pole') && geometry.type === 'Point',
      )
      .map(({ id, tags, geometry }) => ({
        osmId: id,
        properties: {
          kind: tags.power === 'tower' ? 'Pylon' : 'Pole',
          design: readable(tags.design),
          material: readable(tags.material),
        },
        geometry,
      })),
};

export const water: Layer = {
  key: 'water',
  title: 'Water areas',
  features: (elements) =>
    elements.filter(isArea).flatMap(({ id, tags, geometry }) => {
      const kind = waterKind(tags);
      if (!kind) return [];
      const properties = {
        ...nameFields(tags),
        kind,
        area_ha: Math.max(0.01, Math.round(squareMetres(geometry) / 100) / 100),
      };
      return [{ osmId: id, properties, geometry: straighten(geometry, 0.3) }];
    }),
};

export const bridges: Layer = {
  key: 'bridges',
  title: 'Bridges',
  features: (elements) =>
    elements
      .filter((element) => isLine(element) && element.tags.bridge && element.tags.bridge !== 'no')
      .map(({ id, tags, geometry }) => ({
        osmId: id,
        properties: {
          ...nameFields(tags),
          carries: tags.railway
            ? 'Railway'
            : /footway|path|cycleway|steps|pedestrian/.test(tags.highway ?? '')
              ? 'Path'
              : 'Street',
          lanes: numberOf(tags.lanes),
          length_m: Math.round(metres(geometry)),
        },
        geometry,
      })),
};

function kilovolts(volts: string | undefined): number | undefined {
  const value = numberOf(volts?.split(';')[0]);
  return value === undefined ? undefined : Math.round(value / 1000);
}

function waterKind(tags: Record<string, string>): string | undefined {
  if (tags.waterway === 'riverbank' || tags.water === 'river' || tags.water === 'riverbank') return 'River';
  if (tags.landuse === 'reservoir' || tags.water === 'reservoir') return 'Reservoir';
  if (tags.amenity === 'fountain') return 'Fountain';
  if (tags.water === 'canal') return 'Canal';
  return tags.natural === 'water' ? 'Lake or pond' : undefined;
}
