import { MappingError } from '../../../wire/errors.ts';
import { projectorBetween } from './project.ts';
import { canonicalWkid } from './spatial-reference.ts';

/**
 * One position in another spatial reference.
 * @throws MappingError `services:invalid-geometry` (400) for unknown codes and unreachable positions
 */
export function projectPosition(
  [x, y]: readonly [number, number],
  from: number,
  to: number,
): [number, number] {
  const projector = projectorBetween(canonicalWkid(from), canonicalWkid(to));
  const [px = x, py = y] = projector?.(Float64Array.of(x, y), 2) ?? [x, y];
  if (Number.isFinite(px) && Number.isFinite(py)) return [px, py];
  throw new MappingError(
    'services:invalid-geometry',
    `The location is outside the spatial reference ${to}.`,
    {
      status: 400,
    },
  );
}
