import proj4 from 'proj4';
import { type Geometry, strideOf } from '../../geometry/geometry.ts';
import { projectGeometry, type Projector, projectorBetween } from '../../geometry/project.ts';
import { isGeographic } from '../../geometry/spatial-reference.ts';
import { uploadFault } from '../upload-fault.ts';
import type { SourceReference } from '../upload-source.ts';

/** Degrees and Web Mercator are kept; everything else is converted to degrees. */
export function keptWkid(reference: SourceReference): number {
  return 'wkid' in reference && reference.wkid === 3857 ? 3857 : 4326;
}

/**
 * Converts geometry from the spatial reference of a file to that of its layer, and checks that it is on the
 * earth.
 * @throws MappingError `services:invalid-upload` when created for an unreadable definition, or called for an
 * invalid location
 */
export function placeGeometry(reference: SourceReference): (geometry: Geometry) => Geometry {
  const wkid = keptWkid(reference);
  const projector =
    'wkid' in reference ? projectorBetween(reference.wkid, wkid) : projectorOf(reference.definition);
  const degrees = 'wkid' in reference && isGeographic(reference.wkid);
  return (geometry) => {
    if (degrees) checkDegrees(geometry);
    const placed = projectGeometry(geometry, projector);
    if (!placed) throw uploadFault('outside-reference');
    if (wkid === 4326 && projector) checkDegrees(placed);
    return placed;
  };
}

/** From a .prj file. */
function projectorOf(definition: string): Projector {
  const converter = proj4(definition, 'EPSG:4326');
  return (coordinates, stride) => {
    const projected = Float64Array.from(coordinates);
    for (let at = 0; at < projected.length; at += stride) {
      const [x = Number.NaN, y = Number.NaN] = forward(
        converter,
        projected[at] as number,
        projected[at + 1] as number,
      );
      projected[at] = x;
      projected[at + 1] = y;
    }
    return projected;
  };
}

/** proj4 throws for coordinates it cannot project. */
function forward(converter: { forward(point: number[]): number[] }, x: number, y: number): number[] {
  try {
    return converter.forward([x, y]);
  } catch {
    return [];
  }
}

/** One turn beyond the antimeridian is common; anything farther was never degrees. */
function checkDegrees(geometry: Geometry): void {
  const { coordinates } = geometry;
  const stride = strideOf(geometry);
  for (let at = 0; at < coordinates.length; at += stride) {
    const [x, y] = [coordinates[at] as number, coordinates[at + 1] as number];
    if (Math.abs(y) <= 90.000_001 && Math.abs(x) <= 540) continue;
    throw Math.abs(y) > 90
      ? uploadFault('latitude', {}, { latitude: y })
      : uploadFault('longitude', {}, { longitude: x });
  }
}
