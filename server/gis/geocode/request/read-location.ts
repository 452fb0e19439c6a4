import { type LonLat, wrapLongitude } from '../../../../wire/geometry/web-mercator.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { finite, readJson } from './read-json.ts';
import { readSpatialReference, type SpatialReference, toDegrees, wgs84 } from './spatial-reference.ts';

/**
 * Reads `x,y` or `{"x":…,"y":…,"spatialReference":…}`. `inSR` applies to a point without its own spatial
 * reference.
 * @throws MappingError `arcgis:invalid-parameter`
 */
export function readLocation(text: string, parameter: string, inSR: SpatialReference = wgs84): LonLat {
  const object = readJson(text);
  const [x, y] = object ? [object['x'], object['y']].map(finite) : text.split(',').map(finite);
  if (x === undefined || y === undefined) {
    throw parameterError(parameter, 'a point is "x,y" or {"x":…,"y":…} with finite numbers.');
  }
  const reference = object?.['spatialReference']
    ? readSpatialReference(object['spatialReference'], parameter)
    : inSR;
  const { longitude, latitude } = toDegrees({ x, y }, reference);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 10_000)
    throw parameterError(parameter, 'the point is not on the earth.');
  return { longitude: wrapLongitude(longitude), latitude };
}
