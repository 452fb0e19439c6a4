import { type Geometry, keepDimensions } from '../../geometry/geometry.ts';
import { generalise } from '../../geometry/generalise.ts';
import { roundCoordinates } from '../../geometry/precision.ts';
import { projectGeometry, projectorBetween } from '../../geometry/project.ts';
import { type Grid, type GridGeometry, quantize } from '../../geometry/quantize.ts';
import type { GeometryOutput } from './output.ts';

/** Converts a stored geometry to the requested output; null when nothing remains. */
export function geometryShaper(
  output: GeometryOutput,
  wkid: number,
): (geometry: Geometry) => Geometry | null {
  const projector = projectorBetween(wkid, output.wkid);
  const { maxAllowableOffset, precision } = output;
  return (stored) => {
    const projected = projectGeometry(keepDimensions(stored, output.hasZ, output.hasM), projector);
    const simple =
      projected && maxAllowableOffset > 0 ? generalise(projected, maxAllowableOffset) : projected;
    return simple && precision !== undefined ? roundCoordinates(simple, precision) : simple;
  };
}

/** The same on a grid: the requested one, or `fallback`. */
export function gridShaper(
  output: GeometryOutput,
  wkid: number,
  fallback: Grid,
): (geometry: Geometry) => GridGeometry | null {
  const shape = geometryShaper({ ...output, hasZ: false, hasM: false }, wkid);
  const { grid, simplify } = output.quantization ?? { grid: fallback, simplify: false };
  return (stored) => {
    const geometry = shape(stored);
    return geometry && quantize(geometry, grid, simplify);
  };
}
