import { straighten } from '../geometry/straighten.ts';
import { isArea, type Element } from '../osm/element.ts';
import { addressOf, nameFields, numberOf } from './fields.ts';
import type { Layer, LayerFeature } from './layer-file.ts';

const uses: Record<string, string> = {
  apartments: 'Apartments',
  residential: 'Apartments',
  dormitory: 'Apartments',
  house: 'House',
  detached: 'House',
  industrial: 'Industry and storage',
  manufacture: 'Industry and storage',
  warehouse: 'Industry and storage',
  tank: 'Industry and storage',
  hangar: 'Industry and storage',
  commercial: 'Offices and trade',
  retail: 'Offices and trade',
  office: 'Offices and trade',
  hotel: 'Offices and trade',
  garage: 'Garages',
  garages: 'Garages',
  school: 'Education',
  kindergarten: 'Education',
  university: 'Education',
  college: 'Education',
  hospital: 'Health',
  public: 'Public',
  church: 'Public',
  train_station: 'Public',
  construction: 'Under construction',
};

const usesByAmenity: Record<string, string> = {
  school: 'Education',
  kindergarten: 'Education',
  university: 'Education',
  college: 'Education',
  library: 'Public',
  hospital: 'Health',
  clinic: 'Health',
  townhall: 'Public',
  theatre: 'Public',
  cinema: 'Offices and trade',
  place_of_worship: 'Public',
  police: 'Public',
  courthouse: 'Public',
  embassy: 'Public',
  bank: 'Offices and trade',
  cafe: 'Offices and trade',
  restaurant: 'Offices and trade',
};

/** Every building of the extract: with its storeys, use, name and address where they are mapped. */
export const buildings: Layer = {
  key: 'buildings',
  title: 'Buildings',
  features: (elements) => elements.filter(isArea).flatMap(building),
};

function building(element: Element): LayerFeature[] {
  const { tags, geometry } = element;
  if (!tags.building || tags.building === 'no') return [];
  const counted = numberOf(tags['building:levels']) ?? 0;
  const levels = counted >= 1 && counted < 100 ? Math.round(counted) : undefined;
  const use = useOf(tags);
  const names = nameFields(tags);
  const properties = {
    ...names,
    use,
    levels,
    height_m: numberOf(tags.height ?? tags['building:height']),
    address: addressOf(tags),
  };
  return [{ osmId: element.id, properties, geometry: straighten(geometry, 0.15) }];
}

function useOf(tags: Record<string, string>): string | undefined {
  const byShop = tags.shop || tags.office ? 'Offices and trade' : undefined;
  return (
    uses[tags.building ?? ''] ??
    usesByAmenity[tags.amenity ?? ''] ??
    (tags.tourism === 'hotel' ? 'Offices and trade' : byShop)
  );
}
