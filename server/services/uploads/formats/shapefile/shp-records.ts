import { ByteReader } from '../../bytes/byte-reader.ts';
import { readBytes } from '../../bytes/read-bytes.ts';
import { uploadFault } from '../../upload-fault.ts';
import { uploadLimits } from '../../upload-limits.ts';
import type { Meter, SourceGeometry } from '../../upload-source.ts';
import { readShape } from './read-shape.ts';

const headerBytes = 100;

/** What the header of a .shp file says. */
export interface ShpHeader {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

/** @throws MappingError `services:invalid-upload` for a file that is none */
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
