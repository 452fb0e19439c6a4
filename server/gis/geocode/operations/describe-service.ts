import { limits } from '../../../limits.ts';
import { currentVersion } from '../../feature-server/layer-json.ts';
import { countries } from '../countries/countries.ts';
import { categoryTree } from '../kinds/categories.ts';
import { wgs84 } from '../request/spatial-reference.ts';
import type { GeocodeCall } from './geocode-call.ts';

/** The service's description, which clients request first. */
export function describeService({ name }: GeocodeCall): object {
  return {
    currentVersion,
    serviceDescription: name,
    addressFields: addressFields.map(([field, alias, length]) => text(field, alias, length)),
    singleLineAddressField: text('SingleLine', 'Single Line Input', limits.placeText),
    candidateFields: [
      ...textFields.map((field) => text(field, field, 200)),
      ...numberFields.map((field) => ({
        name: field,
        type: 'esriFieldTypeDouble',
        alias: field,
        required: false,
      })),
    ],
    intersectionCandidateFields: [],
    categories: categoryTree(),
    spatialReference: wgs84,
    locatorProperties: {
      MaxBatchSize: limits.placeBatch,
      SuggestedBatchSize: limits.placeBatch,
      LoadBalancerTimeOut: 60,
    },
    detailedCountries: false,
    countries: countries.map(({ alpha3 }) => alpha3),
    capabilities: 'Geocode,ReverseGeocode,Suggest',
  };
}

const addressFields: readonly [name: string, alias: string, length: number][] = [
  ['Address', 'Address or Place', 100],
  ['Neighborhood', 'Neighborhood', 50],
  ['City', 'City', 50],
  ['Region', 'State', 50],
  ['Postal', 'ZIP', 20],
  ['CountryCode', 'Country', 100],
];

const textFields = [
  'Loc_name',
  'Status',
  'Match_addr',
  'LongLabel',
  'ShortLabel',
  'Addr_type',
  'Type',
  'PlaceName',
  'Place_addr',
  'AddNum',
  'StAddr',
  'StName',
  'Nbrhd',
  'City',
  'Region',
  'Postal',
  'Country',
  'CntryName',
];

const numberFields = [
  'Score',
  'Distance',
  'X',
  'Y',
  'DisplayX',
  'DisplayY',
  'Xmin',
  'Ymin',
  'Xmax',
  'Ymax',
  'Rank',
];

function text(name: string, alias: string, length: number): object {
  return {
    name,
    type: 'esriFieldTypeString',
    alias,
    required: false,
    length,
    localizedNames: {},
    recognizedNames: {},
  };
}
