import type { FieldType } from '../../../layer/field.ts';
import { uploadFault } from '../../upload-fault.ts';

/** A column of a .dbf file. */
export interface DbfField {
  name: string;
  /** C, N, F, D, L, I, B …; as in the file. */
  code: string;
  length: number;
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
    const name = decoder
      .decode(bytes.subarray(at, at + 11))
      .replace(/\0.*$/s, '')
      .trim();
    const code = String.fromCharCode(bytes[at + 11] ?? 0);
    const length = bytes[at + 16] ?? 0;
    fields.push({ name, code, length, type: typeOf(code, length, bytes[at + 17] ?? 0) });
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
