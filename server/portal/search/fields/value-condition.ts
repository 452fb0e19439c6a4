import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { MappingError } from '../../../../wire/errors.ts';
import type { TermValue } from '../grammar/query-tree.ts';
import type { Completions } from '../text/completion-store.ts';
import { type TermKind, words } from '../text/words.ts';
import { found, termQuery, textQuery, type Weight } from '../text/text-condition.ts';

/** How a field's value is matched. */
export interface TermUse {
  /** In a filter: the whole value, not words of it. */
  exact: boolean;
  /**
   * Counts words searched in texts or in names of types. @throws MappingError `portal:query-invalid` for too many in one search
   */
  countWords: (count: number) => void;
  /** The same for conditions on another table. */
  countJoin: () => void;
  /** The error for a value this field does not accept. */
  refuse: (message: string) => MappingError;
  /** The field as written. */
  name: string;
}

/** Builds the condition for `field:value`; undefined if it restricts nothing. */
export interface FieldCondition {
  (value: TermValue, use: TermUse): RawBuilder<SqlBool> | undefined;
  /** One condition for alternatives, as in `group:(a OR b)`. */
  anyOf?: (texts: readonly string[]) => RawBuilder<SqlBool>;
}

/** A table that can be searched. */
export interface Searched {
  /** The tsvector column for free text, such as `portal_item.search`. */
  textColumn: RawBuilder<unknown>;
  /** Kinds of whole values that free text matches too. */
  freeTerms: readonly TermKind[];
  /** Completions of free words, if the table has an index of words. */
  completions?: Completions | undefined;
  /** By lower-case name without dashes and underscores. */
  fields: Readonly<Record<string, FieldCondition>>;
}

/**
 * Words of one part of the text; in a filter they must be adjacent, or be the whole value where it is indexed
 * as `whole`.
 */
export function textField(textColumn: RawBuilder<unknown>, weight: Weight, whole?: TermKind): FieldCondition {
  return (value, use) => {
    const text = textOf(value, use);
    const wanted = words(text);
    if (wanted.length === 0) return undefined;
    use.countWords(wanted.length);
    if (use.exact && whole) return found(textColumn, termQuery(whole, text, isPrefix(value)));
    const phrase = value.kind === 'phrase' || use.exact;
    return found(textColumn, textQuery({ words: wanted, phrase, prefix: isPrefix(value), weight }));
  };
}

/**
 * Whole values: quoted, or in a filter, all of it; unquoted, words of it where `weight` indexes them, else
 * its prefix.
 */
export function termField(textColumn: RawBuilder<unknown>, kind: TermKind, weight?: Weight): FieldCondition {
  const byWords = weight && textField(textColumn, weight);
  return (value, use) => {
    if (byWords && value.kind === 'word' && !use.exact) return byWords(value, use);
    const text = textOf(value, use);
    return words(text).length === 0 ? undefined : found(textColumn, termQuery(kind, text, isPrefix(value)));
  };
}

/** A column compared as stored, ignoring letter case. Only for columns of plain letters: ids, codes. */
export function codeField(column: string): FieldCondition {
  return (value, use) => {
    const text = textOf(value, use);
    if (isPrefix(value)) return sql<SqlBool>`starts_with(lower(${sql.ref(column)}), ${text.toLowerCase()})`;
    return sql<SqlBool>`${sql.ref(column)} in (${text}, ${text.toLowerCase()})`;
  };
}

/** A username, ignoring letter case. */
export function ownerField(column: string): FieldCondition {
  return (value, use) => {
    const name = textOf(value, use).toLowerCase();
    if (isPrefix(value)) return sql<SqlBool>`starts_with(lower(${sql.ref(column)}), ${name})`;
    return sql<SqlBool>`${sql.ref(column)} = (select username from portal_user where lower(username) = ${name})`;
  };
}

export function flagField(column: string): FieldCondition {
  return (value, use) => {
    const text = textOf(value, use).toLowerCase();
    if (text !== 'true' && text !== 'false') throw use.refuse(`“${use.name}” is true or false.`);
    return sql<SqlBool>`${sql.ref(column)} = ${text === 'true'}`;
  };
}

export function numberField(column: string): FieldCondition {
  return (value, use) => {
    const read = (text: string) => ({ from: readNumber(text, use), to: readNumber(text, use) });
    return rangeOf(sql`${sql.ref(column)}::double precision`, value, use, read);
  };
}

/**
 * Epoch milliseconds (leading zeros allowed), or `2026-11-21` and other ISO 8601, in UTC without an offset; a day by itself
 * means all of it.
 */
export function dateField(column: string): FieldCondition {
  return (value, use) => rangeOf(sql.ref(column), value, use, (text) => readDate(text, use));
}

interface Span {
  from: number;
  to: number;
}

function rangeOf(
  ref: RawBuilder<unknown>,
  value: TermValue,
  use: TermUse,
  read: (text: string) => Span,
): RawBuilder<SqlBool> | undefined {
  if (value.kind !== 'range') {
    const { from, to } = read(textOf(value, use));
    return from === to ? sql<SqlBool>`${ref} = ${from}` : sql<SqlBool>`${ref} between ${from} and ${to}`;
  }
  const sides: RawBuilder<SqlBool>[] = [];
  if (value.from !== undefined) {
    const { from, to } = read(value.from);
    sides.push(value.fromIncluded ? sql<SqlBool>`${ref} >= ${from}` : sql<SqlBool>`${ref} > ${to}`);
  }
  if (value.to !== undefined) {
    const { from, to } = read(value.to);
    sides.push(value.toIncluded ? sql<SqlBool>`${ref} <= ${to}` : sql<SqlBool>`${ref} < ${from}`);
  }
  return sides.length === 0 ? undefined : sql<SqlBool>`(${sql.join(sides, sql` and `)})`;
}

function readNumber(text: string, use: TermUse): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw use.refuse(`“${use.name}” is a number.`);
  return number;
}

const dayLength = 86_400_000;
const isoTime = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?(Z|[+-]\d{2}:\d{2})?$/;

function readDate(text: string, use: TermUse): Span {
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)))
    return { from: Number(text), to: Number(text) };
  const [, day, clock = 'T00:00', offset = 'Z'] = isoTime.exec(text) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(day + clock.replace(' ', 'T') + offset);
  if (Number.isNaN(time))
    throw use.refuse(`“${use.name}” is a time in milliseconds since 1970, or a date such as 2026-11-21.`);
  return { from: time, to: /^\d{4}-\d{2}-\d{2}$/.test(text) ? time + dayLength - 1 : time };
}

/** The text of a word or phrase. */
export function textOf(value: TermValue, use: TermUse): string {
  if (value.kind === 'range') throw use.refuse(`“${use.name}” takes no range.`);
  return value.text;
}

export function isPrefix(value: TermValue): boolean {
  return value.kind === 'word' && value.prefix;
}
