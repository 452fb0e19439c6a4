import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Completions } from './completion-store.ts';
import { termLexeme, type TermKind } from './words.ts';

export type Weight = 'A' | 'B' | 'C' | 'D';

export interface WordMatch {
  /** Folded words; all of them are required. */
  words: readonly string[];
  /** Adjacent, in this order, as written. Otherwise anywhere, including English word forms. */
  phrase: boolean;
  /** The last word may be a prefix. */
  prefix: boolean;
  /** Only in this part of the text. */
  weight?: Weight;
  /** Whole values of these kinds match too, for a single word. */
  terms?: readonly TermKind[];
  /** Completions of the last word, if known; without them the results are the same, at a higher cost. */
  completions?: Completions | undefined;
}

/**
 * A match as a PostgreSQL tsquery. The words contain letters and digits only, so nothing in them can be an
 * operator.
 * @param graded for ranking: the word as written counts in addition to words that begin with it
 */
export function textQuery(match: WordMatch, graded = false): RawBuilder<unknown> {
  const { words, phrase, prefix, completions, terms = [] } = match;
  const written = parsed('simple', match);
  const queries = [prefix ? begun(match) : written];
  if (graded && prefix) queries.push(written);
  // Most words are their own stem: then one look-up suffices.
  if (!phrase) queries.push(sql`coalesce(nullif(${parsed('english', match)}, ${written}), '')`);
  const [only, ...others] = words;
  if (only !== undefined && others.length === 0) {
    for (const kind of terms) queries.push(termQuery(kind, only, prefix, completions));
  }
  return sql`(${sql.join(queries, sql` || `)})`;
}

/** A whole value, or its prefix, as a tsquery. */
export function termQuery(
  kind: TermKind,
  value: string,
  prefix: boolean,
  completions?: Completions,
): RawBuilder<unknown> {
  const lexeme = termLexeme(kind, value);
  const completed = prefix ? completions?.get(lexeme) : undefined;
  if (completed) return anyOf([lexeme, ...completed]);
  return sql`${`'${lexeme}'${prefix ? ':*' : ''}`}::tsquery`;
}

/** The words, the last of which may be a prefix: all of its completions if known, else the prefix. */
function begun(match: WordMatch): RawBuilder<unknown> {
  const { words, phrase, weight, completions } = match;
  const [before, last = ''] = [words.slice(0, -1), words.at(-1)];
  const completed = phrase ? undefined : completions?.get(last);
  if (!completed) return parsed('simple', match, '*');
  const any = anyOf([last, ...completed], weight);
  return before.length === 0 ? any : sql`(${parsed('simple', { ...match, words: before })} && ${any})`;
}

function parsed(
  config: 'simple' | 'english',
  { words, phrase, weight }: WordMatch,
  star = '',
): RawBuilder<unknown> {
  const flagged = words.map((word, index) => {
    const flags = (index === words.length - 1 ? star : '') + (weight ?? '');
    return flags === '' ? word : `${word}:${flags}`;
  });
  return sql`to_tsquery(${sql.lit(config)}, ${flagged.join(phrase ? ' <-> ' : ' & ')}::text)`;
}

/** Lexemes as in the index. */
function anyOf(lexemes: readonly string[], weight?: Weight): RawBuilder<unknown> {
  const quoted = [...new Set(lexemes)].map(
    (lexeme) => `'${lexeme.replace(/['\\]/g, '$&$&')}'${weight ? `:${weight}` : ''}`,
  );
  return sql`${quoted.join(' | ')}::tsquery`;
}

/** @param text a tsvector column, or an expression that has an index */
export function found(text: RawBuilder<unknown>, query: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${text} @@ ${query}`;
}
