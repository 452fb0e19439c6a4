import type { FieldType } from '../../../layer/field.ts';
import { wholeNumberOf } from '../../fields/field-collector.ts';
import { uploadFault } from '../../upload-source.ts';
import { ByteReader, readBytes } from '../../bytes/read-bytes.ts';
import { trimEnd } from '../../../../../wire/trim-end.ts';

/** A column of a .dbf file. */
export interface DbfField {
  name: string;
  /** C, N, F, D, L, I, B …; as in the file. */
  code: string;
  length: number;
  decimals: number;
  type: FieldType;
}

export interface DbfHeader {
  recordCount: number;
  headerBytes: number;
  recordBytes: number;
  /** The code page as dBASE numbers it. */
  languageDriver: number;
  fields: readonly DbfField[];
}

/** @throws MappingError `services:invalid-upload` */
export function readDbfHeader(bytes: Buffer, file: string, decoder: TextDecoder): DbfHeader {
  if (bytes.length < 33) throw uploadFault('broken-header', { file }, { format: '.dbf' });
  const headerBytes = bytes.readUInt16LE(8);
  const recordBytes = bytes.readUInt16LE(10);
  const fields: DbfField[] = [];
  for (let at = 32; at + 32 <= Math.min(headerBytes, bytes.length) && bytes[at] !== 0x0d; at += 32) {
    const [name = ''] = decoder.decode(bytes.subarray(at, at + 11)).split('\0');
    const code = String.fromCharCode(bytes[at + 11] ?? 0);
    const length = bytes[at + 16] ?? 0;
    const decimals = bytes[at + 17] ?? 0;
    fields.push({ name: name.trim(), code, length, decimals, type: typeOf(code, length, decimals) });
  }
  const total = fields.reduce((sum, { length }) => sum + length, 1);
  if (recordBytes === 0 || total > recordBytes)
    throw uploadFault('broken-header', { file }, { format: '.dbf' });
  return {
    recordCount: bytes.readUInt32LE(4),
    headerBytes,
    recordBytes,
    languageDriver: bytes[29] ?? 0,
    fields,
  };
}

function typeOf(code: string, length: number, decimals: number): FieldType {
  if (code === 'D') return 'esriFieldTypeDate';
  if (code === 'L') return 'esriFieldTypeSmallInteger';
  if (code === 'I') return 'esriFieldTypeInteger';
  if (code === 'F' || code === 'B' || code === 'O') return 'esriFieldTypeDouble';
  if (code !== 'N') return 'esriFieldTypeString';
  if (decimals > 0 || length > 15) return 'esriFieldTypeDouble';
  return length > 9 ? 'esriFieldTypeBigInteger' : 'esriFieldTypeInteger';
}

/** A row of a .dbf file by the position of its columns; `undefined` for a deleted one. */
export type DbfRecord = Record<string, string | number | boolean | null> | undefined;

/** Reads the rows of a .dbf file. */
export async function* readDbfRecords(
  path: string,
  header: DbfHeader,
  decoder: TextDecoder,
): AsyncGenerator<DbfRecord> {
  const reader = new ByteReader(readBytes({ path, meter: { read: 0, total: 0 } }));
  try {
    await reader.skip(header.headerBytes);
    for (let count = 0; count < header.recordCount; count += 1) {
      const row = await reader.read(header.recordBytes);
      if (row.length < header.recordBytes) return;
      yield row[0] === 0x2a ? undefined : readRow(row, header.fields, decoder);
    }
  } finally {
    await reader.close();
  }
}

function readRow(row: Buffer, fields: readonly DbfField[], decoder: TextDecoder) {
  const record: Record<string, string | number | boolean | null> = {};
  let at = 1;
  for (const [index, field] of fields.entries()) {
    record[index] = readValue(row.subarray(at, at + field.length), field, decoder);
    at += field.length;
  }
  return record;
}

/** Numbers that are asterisks or blanks were never filled in. */
function readValue(
  bytes: Buffer,
  { code, length, decimals }: DbfField,
  decoder: TextDecoder,
): string | number | boolean | null {
  if (code === 'I') return length === 4 ? bytes.readInt32LE(0) : null;
  if (code === 'B' || code === 'O') return length === 8 ? finite(bytes.readDoubleLE(0)) : null;
  if (code === 'M' || code === 'G' || code === 'P') return null;
  if (code === 'C') return trimEnd(decoder.decode(bytes), '\0 ') || null;
  const text = bytes.toString('latin1').replaceAll('\0', ' ').trim();
  if (text === '') return null;
  if (code === 'L') return /^[YyTt]$/.test(text) ? true : /^[NnFf]$/.test(text) ? false : null;
  if (code === 'D')
    return /^\d{8}$/.test(text) && text !== '00000000'
      ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
      : null;
  if (code === 'N' && decimals === 0 && /^-?\d{16,}$/.test(text)) return wholeNumberOf(BigInt(text));
  return code === 'N' || code === 'F' ? finite(Number(text.replace(',', '.'))) : text;
}

function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null;
}
