import { importanceOf, indexedWords, searchText } from '../../server/gis/geocode/gazetteer/place-rows.ts';
import type { Place } from '../../server/gis/geocode/place.ts';
import type { PlaceRow } from '../../server/gis/geocode/search/place-search-store.ts';
import { numberKey, streetKey } from '../../server/gis/geocode/text/street-words.ts';

let given = 0;

/** A place as it is read from the database, without a database. */
export function placeRow(place: Partial<Place> & Pick<Place, 'kind'>): PlaceRow {
  given += 1;
  const whole: Place = { id: `place/${given}`, names: [], longitude: 71.43, latitude: 51.13, ...place };
  const [name = '', ...others] = whole.names;
  const street = whole.kind === 'street' ? name : whole.street;
  const [west = null, south = null, east = null, north = null] = whole.extent ?? [];
  return {
    id: given,
    gazetteer_id: 1,
    source_id: whole.id,
    kind: whole.kind,
    category: whole.category ?? null,
    name,
    other_names: others,
    street: street ?? null,
    street_key: street && whole.kind !== 'poi' ? streetKey(street, whole.city, whole.countryCode) : null,
    house_number: whole.houseNumber ?? null,
    number_key: whole.houseNumber ? numberKey(whole.houseNumber) : null,
    neighbourhood: whole.neighbourhood ?? null,
    city: whole.city ?? null,
    region: whole.region ?? null,
    postal: whole.postal ?? null,
    country_code: whole.countryCode?.toUpperCase() ?? null,
    longitude: whole.longitude,
    latitude: whole.latitude,
    extent_west: west,
    extent_south: south,
    extent_east: east,
    extent_north: north,
    population: whole.population ?? null,
    importance: importanceOf(whole),
    search_text: searchText(whole, indexedWords(whole)),
  } as PlaceRow;
}
