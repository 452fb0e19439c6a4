import type { MapFeature } from '../basemap/map-feature.ts';
import { labelPoint } from '../geometry/label-point.ts';
import type { Element } from '../osm/element.ts';
import { namesOf } from '../osm/names.ts';
import { populationRank } from '../world/places.ts';

const kinds: Record<string, { kind: string; detail: string; minZoom: number }> = {
  city: { kind: 'locality', detail: 'city', minZoom: 2 },
  town: { kind: 'locality', detail: 'town', minZoom: 8 },
  village: { kind: 'locality', detail: 'village', minZoom: 10 },
  suburb: { kind: 'macrohood', detail: 'suburb', minZoom: 11 },
  neighbourhood: { kind: 'neighbourhood', detail: 'neighbourhood', minZoom: 12 },
};

/** The city, its villages, suburbs and quarters, each name once. */
export function places(elements: Element[]): MapFeature[] {
  const seen = new Set<unknown>();
  return [...elements]
    .sort((a, b) => a.kind.localeCompare(b.kind))
    .flatMap((element): MapFeature[] => {
      const place = kinds[element.tags.place ?? ''];
      const names = namesOf(element.tags);
      if (!place || !names.name || seen.has(names.name)) return [];
      seen.add(names.name);
      const population = Number(element.tags.population) || undefined;
      return [
        {
          layer: 'places',
          minZoom: place.minZoom,
          properties: {
            kind: place.kind,
            kind_detail: place.detail,
            ...names,
            population,
            population_rank: population && populationRank(population),
            capital: element.tags.capital,
            min_zoom: place.minZoom,
            sort_rank: place.detail === 'city' ? 2 : 18,
          },
          geometry: { type: 'Point', coordinates: labelPoint(element.geometry) },
        },
      ];
    });
}
