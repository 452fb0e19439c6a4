import { type RawBuilder, sql } from 'kysely';
import { termLexeme, type TermKind } from './term-lexeme.ts';
import { words } from './words.ts';

/** Maximum length of indexed text; a tsvector may have 1 MB. */
const longestText = 50_000;

/** The indexed texts of an item, group or user. */
export interface SearchableText {
  /** Rank falls from title over tags and snippet to description. */
  title: string;
  tags: readonly string[];
  snippet: string;
  /** May contain HTML; its elements are ignored. */
  description: string;
  /** Whole values that match exactly, by `field:"value"` and in filters. */
  terms: Partial<Record<TermKind, readonly string[]>>;
}

/**
 * The `search` column of portal_item, portal_group and portal_user: every folded word twice, as written
 * ('simple') and as an English stem, with weights A to D, and the whole terms. Words are folded here, so
 * PostgreSQL's locale does not matter.
 */
export function textVector(text: SearchableText): RawBuilder<string> {
  const terms = Object.entries(text.terms).flatMap(([kind, values]) =>
    values.map((value) => termLexeme(kind as TermKind, value)),
  );
  return sql<string>`(${weighted(text.title, 'A')} || ${weighted(text.tags.join(' '), 'B')}
    || ${weighted(text.snippet, 'C')} || ${weighted(text.description.replace(/<[^>]*>/g, ' '), 'D')}
    || array_to_tsvector(${[...new Set(terms)]}::text[]))`;
}

function weighted(text: string, weight: 'A' | 'B' | 'C' | 'D'): RawBuilder<string> {
  const folded = words(text.slice(0, longestText)).join(' ');
  return sql<string>`setweight(to_tsvector('simple', ${folded}::text) || to_tsvector('english', ${folded}::text), ${sql.lit(weight)})`;
}
