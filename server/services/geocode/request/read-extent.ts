import { wrapLongitude } from '../../../../wire/geometry/web-mercator.ts';
import type { Box } from '../search/cells.ts';
import { invalid } from './invalid.ts';
import { finite, readJson } from './read-json.ts';
import { readSpatialReference, type SpatialReference, toDegrees, wgs84 } from './spatial-reference.ts';

/**
 * Reads `xmin,ymin,xmax,ymax` or an extent as JSON into boxes of degrees: two where it crosses the date line.
 * @throws MappingError `places:invalid-parameter`
 */
export function readExtent(text: string, parameter: string, inSR: SpatialReference = wgs84): Box[] {
  const object = readJson(text);
  const [xmin, ymin, xmax, ymax] = object
    ? ['xmin', 'ymin', 'xmax', 'ymax'].map((name) => finite(object[name]))
    : text.split(',').map(finite);
  if (xmin === undefined || ymin === undefined || xmax === undefined || ymax === undefined) {
    throw invalid(parameter, 'an extent is "xmin,ymin,xmax,ymax" or {"xmin":…} with finite numbers.');
  }
  const reference = object?.['spatialReference']
    ? readSpatialReference(object['spatialReference'], parameter)
    : inSR;
  const lower = toDegrees({ x: xmin, y: ymin }, reference);
  const upper = toDegrees({ x: xmax, y: ymax }, reference);
  const [south, north] = [Math.max(-90, lower.latitude), Math.min(90, upper.latitude)];
  if (south > north) throw invalid(parameter, 'ymin is greater than ymax.');
  if (upper.longitude - lower.longitude >= 360) return [[-180, south, 180, north]];
  const [west, east] = [wrapLongitude(lower.longitude), wrapLongitude(upper.longitude)];
  return west <= east
    ? [[west, south, east, north]]
    : [
        [west, south, 180, north],
        [-180, south, east, north],
      ];
}
