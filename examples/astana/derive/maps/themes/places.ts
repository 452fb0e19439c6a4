import { districts, newCentre, oldTown } from '../places.ts';
import { uniqueValues, withSizeByScale } from '../renderers.ts';
import { icon, text } from '../symbols.ts';
import type { LabelDraft, PopupField } from '../operational-layer.ts';
import type { MapDraft } from '../web-map.ts';

const sizes: [number, number][] = [
  [4000, 21],
  [20_000, 17],
  [60_000, 11],
  [150_000, 7],
];

const visit: PopupField[] = [
  ['address', 'Address'],
  ['opening_hours', 'Opening hours'],
  ['website', 'Website'],
];

function names(colour: string, minScale: number): LabelDraft {
  return {
    field: 'label',
    placement: 'above',
    symbol: text(colour, '#ffffff', 8.5),
    minScale,
    where: 'name IS NOT NULL',
  };
}

export const schoolsAndHospitals: MapDraft = {
  key: 'schools-and-hospitals',
  basemap: 'light',
  view: [71.395, 51.145, 71.475, 51.19],
  bookmarks: districts,
  searchHint: 'Find a school or a hospital',
  layers: [
    {
      layer: 'education',
      title: 'Education',
      renderer: withSizeByScale(
        uniqueValues('kind', [
          ['Kindergarten', icon('playground', '#e9a03b'), 'Kindergartens'],
          ['School', icon('school', '#2f73b7'), 'Schools'],
          ['College', icon('college', '#5b63b7'), 'Colleges'],
          ['University', icon('college', '#7a3e9d'), 'Universities'],
          ['Library', icon('library', '#8a6d3b'), 'Libraries'],
        ]),
        sizes,
      ),
      fields: [['kind', 'Kind'], ['name_kk', 'Name in Kazakh'], ...visit],
      labels: names('#24507d', 8000),
      search: 'label',
    },
    {
      layer: 'health',
      title: 'Health',
      renderer: withSizeByScale(
        uniqueValues('kind', [
          ['Pharmacy', icon('pharmacy', '#3f9c6b'), 'Pharmacies'],
          ['Dentist', icon('dentist', '#4aa3b5'), 'Dentists'],
          ['Clinic', icon('doctor', '#d9694f'), 'Clinics'],
          ['Hospital', icon('hospital', '#c2313f'), 'Hospitals'],
        ]),
        sizes,
      ),
      fields: [['kind', 'Kind'], ['operator', 'Operator'], ...visit],
      labels: names('#8f2430', 8000),
      search: 'label',
    },
  ],
};

export const pharmacies: MapDraft = {
  key: 'pharmacies',
  basemap: 'light',
  view: oldTown,
  layers: [
    {
      layer: 'health',
      part: 'pharmacies',
      title: 'Pharmacies',
      where: "kind = 'Pharmacy'",
      renderer: withSizeByScale(
        uniqueValues('kind', [['Pharmacy', icon('pharmacy', '#3f9c6b'), 'Pharmacies']]),
        sizes,
      ),
      fields: [['kind', 'Kind'], ...visit],
      labels: names('#2b6b49', 20_000),
      search: 'label',
    },
  ],
};

export const pointsOfInterest: MapDraft = {
  key: 'places-to-go',
  basemap: 'light',
  view: [71.398, 51.15, 71.452, 51.182],
  bookmarks: districts,
  searchHint: 'Find a place',
  layers: [
    {
      layer: 'points-of-interest',
      title: 'Places by category',
      renderer: withSizeByScale(
        uniqueValues('category', [
          ['Food and drink', icon('restaurant', '#d9694f')],
          ['Shopping', icon('shop', '#2f73b7')],
          ['Money', icon('bank', '#4b8f5a')],
          ['Lodging', icon('lodging', '#7a3e9d')],
          ['Culture', icon('theatre', '#b5467f')],
          ['Public service', icon('town-hall', '#6b7480')],
          ['Worship', icon('place-of-worship', '#8a6d3b')],
          ['Fuel and cars', icon('fuel', '#c98a1b')],
        ]),
        sizes,
      ),
      fields: [['category', 'Category'], ['kind', 'Kind'], ['cuisine', 'Cuisine'], ...visit],
      labels: names('#3a4046', 6000),
      search: 'label',
    },
  ],
};

export const sights: MapDraft = {
  key: 'sights-and-monuments',
  basemap: 'light',
  view: [71.388, 51.112, 71.472, 51.158],
  bookmarks: [
    ['New centre and Bayterek', newCentre],
    ['Old town', oldTown],
  ],
  searchHint: 'Find a sight',
  layers: [
    {
      layer: 'sights',
      title: 'Sights and monuments',
      renderer: withSizeByScale(
        uniqueValues('kind', [
          ['Attraction', icon('attraction', '#b5467f'), 'Attractions'],
          ['Museum', icon('museum', '#7a3e9d'), 'Museums'],
          ['Gallery', icon('art-gallery', '#8f5bb5'), 'Galleries'],
          ['Theatre', icon('theatre', '#c2313f'), 'Theatres'],
          ['Monument', icon('monument', '#8a6d3b'), 'Monuments'],
          ['Memorial', icon('monument', '#b59a5b'), 'Memorials'],
          ['Artwork', icon('art-gallery', '#d9894f'), 'Artworks'],
          ['Place of worship', icon('place-of-worship', '#5b7fa6'), 'Places of worship'],
          ['Fountain', icon('water', '#3f9cc4'), 'Fountains'],
        ]),
        sizes,
      ),
      fields: [['kind', 'Kind'], ['name_kk', 'Name in Kazakh'], ['religion', 'Religion'], ...visit],
      labels: names('#4a2d5c', 30_000),
      search: 'label',
    },
  ],
};
