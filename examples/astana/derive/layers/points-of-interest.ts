import { readable } from './fields.ts';
import type { Layer } from './layer-file.ts';
import { pointsOf } from './places-layer.ts';

/** Category by tag and value; `*` matches every other value of the tag. */
const categories: [tag: string, values: Record<string, string>][] = [
  [
    'amenity',
    {
      cafe: 'Food and drink',
      restaurant: 'Food and drink',
      fast_food: 'Food and drink',
      bar: 'Food and drink',
      pub: 'Food and drink',
      bank: 'Money',
      atm: 'Money',
      bureau_de_change: 'Money',
      fuel: 'Fuel and cars',
      car_wash: 'Fuel and cars',
      theatre: 'Culture',
      cinema: 'Culture',
      arts_centre: 'Culture',
      community_centre: 'Culture',
      library: 'Culture',
      townhall: 'Public service',
      police: 'Public service',
      post_office: 'Public service',
      courthouse: 'Public service',
      embassy: 'Public service',
      marketplace: 'Shopping',
      place_of_worship: 'Worship',
    },
  ],
  [
    'tourism',
    {
      hotel: 'Lodging',
      hostel: 'Lodging',
      guest_house: 'Lodging',
      motel: 'Lodging',
      bed_and_breakfast: 'Lodging',
      museum: 'Culture',
      gallery: 'Culture',
    },
  ],
  [
    'shop',
    { car_repair: 'Fuel and cars', car: 'Fuel and cars', car_parts: 'Fuel and cars', '*': 'Shopping' },
  ],
  ['office', { government: 'Public service' }],
];

export const pointsOfInterest: Layer = {
  key: 'points-of-interest',
  title: 'Points of interest',
  features: (elements) =>
    pointsOf(elements, (tags) => {
      for (const [tag, values] of categories) {
        const value = tags[tag];
        const category = value && (values[value] ?? values['*']);
        if (category) return { category, kind: readable(value), cuisine: readable(tags.cuisine) };
      }
      return undefined;
    }),
};

const sightKinds: Record<string, string> = {
  monument: 'Monument',
  memorial: 'Memorial',
  museum: 'Museum',
  gallery: 'Gallery',
  attraction: 'Attraction',
  artwork: 'Artwork',
  theatre: 'Theatre',
  place_of_worship: 'Place of worship',
  fountain: 'Fountain',
};

export const sights: Layer = {
  key: 'sights',
  title: 'Sights and monuments',
  features: (elements) =>
    pointsOf(elements, (tags) => {
      const kind = [tags.tourism, tags.historic, tags.amenity]
        .map((value) => sightKinds[value ?? ''])
        .find(Boolean);
      return kind && { kind, religion: readable(tags.religion) };
    }),
};
