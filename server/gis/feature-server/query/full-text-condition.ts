import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { findUnknown } from '../../definitions/refuse-unkept.ts';
import { type Field, findField } from '../../layer/field.ts';

/** Expressions of one request, and words of one of them. */
const [maxExpressions, maxWords] = [8, 32];

/** Part of the small letter of İ (Turkish), which would otherwise end a word. */
const dotAbove = '\u0307';

/**
 * The condition of `fullText`: `[{onFields, searchTerm, searchType, operator}]`, each of which finds the words of its term
 * in some fields. Words are those of Unicode in any letter case; with `searchType: "prefix"` they may be beginnings.
 * `searchOperator` joins the words of a term, `operator` the expressions; both are `and` unless given.
 */
export function readFullText(value: unknown, fields: readonly Field[]): RawBuilder<SqlBool> | undefined {
  if (value === undefined || value === null) return undefined;
  const entries = Array.isArray(value) ? (value as unknown[]) : [value];
  if (entries.length === 0 || entries.length > maxExpressions)
    throw invalid(`Expected a JSON array of 1 to ${maxExpressions} expressions.`);
  const read = entries.map((entry) => readEntry(entry, fields));
  const operators = new Set(read.flatMap(({ operator }) => operator ?? []));
  if (operators.size > 1) throw invalid('Use the same operator in all expressions.');
  const joiner = operators.has('or') ? sql` or ` : sql` and `;
  return sql<SqlBool>`(${sql.join(
    read.map(({ condition }) => condition),
    joiner,
  )})`;
}

const members = new Set(['onFields', 'searchTerm', 'searchType', 'searchOperator', 'operator']);

function readEntry(
  value: unknown,
  fields: readonly Field[],
): { condition: RawBuilder<SqlBool>; operator: 'and' | 'or' | undefined } {
  if (typeof value !== 'object' || value === null) throw invalid('Each expression is a JSON object.');
  const unknown = findUnknown(value, members);
  if (unknown !== undefined) throw invalid(`An expression has no member ${unknown}.`);
  const entry = value as Readonly<Record<string, unknown>>;
  const { searchTerm: term } = entry;
  if (typeof term !== 'string') throw invalid('Specify a searchTerm.');
  const words = term.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0 || words.length > maxWords)
    throw invalid(`A searchTerm has 1 to ${maxWords} words of letters and digits.`);
  const isPrefix = choice(entry, 'searchType', ['simple', 'prefix']) === 'prefix';
  const searched = searchedFields(entry['onFields'], fields);
  const joiner = choice(entry, 'searchOperator', ['and', 'or']) === 'or' ? sql` or ` : sql` and `;
  const text = sql.join(
    searched.map(({ column }) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  );
  // Words by Unicode's rules, whatever the database's locale: its text search knows only that.
  const found = sql`regexp_split_to_table(replace(lower(cast((${text}) as text) collate "und-x-icu"), ${dotAbove}, ''),
    '[^[:alnum:]]+')`;
  const holds = words.map((word) => {
    const wanted = word.toLowerCase().replaceAll(dotAbove, '');
    // Words have only letters and digits, and so no wildcard.
    const test = isPrefix ? sql`like ${`${wanted}%`}` : sql`= ${wanted}`;
    return sql`bool_or(found.word collate "C" ${test})`;
  });
  return {
    // The texts are named and split once, however many words there are.
    condition: sql<SqlBool>`(select ${sql.join(holds, joiner)} from ${found} as found(word))`,
    operator: entry['operator'] ? choice<'and' | 'or'>(entry, 'operator', ['and', 'or']) : undefined,
  };
}

function searchedFields(onFields: unknown, fields: readonly Field[]): readonly Field[] {
  const names = onFields === undefined || onFields === null ? ['*'] : [onFields].flat();
  const texts = fields.filter(({ type }) => type === 'esriFieldTypeString');
  const found = names.includes('*')
    ? texts
    : names.map((name) => {
        const field = findField(texts, String(name));
        if (!field) throw invalid(`There is no text field “${String(name).slice(0, 40)}”.`);
        return field;
      });
  if (found.length === 0) throw invalid('The layer has no text fields.');
  // A name that is repeated thousands of times would make a statement that is too deep for PostgreSQL.
  return [...new Set(found)];
}

function choice<Value extends string>(
  entry: Readonly<Record<string, unknown>>,
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  const given = entry[name];
  if (given === undefined || given === null) return values[0];
  const known = values.find((value) => value === String(given).toLowerCase());
  if (known === undefined) throw invalid(`${name} is one of ${values.join(', ')}.`);
  return known;
}

function invalid(problem: string) {
  return parameterError('fullText', problem);
}
