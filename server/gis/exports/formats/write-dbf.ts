import type { AttributeValue, Field } from '../../layer/field.ts';
import { type DiskFile, exportFault, type ExportedLayer } from '../export-format.ts';
import { plainValue } from './write-csv.ts';

/** Bytes of a text, characters of a name, and columns that dBASE allows. */
const [maxText, maxName, maxColumns] = [254, 10, 255];

interface Column {
  name: string;
  code: 'C' | 'N' | 'D';
  length: number;
  decimals: number;
}

/**
 * A table of dBASE III in UTF-8. Names are cut to ten characters, texts to 254 bytes; dates with a time of day are
 * texts, because the format has none.
 */
export function dbfFile(
  file: DiskFile,
  { layer, textLengths }: ExportedLayer,
): { add(values: readonly AttributeValue[]): void; end(): void } {
  const { fields } = layer;
  if (fields.length > maxColumns)
    throw exportFault(`A shapefile has at most ${maxColumns} fields. Choose another format.`);
  const names = shortNames(fields);
  const columns = fields.map((field, index) => columnOf(field, names[index] ?? '', textLengths[index] ?? 1));
  const recordBytes = columns.reduce((sum, { length }) => sum + length, 1);
  let count = 0;
  file.write(header(columns, recordBytes, 0));
  return {
    add(values) {
      count += 1;
      const record = Buffer.alloc(recordBytes, 0x20);
      let at = 1;
      for (const [index, column] of columns.entries()) {
        const value = plainValue(fields[index] as Field, values[index] ?? null);
        if (value !== null) write(record, at, column, value);
        at += column.length;
      }
      file.write(record);
    },
    end() {
      file.write(Buffer.of(0x1a));
      file.rewrite(0, header(columns, recordBytes, count));
      file.end();
    },
  };
}

function header(columns: readonly Column[], recordBytes: number, count: number): Buffer {
  const length = 33 + columns.length * 32;
  const bytes = Buffer.alloc(length);
  const now = new Date();
  bytes.set([3, now.getUTCFullYear() - 1900, now.getUTCMonth() + 1, now.getUTCDate()]);
  bytes.writeUInt32LE(count, 4);
  bytes.writeUInt16LE(length, 8);
  bytes.writeUInt16LE(recordBytes, 10);
  for (const [index, column] of columns.entries()) {
    const at = 32 + index * 32;
    bytes.write(column.name, at, maxName, 'utf8');
    bytes.write(column.code, at + 11, 'latin1');
    bytes[at + 16] = column.length;
    bytes[at + 17] = column.decimals;
  }
  bytes[length - 1] = 0x0d;
  return bytes;
}

function columnOf({ type }: Field, name: string, textLength: number): Column {
  switch (type) {
    case 'esriFieldTypeSmallInteger':
      return { name, code: 'N', length: 6, decimals: 0 };
    case 'esriFieldTypeInteger':
      return { name, code: 'N', length: 11, decimals: 0 };
    case 'esriFieldTypeOID':
    case 'esriFieldTypeBigInteger':
      return { name, code: 'N', length: 18, decimals: 0 };
    case 'esriFieldTypeSingle':
    case 'esriFieldTypeDouble':
      return { name, code: 'N', length: 24, decimals: 15 };
    case 'esriFieldTypeDateOnly':
      return { name, code: 'D', length: 8, decimals: 0 };
    case 'esriFieldTypeDate':
      return { name, code: 'C', length: 24, decimals: 0 };
    case 'esriFieldTypeTimeOnly':
      return { name, code: 'C', length: 8, decimals: 0 };
    case 'esriFieldTypeGUID':
    case 'esriFieldTypeGlobalID':
      return { name, code: 'C', length: 36, decimals: 0 };
    default:
      return { name, code: 'C', length: Math.max(1, Math.min(maxText, textLength)), decimals: 0 };
  }
}

function write(record: Buffer, at: number, { code, length }: Column, value: string | number): void {
  // Only whole characters are written.
  if (code === 'C') record.write(String(value), at, length, 'utf8');
  else if (code === 'D') record.write(String(value).replaceAll('-', ''), at, length, 'latin1');
  else record.write(numeral(Number(value), length).padStart(length), at, length, 'latin1');
}

/** A number in as many characters as there are, with the digits that fit. */
function numeral(value: number, length: number): string {
  const plain = String(value);
  return plain.length <= length ? plain : value.toExponential(length - 8);
}

/** Names of at most ten bytes, each once in any letter case. */
function shortNames(fields: readonly Field[]): string[] {
  const taken = new Set<string>();
  return fields.map(({ name }) => {
    const plain = name.replaceAll(/[^\p{L}\p{N}_]/gu, '_');
    let short = cut(plain, maxName);
    for (let number = 1; taken.has(short.toLowerCase()); number += 1)
      short = `${cut(plain, maxName - 1 - String(number).length)}_${number}`;
    taken.add(short.toLowerCase());
    return short;
  });
}

function cut(text: string, bytes: number): string {
  let result = '';
  for (const sign of text) {
    if (Buffer.byteLength(result + sign) > bytes) break;
    result += sign;
  }
  return result;
}
