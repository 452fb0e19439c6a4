import type { CodedValues, HostedField } from '../../../../../portal/hosted-service.ts';

/** Kinds of fields that people choose from, with their ArcGIS types. */
export const kinds = {
  text: 'esriFieldTypeString',
  integer: 'esriFieldTypeInteger',
  number: 'esriFieldTypeDouble',
  date: 'esriFieldTypeDate',
} as const;
export type FieldKind = keyof typeof kinds;

const byType: Record<string, FieldKind> = {
  esriFieldTypeString: 'text',
  esriFieldTypeSmallInteger: 'integer',
  esriFieldTypeInteger: 'integer',
  esriFieldTypeBigInteger: 'integer',
  esriFieldTypeSingle: 'number',
  esriFieldTypeDouble: 'number',
  esriFieldTypeDate: 'date',
};

export function kindOf(type: string): FieldKind | undefined {
  return byType[type];
}

/** A default value as it is typed: null for none; undefined if it is not of the kind. */
export function readDefault(text: string, kind: FieldKind): string | number | null | undefined {
  if (text.trim() === '') return null;
  if (kind === 'text') return text;
  const value = Number(text);
  return Number.isFinite(value) && (kind === 'number' || Number.isInteger(value)) ? value : undefined;
}

/** A name for a new field, from its label: letters, digits and underscores, and none that is taken. */
export function fieldName(label: string, taken: readonly string[]): string {
  // Each run of other characters is one underscore.
  const words = label
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
  const base = (/^\p{L}/u.test(words) ? words : `field_${words}`).slice(0, 50).replace(/_$/, '');
  const names = new Set(taken.map((name) => name.toLowerCase()));
  let name = base;
  for (let number = 1; names.has(name.toLowerCase()); number += 1) name = `${base}_${number}`;
  return name;
}

/**
 * The values of a list, one per line: `code = label`, or only the code; `"code" = label` if the code has
 * ` = ` in it.
 */
export function writeList(domain: HostedField['domain']): string {
  if (domain?.type !== 'codedValue') return '';
  return domain.codedValues
    .map(({ code, name }) => {
      if (needsQuotes(String(code), name)) return `${JSON.stringify(code)} = ${name}`;
      return String(code) === name ? name : `${code} = ${name}`;
    })
    .join('\n');
}

function needsQuotes(code: string, name: string): boolean {
  return /\s=\s|^\s|\s$|\n/.test(code) || (code !== name && /^"|^$/.test(code));
}

/** The code that quotes stand for; others as they are. */
function unquoted(code: string): string {
  try {
    return code.startsWith('"') ? String(JSON.parse(code)) : code;
  } catch {
    return code;
  }
}

/** The list that lines of text describe; null for none, undefined when a code is not a number but should be. */
export function readList(text: string, name: string, kind: FieldKind): CodedValues | null | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return null;
  const codedValues = lines.map((line) => {
    const [, code, label = line] = /^("(?:[^"\\]|\\.)*"|.*?\S)\s+=\s+(\S.*)$/.exec(line) ?? [];
    if (kind !== 'text') return { name: label, code: Number(code ?? line) };
    return { name: label, code: code === undefined ? line : unquoted(code) };
  });
  const isFit = codedValues.every(
    ({ code }) =>
      typeof code === 'string' || (Number.isFinite(code) && (kind !== 'integer' || Number.isInteger(code))),
  );
  return isFit ? { type: 'codedValue', name, codedValues } : undefined;
}
