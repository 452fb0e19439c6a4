import type { UploadPlace } from '../../../../../wire/upload.ts';
import { writeGeoJson } from '../../../geometry/geojson.ts';
import { polygonOfRings } from '../../../geometry/rings.ts';
import { ByteReader, readBytes } from '../../bytes/read-bytes.ts';
import { type Meter, type SourceGeometry, uploadFault, uploadLimits } from '../../upload-source.ts';

/** Kinds of shape by their number without the dimension: 11 is 1 with z, 21 is 1 with m. */
const kinds: Readonly<Record<number, 'point' | 'line' | 'polygon' | 'multipoint'>> = {
  1: 'point',
  3: 'line',
  5: 'polygon',
  8: 'multipoint',
};

/**
 * One record of a .shp file (ESRI Shapefile Technical Description). Measures are left out.
 * @throws MappingError `services:invalid-upload`
 */
function readShape(content: Buffer, place: UploadPlace): SourceGeometry | null {
  const type = content.readInt32LE(0);
  if (type === 0) return null;
  const kind = kinds[type % 10];
  if (!kind || type > 28)
    throw uploadFault('geometry-type', place, { type: type === 31 ? 'multipatch' : String(type) });
  const hasZ = type > 10 && type < 20;
  try {
    if (kind === 'point') return { type: 'Point', coordinates: position(content, 4, hasZ ? 20 : -1) };
    if (kind === 'multipoint') {
      const count = vertexCount(content, 36, place);
      const z = hasZ ? 40 + count * 16 + 16 : -1;
      return {
        type: 'MultiPoint',
        coordinates: Array.from({ length: count }, (_none, index) =>
          position(content, 40 + index * 16, z < 0 ? z : z + index * 8),
        ),
      };
    }
    return readParts(content, kind, hasZ, place);
  } catch (error) {
    if (error instanceof RangeError) throw uploadFault('broken-feature', place);
    throw error;
  }
}

function readParts(
  content: Buffer,
  kind: 'line' | 'polygon',
  hasZ: boolean,
  place: UploadPlace,
): SourceGeometry | null {
  const parts = content.readInt32LE(36);
  const count = vertexCount(content, 40, place);
  if (parts < 0 || parts > count) throw uploadFault('broken-feature', place);
  const first = 44 + parts * 4;
  const heights = hasZ ? first + count * 16 + 16 : -1;
  const starts = Array.from({ length: parts }, (_none, part) => content.readInt32LE(44 + part * 4));
  const paths = starts.map((start, part) => {
    const end = starts[part + 1] ?? count;
    if (start < 0 || end > count || end < start) throw uploadFault('broken-feature', place);
    return Array.from({ length: end - start }, (_none, index) =>
      position(content, first + (start + index) * 16, hasZ ? heights + (start + index) * 8 : -1),
    );
  });
  if (kind === 'line') return { type: 'MultiLineString', coordinates: paths };
  const polygon = polygonOfRings(
    paths.map((path) => path.flat()),
    hasZ,
    false,
  );
  return polygon && writeGeoJson(polygon);
}

function vertexCount(content: Buffer, at: number, place: UploadPlace): number {
  const count = content.readInt32LE(at);
  if (count >= 0 && count <= uploadLimits.vertices) return count;
  throw uploadFault('too-many-vertices', place, { found: count, most: uploadLimits.vertices });
}

/** Offset of the height; negative: none. */
function position(content: Buffer, at: number, z: number): number[] {
  const [x, y] = [content.readDoubleLE(at), content.readDoubleLE(at + 8)];
  return z < 0 ? [x, y] : [x, y, content.readDoubleLE(z)];
}

const headerBytes = 100;

/** The header of a .shp file. */
export interface ShpHeader {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

/** @throws MappingError `services:invalid-upload` for an invalid file */
export function readShpHeader(bytes: Buffer, file: string): ShpHeader {
  if (bytes.length < headerBytes || bytes.readInt32BE(0) !== 9994)
    throw uploadFault('broken-header', { file }, { format: '.shp' });
  return {
    xmin: bytes.readDoubleLE(36),
    ymin: bytes.readDoubleLE(44),
    xmax: bytes.readDoubleLE(52),
    ymax: bytes.readDoubleLE(60),
  };
}

/** The geometry of each record, in order. */
export async function* readShpRecords(
  path: string,
  file: string,
  meter: Meter,
): AsyncGenerator<SourceGeometry | null> {
  const reader = new ByteReader(readBytes({ path, meter }));
  try {
    readShpHeader(await reader.read(headerBytes), file);
    for (let feature = 1; ; feature += 1) {
      const header = await reader.read(8);
      if (header.length === 0) return;
      const place = { file, feature };
      const length = header.length === 8 ? header.readInt32BE(4) * 2 : -1;
      if (length < 4 || length > uploadLimits.vertices * 40) throw uploadFault('broken-feature', place);
      const content = await reader.read(length);
      if (content.length < length) throw uploadFault('ends-in-feature', place);
      yield readShape(content, place);
    }
  } finally {
    await reader.close();
  }
}
