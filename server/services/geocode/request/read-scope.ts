import { limits } from '../../../limits.ts';
import { findCountry } from '../countries/country-codes.ts';
import { readFilter } from '../kinds/category-filter.ts';
import type { SearchScope } from '../search/search-request.ts';
import { invalid } from './invalid.ts';
import { readExtent } from './read-extent.ts';
import { finite } from './read-json.ts';
import { readLocation } from './read-location.ts';
import type { Parameters } from './read-parameters.ts';
import { readSpatialReference, wgs84 } from './spatial-reference.ts';

/**
 * Where and among what to search: `location`, `searchExtent` (both in `inSR`), `countryCode` or `sourceCountry`,
 * `category` or `categories`.
 * @throws MappingError `places:invalid-parameter`
 */
export function readScope(parameters: Parameters): SearchScope {
  const { location, searchextent, insr } = parameters;
  const country = parameters['countrycode'] ?? parameters['sourcecountry'];
  const category = parameters['category'] ?? parameters['categories'];
  const inSR = insr ? readSpatialReference(insr, 'inSR') : wgs84;
  return {
    ...(location && { near: readLocation(location, 'location', inSR) }),
    ...(searchextent && { boxes: readExtent(searchextent, 'searchExtent', inSR) }),
    ...(country && { countryCodes: readCountries(country) }),
    ...(category && { filter: readFilter(category) }),
  };
}

function readCountries(text: string): string[] {
  return text.split(',').flatMap((code) => findCountry(code)?.alpha2 ?? []);
}

/** A number of results from 1 to `most`. Zero stands for the usual number, more than the most for the most; nonsense is refused. */
export function readLimit(
  text: string | undefined,
  parameter: string,
  fallback: number,
  most: number,
): number {
  if (text === undefined) return fallback;
  const number = finite(text);
  if (number === undefined || !Number.isInteger(number) || number < 0)
    throw invalid(parameter, 'this must be a whole number.');
  return number === 0 ? fallback : Math.min(number, most);
}

/** @throws MappingError `places:invalid-parameter` when the text is longer than anybody types */
export function checkText(text: string, parameter: string): string {
  if (text.length <= limits.placeText) return text;
  throw invalid(parameter, `the text is longer than ${limits.placeText} characters.`);
}
