import { type RawBuilder, sql } from 'kysely';
import { type TermKind, termLexeme, termLexemes, wordsInTurns } from './words.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { limits } from '../../../limits.ts';
import { inTurn } from '../../../platform/budgets/in-turn.ts';

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
export async function textVector(text: SearchableText): Promise<RawBuilder<string>> {
  const terms = await lexemesInTurns(text.terms);
  const title = await weighted(text.title, 'A');
  const tags = await weighted(text.tags.join(' '), 'B');
  const snippet = await weighted(text.snippet, 'C');
  const description = await weighted(withoutElements(text.description), 'D');
  return sql<string>`(${title} || ${tags} || ${snippet} || ${description}
    || array_to_tsvector(${[...new Set(terms)]}::text[]))`;
}

/** Characters of whole values that are made into lexemes at a time. */
const pieceCharacters = 1000;

/** Pauses between pieces: an item may have hundreds of long values, of a script without blanks between words. */
async function lexemesInTurns(terms: SearchableText['terms']): Promise<string[]> {
  const lexemes: string[] = [];
  let characters = 0;
  for (const [kind, values] of Object.entries(terms))
    for (const value of values) {
      lexemes.push(...termLexemes(kind as TermKind, value));
      characters += value.length;
      if (characters < pieceCharacters) continue;
      characters = 0;
      await inTurn();
    }
  return lexemes;
}

/** The `search` column with another owner; the texts stay as they are indexed. */
export function vectorOfNewOwner(owner: string): RawBuilder<string> {
  return sql<string>`(ts_delete(search, array(select term from unnest(tsvector_to_array(search)) as term
      where starts_with(term, ${termLexeme('owner', '')}::text)))
    || array_to_tsvector(array[${termLexeme('owner', owner)}::text]))`;
}

/** An element ends before the next begins: otherwise a text of many `<` would take the square of its length. */
export function withoutElements(text: string): string {
  return text.replace(/<[^<>]*>/g, ' ');
}

async function weighted(text: string, weight: 'A' | 'B' | 'C' | 'D'): Promise<RawBuilder<string>> {
  const folded = (await wordsInTurns(text.slice(0, longestText))).join(' ');
  return sql<string>`setweight(to_tsvector('simple', ${folded}::text) || to_tsvector('english', ${folded}::text), ${sql.lit(weight)})`;
}

/** By prefix of a lexeme, all lexemes of items that begin with it; a missing prefix has too many. */
export type Completions = ReadonlyMap<string, readonly string[]>;

/**
 * Completions of prefixes. An index reads the positions of few whole words in order, but must collect all
 * positions of a prefix first (docs/decisions/0012).
 * @param beginnings words as typed, and whole terms such as `o:ada`
 */
export async function findCompletions(
  database: Database,
  beginnings: readonly string[],
): Promise<Completions> {
  if (beginnings.length === 0) return new Map();
  // What PostgreSQL would split into several words is left to it.
  const { rows } = await sql<{ beginning: string; words: string[] }>`
    select beginning, array(
      select distinct word from portal_item_word
      where word >= beginning and word < beginning || chr(1114111) limit ${limits.searchCompletions + 1}
    ) as words
    from unnest(${[...beginnings]}::text[]) as beginning
    where position(':' in beginning) > 0
      or tsvector_to_array(to_tsvector('simple', beginning)) = array[beginning]`.execute(database);
  return new Map(
    rows.flatMap(({ beginning, words }) =>
      words.length <= limits.searchCompletions ? [[beginning, words]] : [],
    ),
  );
}
