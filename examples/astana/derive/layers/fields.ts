import type { Properties } from '../geometry/types.ts';
import { clean, namesOf } from '../osm/names.ts';

type Tags = Record<string, string>;

/** Names as attributes: `name` as signposted, `name_en`, `name_ru`, `name_kk` where they are mapped. */
export function nameFields(tags: Tags): Properties {
  const names = namesOf(tags);
  return {
    name: names.name,
    name_en: names['name:en'],
    name_ru: names['name:ru'],
    name_kk: names['name:kk'],
  };
}

/** Street and house number in one line, as written in the city. */
export function addressOf(tags: Tags): string | undefined {
  const street = clean(tags['addr:street']);
  const number = clean(tags['addr:housenumber']);
  return street && number ? `${street}, ${number}` : street;
}

/** Details of a place for visitors, besides its name. */
export function visitorFields(tags: Tags): Properties {
  const website = tags.website ?? tags['contact:website'] ?? tags.url;
  return {
    address: addressOf(tags),
    opening_hours: clean(tags.opening_hours),
    website: website && (/^https?:/.test(website) ? website : `http://${website}`),
    wheelchair: yesNo(tags.wheelchair),
  };
}

export function yesNo(value: string | undefined): string | undefined {
  if (value === 'yes') return 'Yes';
  if (value === 'no') return 'No';
  return value === 'limited' ? 'Limited' : undefined;
}

export function numberOf(value: string | undefined): number | undefined {
  const number = Number.parseFloat((value ?? '').replace(',', '.'));
  return Number.isFinite(number) ? number : undefined;
}

/** Looks up a tag's value in a list of readable words. */
export function word(words: Record<string, string>, value: string | undefined): string | undefined {
  return value === undefined ? undefined : words[value];
}

/** A readable tag value: `multi-storey_car` becomes `Multi-storey car`. */
export function readable(value: string | undefined): string | undefined {
  const text = clean(value?.split(';')[0]?.replaceAll('_', ' '));
  return text && text[0]?.toUpperCase() + text.slice(1);
}

/** Properties of a feature, or a falsy value when it does not belong in the layer. */
export type Description = Properties | undefined | '';
