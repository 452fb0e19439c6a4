import type { Envelope } from '../geometry/geometry.ts';
import type { AttributeValue, Field } from '../layer/field.ts';

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One line of PostgreSQL's COPY text form. */
export function copyRow(
  objectId: number,
  globalId: string,
  box: Envelope | null,
  shape: Buffer | null,
  fields: readonly Field[],
  values: readonly AttributeValue[],
): string {
  const row = [
    String(objectId),
    globalId,
    box ? printBox(box) : '\\N',
    shape ? `\\\\x${shape.toString('hex')}` : '\\N',
    ...values.map((value, index) => printValue(fields[index] as Field, value)),
  ];
  return `${row.join('\t')}\n`;
}

/** An envelope as PostgreSQL's `box`. */
export function printBox({ xmin, ymin, xmax, ymax }: Envelope): string {
  return `(${xmax},${ymax}),(${xmin},${ymin})`;
}

/** A date as PostgreSQL reads it into a timestamp column: UTC without a zone. */
export function printTimestamp(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString().slice(0, -1);
}

function printValue(field: Field, value: AttributeValue): string {
  if (value === null) return '\\N';
  if (field.type === 'esriFieldTypeDate') return printTimestamp(value as number);
  return typeof value === 'number'
    ? String(value)
    : value.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] as string);
}
