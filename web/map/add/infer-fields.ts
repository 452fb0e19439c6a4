/** A field of a layer created from a file. */
export interface InferredField {
  name: string;
  /** Its name in the file. */
  alias: string;
  type: 'integer' | 'double' | 'date' | 'date-only' | 'string';
}

/** Names of a layer's system fields. */
const reserved = new Set(['objectid', 'fid', 'shape', 'style_class']);
/** ISO 8601, with at least a day. */
const isoDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

const isoDay = /^\d{4}-\d\d-\d\d$/;

/** The fields that hold all attributes of the features. Mixed types become text. */
export function inferFields(rows: readonly Readonly<Record<string, unknown>>[]): InferredField[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const taken = new Set<string>();
  return names.map((alias) => {
    const values = rows
      .map((row) => row[alias])
      .filter((value) => value !== null && value !== undefined && value !== '');
    return { name: freeName(alias, taken), alias, type: typeOf(values) };
  });
}

/** A value converted for its field; dates are epoch milliseconds, days without a time ISO 8601. */
export function valueFor(type: InferredField['type'], value: unknown): string | number | null {
  if (value === null || value === undefined || value === '') return null;
  if (type === 'date') return Date.parse(String(value));
  if (type === 'date-only') return String(value);
  if (type === 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value);
  return Number(value);
}

function typeOf(values: readonly unknown[]): InferredField['type'] {
  if (values.length === 0) return 'string';
  if (values.every((value) => typeof value === 'number' && Number.isFinite(value)))
    return values.every((value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31)
      ? 'integer'
      : 'double';
  if (
    values.every(
      (value) => typeof value === 'string' && isoDate.test(value) && !Number.isNaN(Date.parse(value)),
    )
  )
    // As times, days would begin at midnight in UTC, which is the day before in the west.
    return values.every((value) => isoDay.test(value as string)) ? 'date-only' : 'date';
  return 'string';
}

/** Only Latin letters, digits and underscores are kept, because other scripts break where clauses. */
function freeName(alias: string, taken: Set<string>): string {
  const base = alias
    .replaceAll(/\W+/g, '_')
    .replace(/^(?=\d)|^$/, 'f')
    .slice(0, 50);
  let name = reserved.has(base.toLowerCase()) || /^_*$/.test(base) ? `${base}_1` : base;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${base}_${number}`;
  taken.add(name.toLowerCase());
  return name;
}
