import { uploadFault } from '../upload-fault.ts';
import { uploadLimits } from '../upload-limits.ts';
import type { UploadFeature } from '../upload-source.ts';

/**
 * Whether a geometry's coordinates have heights.
 * @throws MappingError `services:invalid-upload` for more vertices than a feature may have
 */
export function measureGeometry({ geometry, place }: UploadFeature): { hasZ: boolean } {
  const measured = { vertices: 0, hasZ: false };
  count(geometry?.coordinates, measured, 0);
  if (measured.vertices > uploadLimits.vertices) {
    throw uploadFault('too-many-vertices', place, {
      found: measured.vertices,
      most: uploadLimits.vertices,
    });
  }
  return measured;
}

function count(value: unknown, measured: { vertices: number; hasZ: boolean }, depth: number): void {
  if (!Array.isArray(value) || depth > 4) return;
  if (Array.isArray(value[0])) {
    for (const member of value) count(member, measured, depth + 1);
    return;
  }
  measured.vertices += 1;
  if (typeof value[2] === 'number' && Number.isFinite(value[2])) measured.hasZ = true;
}
