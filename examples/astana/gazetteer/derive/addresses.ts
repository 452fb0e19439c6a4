import type { Place } from '../../../../server/gis/geocode/place.ts';
import { labelPoint } from '../../derive/geometry/label-point.ts';
import { isLine, type Element } from '../../derive/osm/element.ts';
import { clean } from '../../derive/osm/names.ts';
import { round } from './surroundings.ts';

/** Streets that some mappers abbreviated or reordered, as they are signposted. */
const streetNames: Record<string, string> = {
  'ул. Достык': 'улица Достык',
  'Мангилик Ел проспект': 'проспект Мангилик Ел',
  'Сейиткали Мендешева улица': 'улица Сейиткали Мендешева',
  'проспект Тлендиева Нургисы': 'проспект Нургисы Тлендиева',
};

export function streetOf(tags: Record<string, string>, key = 'addr:street'): string | undefined {
  const street = clean(tags[key]);
  return street && (streetNames[street] ?? street);
}

/** House numbers; a house at a corner has one on each street. */
export function addresses(elements: Element[]): Place[] {
  const seen = new Set<string>();
  return elements
    .filter((element) => !isLine(element))
    .flatMap((element) =>
      ['', '2'].flatMap((suffix): Place[] => {
        const street = streetOf(element.tags, `addr:street${suffix}`);
        const houseNumber = clean(element.tags[`addr:housenumber${suffix}`]);
        const [longitude, latitude] = labelPoint(element.geometry).map(round) as [number, number];
        const postal = clean(element.tags['addr:postcode']);
        const key = [street, houseNumber, longitude.toFixed(3), latitude.toFixed(3)].join('|');
        if (!street || !houseNumber || seen.has(key)) return [];
        seen.add(key);
        const id = `${element.kind}/${element.id}${suffix && `#${suffix}`}`;
        return [
          {
            id: `address/${id}`,
            kind: 'address',
            names: [],
            street,
            houseNumber,
            ...(postal && { postal }),
            longitude,
            latitude,
          },
        ];
      }),
    );
}
