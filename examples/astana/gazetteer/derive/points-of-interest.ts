import type { Place } from '../../../../server/gis/geocode/place.ts';
import { boundsOf } from '../../derive/geometry/map-positions.ts';
import { labelPoint } from '../../derive/geometry/label-point.ts';
import { isLine, type Element } from '../../derive/osm/element.ts';
import { clean } from '../../derive/osm/names.ts';
import { streetOf } from './addresses.ts';
import { allNames } from './names.ts';
import { round } from './surroundings.ts';

/** Tags for the type of a named thing, the most specific first; `true` accepts any value. */
const kindTags: [tag: string, values: true | readonly string[]][] = [
  ['railway', ['station', 'halt', 'stop', 'tram_stop']],
  ['aeroway', ['aerodrome']],
  ['tourism', true],
  ['amenity', true],
  ['shop', true],
  ['leisure', true],
  ['historic', true],
  ['office', true],
  ['craft', true],
  ['highway', ['bus_stop']],
  ['public_transport', ['stop_position', 'station', 'platform']],
  ['landuse', ['cemetery', 'industrial', 'commercial', 'retail']],
  ['natural', ['water']],
  ['building', true],
];

/** Unspecific values, and what they mean here. */
const meanings: Record<string, string> = {
  yes: 'building',
  stop_position: 'stop',
  platform: 'stop',
  halt: 'station',
  tram_stop: 'stop',
};

/** Every named destination. */
export function pointsOfInterest(elements: Element[]): Place[] {
  return elements.flatMap((element): Place[] => {
    const names = allNames(element.tags);
    const category = categoryOf(element);
    if (names.length === 0 || !category || element.tags.place) return [];
    const [longitude, latitude] = labelPoint(element.geometry).map(round) as [number, number];
    const street = streetOf(element.tags);
    const houseNumber = clean(element.tags['addr:housenumber']);
    const area = element.geometry.type !== 'Point';
    return [
      {
        id: `poi/${element.kind}/${element.id}`,
        kind: 'poi',
        category,
        names,
        longitude,
        latitude,
        ...(area && { extent: boundsOf(element.geometry).map(round) as [number, number, number, number] }),
        ...(street && { street }),
        ...(houseNumber && { houseNumber }),
      },
    ];
  });
}

function categoryOf(element: Element): string | undefined {
  if (isLine(element)) return undefined;
  for (const [tag, values] of kindTags) {
    const value = element.tags[tag];
    if (!value || value === 'no' || (values !== true && !values.includes(value))) continue;
    if (tag === 'building') return 'building';
    return meanings[value] ?? value.split(';')[0]?.trim();
  }
  return undefined;
}
