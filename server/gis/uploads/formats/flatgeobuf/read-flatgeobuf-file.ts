import path from 'node:path';
import { ByteBuffer } from 'flatbuffers';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { parseProperties } from 'flatgeobuf/lib/mjs/generic/feature.js';
import { fromGeometry } from 'flatgeobuf/lib/mjs/geojson/geometry.js';
import { fromByteBuffer, type HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js';
import { calcTreeSize } from 'flatgeobuf/lib/mjs/packedrtree.js';
import { wholeNumberOf } from '../../fields/field-collector.ts';
import { canonicalWkid, isKnownWkid } from '../../../geometry/spatial-reference.ts';
import type { FieldType } from '../../../layer/field.ts';
import { MappingError } from '../../../../../wire/errors.ts';
import { ByteReader, readBytes } from '../../bytes/read-bytes.ts';
import {
  type SourceGeometry,
  type SourceReference,
  uploadFault,
  type UploadFeature,
  type UploadFile,
  uploadLimits,
  type UploadSource,
  wgs84,
} from '../../upload-source.ts';

const magicBytes = 8;
const maxHeaderBytes = 10_000_000;

const types: Partial<Record<ColumnType, FieldType>> = {
  [ColumnType.Byte]: 'esriFieldTypeSmallInteger',
  [ColumnType.UByte]: 'esriFieldTypeSmallInteger',
  [ColumnType.Bool]: 'esriFieldTypeSmallInteger',
  [ColumnType.Short]: 'esriFieldTypeSmallInteger',
  [ColumnType.UShort]: 'esriFieldTypeInteger',
  [ColumnType.Int]: 'esriFieldTypeInteger',
  [ColumnType.UInt]: 'esriFieldTypeBigInteger',
  [ColumnType.Long]: 'esriFieldTypeBigInteger',
  [ColumnType.ULong]: 'esriFieldTypeBigInteger',
  [ColumnType.Float]: 'esriFieldTypeDouble',
  [ColumnType.Double]: 'esriFieldTypeDouble',
  [ColumnType.String]: 'esriFieldTypeString',
  [ColumnType.Json]: 'esriFieldTypeString',
  [ColumnType.DateTime]: 'esriFieldTypeDate',
};

/** FlatGeobuf, feature by feature; its index is skipped. */
export async function openFlatGeobuf(file: UploadFile): Promise<UploadSource> {
  const reader = new ByteReader(readBytes(file));
  const header = await readHeader(reader).finally(() => reader.close());
  const reference = referenceOf(header);
  const columns = (header.columns ?? []).filter(({ type }) => type !== ColumnType.Binary);
  return {
    format: 'flatgeobuf',
    facts: { notes: [] },
    layers: [
      {
        name: header.title || path.parse(file.name).name,
        fields: columns.map(({ name, type }) => ({
          key: name,
          name,
          type: types[type] ?? 'esriFieldTypeString',
        })),
        reference: () => reference,
        features: () => readFeatures(file),
      },
    ],
    close: () => Promise.resolve(),
  };
}

async function readHeader(reader: ByteReader): Promise<HeaderMeta> {
  await reader.read(magicBytes);
  const prefix = await reader.read(4);
  const length = prefix.length === 4 ? prefix.readUInt32LE(0) : 0;
  const body = length > 0 && length < maxHeaderBytes ? await reader.read(length) : Buffer.alloc(0);
  try {
    if (body.length < Math.max(length, 1)) throw new RangeError('too short');
    const header = fromByteBuffer(new ByteBuffer(new Uint8Array(Buffer.concat([prefix, body]))));
    const { indexNodeSize, featuresCount } = header;
    // There is no index without features: computing its size would never end.
    if (indexNodeSize > 0 && featuresCount > 0) await reader.skip(calcTreeSize(featuresCount, indexNodeSize));
    return header;
  } catch {
    throw uploadFault('broken-header', {}, { format: 'FlatGeobuf' });
  }
}

async function* readFeatures(file: UploadFile): AsyncGenerator<UploadFeature[]> {
  const reader = new ByteReader(readBytes(file));
  try {
    const header = await readHeader(reader);
    for (let feature = 1; ; feature += 1) {
      const prefix = await reader.read(4);
      if (prefix.length === 0) return;
      const length = prefix.length === 4 ? prefix.readUInt32LE(0) : 0;
      const place = { feature };
      if (length === 0 || length > uploadLimits.featureBytes) throw uploadFault('broken-feature', place);
      const body = await reader.read(length);
      if (body.length < length) throw uploadFault('ends-in-feature', place);
      yield [{ ...decode(Buffer.concat([prefix, body]), header, feature), place }];
    }
  } finally {
    await reader.close();
  }
}

function decode(bytes: Buffer, header: HeaderMeta, feature: number): Omit<UploadFeature, 'place'> {
  try {
    const buffer = new ByteBuffer(new Uint8Array(bytes));
    const read = Feature.getSizePrefixedRootAsFeature(buffer);
    const geometry = read.geometry();
    const properties = Object.fromEntries(
      Object.entries(parseProperties(read, header.columns)).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? wholeNumberOf(value) : (value as unknown),
      ]),
    );
    return {
      properties,
      geometry: geometry && (fromGeometry(geometry, header.geometryType) as SourceGeometry),
    };
  } catch (error) {
    if (error instanceof MappingError) throw error;
    throw uploadFault('broken-feature', { feature });
  }
}

function referenceOf({ crs }: HeaderMeta): SourceReference {
  if (!crs?.code) return wgs84;
  const wkid = canonicalWkid(crs.code);
  if (isKnownWkid(wkid)) return { wkid };
  throw uploadFault('unknown-reference-name', {}, { name: String(crs.code) });
}
