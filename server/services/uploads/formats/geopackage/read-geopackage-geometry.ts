import type { UploadPlace } from '../../../../../wire/upload.ts';
import { uploadFault } from '../../upload-fault.ts';
import type { SourceGeometry } from '../../upload-source.ts';
import { readWkb } from './read-wkb.ts';

/** Bytes of the envelope by its code in the flags (OGC 12-128, section 2.1.3). */
const envelopes = [0, 32, 48, 48, 64];

/** @throws MappingError `services:invalid-upload` */
export function readGeoPackageGeometry(bytes: Uint8Array, place: UploadPlace): SourceGeometry | null {
  const flags = bytes[3] ?? 0;
  const envelope = envelopes[(flags >> 1) & 7];
  if (bytes[0] !== 0x47 || bytes[1] !== 0x50 || envelope === undefined)
    throw uploadFault('broken-geometry', place, { reason: 'none of a GeoPackage' });
  const empty = (flags & 0x10) !== 0;
  if (empty) return null;
  try {
    return readWkb(bytes, 8 + envelope);
  } catch (error) {
    const words = error instanceof Error ? error.message : '';
    throw uploadFault('broken-geometry', place, { reason: words });
  }
}
