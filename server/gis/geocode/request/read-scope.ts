import { type LonLat, wrapLongitude } from '../../../../wire/geometry/web-mercator.ts';
import { parameterError, type Parameters } from '../../../platform/arcgis/parameters.ts';
import { findCountry } from '../countries/countries.ts';
import { readFilter } from '../kinds/categories.ts';
import type { SearchScope } from '../place.ts';
import {
  finite,
  readJson,
  readSpatialReference,
  spatialReference,
  type SpatialReference,
  toDegrees,
  wgs84,
} from './spatial-reference.ts';
import { z } from 'zod';
import { limits } from '../../../limits.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { Box } from '../search/cells.ts';

/**
 * Reads `x,y` or `{"x":…,"y":…,"spatialReference":…}`. `inSR` applies to a point without its own spatial
 * reference.
 * @throws MappingError `arcgis:invalid-parameter`
 */
export function readLocation(text: string, parameter: string, inSR: SpatialReference = wgs84): LonLat {
  const object = readJson(text);
  const [x, y] = object ? [object['x'], object['y']].map(finite) : text.split(',').map(finite);
  if (x === undefined || y === undefined) {
    throw parameterError(parameter, 'Expected "x,y" or {"x":…,"y":…} with finite numbers.');
  }
  const reference = object?.['spatialReference']
    ? readSpatialReference(object['spatialReference'], parameter)
    : inSR;
  const { longitude, latitude } = toDegrees({ x, y }, reference);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 10_000)
    throw parameterError(parameter, 'The point is not on the earth.');
  return { longitude: wrapLongitude(longitude), latitude };
}

const schema = z.object({
  location: z.string().optional(),
  searchExtent: z.string().optional(),
  inSR: spatialReference('inSR'),
  countryCode: z.string().optional(),
  sourceCountry: z.string().optional(),
  category: z.string().optional(),
  categories: z.string().optional(),
});

/**
 * Filters of a search: `location`, `searchExtent` (both in `inSR`), `countryCode` or `sourceCountry`,
 * `category` or `categories`.
 * @throws MappingError `arcgis:invalid-parameter`
 */
export function readScope(parameters: Parameters): SearchScope {
  const { location, searchExtent, inSR, ...input } = readOperation(schema, parameters);
  const country = input.countryCode ?? input.sourceCountry;
  const category = input.category ?? input.categories;
  return {
    ...(location && { near: readLocation(location, 'location', inSR) }),
    ...(searchExtent && { boxes: readExtent(searchExtent, 'searchExtent', inSR) }),
    ...(country && { countryCodes: readCountries(country) }),
    ...(category && { filter: readFilter(category) }),
  };
}

function readCountries(text: string): string[] {
  return text.split(',').flatMap((code) => findCountry(code)?.alpha2 ?? []);
}

/** @throws MappingError `arcgis:invalid-parameter` when the text exceeds the limit */
export function checkText(text: string, parameter: string): string {
  if (text.length <= limits.placeText) return text;
  throw parameterError(parameter, `The text is longer than ${limits.placeText} characters.`);
}

/**
 * Reads `xmin,ymin,xmax,ymax` or an extent as JSON into boxes of degrees: two where it crosses the date line.
 * @throws MappingError `arcgis:invalid-parameter`
 */
export function readExtent(text: string, parameter: string, inSR: SpatialReference = wgs84): Box[] {
  const object = readJson(text);
  const [xmin, ymin, xmax, ymax] = object
    ? ['xmin', 'ymin', 'xmax', 'ymax'].map((name) => finite(object[name]))
    : text.split(',').map(finite);
  if (xmin === undefined || ymin === undefined || xmax === undefined || ymax === undefined) {
    throw parameterError(parameter, 'Expected "xmin,ymin,xmax,ymax" or {"xmin":…} with finite numbers.');
  }
  const reference = object?.['spatialReference']
    ? readSpatialReference(object['spatialReference'], parameter)
    : inSR;
  const lower = toDegrees({ x: xmin, y: ymin }, reference);
  const upper = toDegrees({ x: xmax, y: ymax }, reference);
  const [south, north] = [Math.max(-90, lower.latitude), Math.min(90, upper.latitude)];
  if (south > north) throw parameterError(parameter, 'Expected ymin below ymax.');
  if (upper.longitude - lower.longitude >= 360) return [[-180, south, 180, north]];
  const [west, east] = [wrapLongitude(lower.longitude), wrapLongitude(upper.longitude)];
  return west <= east
    ? [[west, south, east, north]]
    : [
        [west, south, 180, north],
        [-180, south, east, north],
      ];
}
