import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { termLexeme, type TermKind } from './term-lexeme.ts';

export type Weight = 'A' | 'B' | 'C' | 'D';

export interface WordMatch {
  /** Folded words; all of them are wanted. */
  words: readonly string[];
  /** In this order, one after the other, as written. Otherwise anywhere, English word forms included. */
  phrase: boolean;
  /** The last word may go on. */
  prefix: boolean;
  /** Only in this part of the text. */
  weight?: Weight;
  /** Whole values of these kinds count too, when there is a single word. */
  terms?: readonly TermKind[];
}

/**
 * A match as a PostgreSQL tsquery. The words hold letters and digits only, so nothing in them can be an operator.
 * @param graded for ranking: the word as written counts once more than words that begin so
 */
export function textQuery(match: WordMatch, graded = false): RawBuilder<unknown> {
  const { words, phrase, prefix, weight = '' } = match;
  const joined = (starred: boolean) =>
    words
      .map((word, index) => {
        const flags = (starred && index === words.length - 1 ? '*' : '') + weight;
        return flags === '' ? word : `${word}:${flags}`;
      })
      .join(phrase ? ' <-> ' : ' & ');
  const written = sql`to_tsquery('simple', ${joined(false)}::text)`;
  const stems = sql`to_tsquery('english', ${joined(false)}::text)`;
  const queries = [prefix ? sql`to_tsquery('simple', ${joined(true)}::text)` : written];
  if (graded && prefix) queries.push(written);
  // Most words are their own stem: then there is nothing to look up twice.
  if (!phrase) queries.push(sql`coalesce(nullif(${stems}, ${written}), '')`);
  const [only, ...others] = words;
  if (only !== undefined && others.length === 0) {
    for (const kind of match.terms ?? []) queries.push(termQuery(kind, only, prefix));
  }
  return sql`(${sql.join(queries, sql` || `)})`;
}

/** A whole value, or the beginning of one, as a tsquery. */
export function termQuery(kind: TermKind, value: string, prefix: boolean): RawBuilder<unknown> {
  return sql`${`'${termLexeme(kind, value)}'${prefix ? ':*' : ''}`}::tsquery`;
}

/** @param text a tsvector column, or an expression that has an index */
export function found(text: RawBuilder<unknown>, query: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${text} @@ ${query}`;
}
