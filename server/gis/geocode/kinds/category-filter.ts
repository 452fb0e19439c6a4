import type { PlaceKind } from '../place.ts';
import type { CategoryFilter } from '../search/search-request.ts';
import { categories } from './categories.ts';

/** Names of ArcGIS categories and address types for our kinds, in lower case. */
const kindNames = new Map<string, readonly PlaceKind[]>(
  Object.entries({
    address: ['address', 'street'],
    'point address': ['address'],
    pointaddress: ['address'],
    'street address': ['address'],
    streetaddress: ['address'],
    'street name': ['street'],
    streetname: ['street'],
    poi: ['poi'],
    'populated place': ['neighbourhood', 'city', 'region', 'country'],
    locality: ['neighbourhood', 'city', 'region', 'country'],
    neighborhood: ['neighbourhood'],
    neighbourhood: ['neighbourhood'],
    city: ['city'],
    region: ['region'],
    country: ['country'],
  }),
);

/** Reads a comma-separated list of kinds, groups and categories in any case. Unknown names match nothing. */
export function readFilter(text: string): CategoryFilter {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const chosen = categories.filter(({ key, group, labels }) =>
    [key, group, ...labels].some((name) => names.includes(name.toLowerCase())),
  );
  return {
    kinds: names.flatMap((name) => kindNames.get(name) ?? []),
    categories: chosen.map(({ key }) => key),
  };
}

/** The category tree of the service description. */
export function categoryTree(): object[] {
  const groups = [...new Set(categories.map(({ group }) => group))];
  return [
    { name: 'Address', categories: [{ name: 'Point Address' }, { name: 'Street Name' }] },
    {
      name: 'Populated Place',
      categories: ['Neighborhood', 'City', 'Region', 'Country'].map((name) => ({ name })),
    },
    {
      name: 'POI',
      categories: groups.map((group) => ({
        name: group,
        categories: categories
          .filter((category) => category.group === group)
          .map(({ labels: [name] }) => ({ name })),
      })),
    },
  ];
}
