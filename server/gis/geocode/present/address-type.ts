import { categoryLabel } from '../kinds/categories.ts';
import type { PlaceKind } from '../place.ts';
import type { PlaceRow } from '../search/place-row-store.ts';

const types: Record<PlaceKind, string> = {
  address: 'PointAddress',
  street: 'StreetName',
  poi: 'POI',
  neighbourhood: 'Locality',
  city: 'Locality',
  region: 'Locality',
  country: 'Locality',
};

/** The `Addr_type` of ArcGIS clients. */
export function addressType({ kind }: Pick<PlaceRow, 'kind'>): string {
  return types[kind];
}

const kinds: Partial<Record<PlaceKind, string>> = {
  neighbourhood: 'Neighborhood',
  city: 'City',
  region: 'State or Province',
  country: 'Country',
};

/** The `Type` of ArcGIS clients: the type of a locality or a point of interest. */
export function placeType({ kind, category }: Pick<PlaceRow, 'kind' | 'category'>): string {
  if (category === 'capital') return 'National Capital';
  if (kind === 'poi' && category) return categoryLabel(category);
  return kinds[kind] ?? '';
}
