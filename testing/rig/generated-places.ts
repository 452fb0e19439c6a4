import type { Place } from '../../server/gis/geocode/place.ts';
import { randomNumbers } from '../portal-content/random-numbers.ts';

const syllables = ['mi', 'vo', 'ra', 'ta', 'sa', 'li', 'ne', 'ko', 'du', 'pe', 'ga', 'zu', 'be', 'fo', 'hi'];
const streetTypes = ['Street', 'Avenue', 'Lane', 'Road'];
const categories = ['cafe', 'pharmacy', 'school', 'bus_stop', 'supermarket'];

/**
 * Generated places over Central Europe, the same in every run: of every thousand two cities, 150 streets, 148
 * points of interest and 700 addresses, about the proportions of real gazetteers.
 */
export function* generatedPlaces(count: number): Generator<Place> {
  const random = randomNumbers(7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const word = (min: number) => {
    const letters = Array.from({ length: min + Math.floor(random() * 3) }, () => pick(syllables)).join('');
    return letters.charAt(0).toUpperCase() + letters.slice(1);
  };
  let city = { name: '', longitude: 0, latitude: 0 };
  let street = '';
  for (let index = 0; index < count; index++) {
    const id = String(index);
    const share = index % 1_000;
    if (share % 500 === 0) {
      city = { name: word(2), longitude: 5 + random() * 15, latitude: 46 + random() * 8 };
      const population = Math.floor(10 ** (3 + random() * 4));
      yield {
        id,
        kind: 'city',
        names: [city.name],
        longitude: city.longitude,
        latitude: city.latitude,
        countryCode: 'DE',
        population,
      };
      continue;
    }
    const at = {
      longitude: city.longitude + (random() - 0.5) * 0.2,
      latitude: city.latitude + (random() - 0.5) * 0.2,
    };
    const surroundings = { city: city.name, countryCode: 'DE', ...at };
    if (share % 500 < 76) {
      street = `${word(2)} ${pick(streetTypes)}`;
      yield { id, kind: 'street', names: [street], ...surroundings };
    } else if (share % 500 < 150) {
      yield {
        id,
        kind: 'poi',
        category: pick(categories),
        names: [`${word(2)} ${word(2)}`],
        ...surroundings,
      };
    } else {
      yield {
        id,
        kind: 'address',
        names: [],
        street,
        houseNumber: String(1 + Math.floor(random() * 400)),
        ...surroundings,
      };
    }
  }
}
