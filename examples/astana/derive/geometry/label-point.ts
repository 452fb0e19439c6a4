import polylabel from 'polylabel';
import { signedArea } from './measure.ts';
import { linesOf, polygonsOf, type Geometry, type Position } from './types.ts';

/**
 * The best place for a label: the pole of inaccessibility of the largest polygon, the middle of a line, or
 * the point.
 */
export function labelPoint(geometry: Geometry): Position {
  if (geometry.type === 'Point') return geometry.coordinates;
  const largest = polygonsOf(geometry)
    .map((polygon) => ({ polygon, area: Math.abs(signedArea(polygon[0] ?? [])) }))
    .sort((a, b) => b.area - a.area)[0];
  if (largest) {
    const [x, y] = polylabel(largest.polygon, Math.max(1e-6, Math.sqrt(largest.area) / 50));
    return [x ?? 0, y ?? 0];
  }
  const line = linesOf(geometry)[0] ?? [];
  return line[Math.floor(line.length / 2)] ?? [0, 0];
}
