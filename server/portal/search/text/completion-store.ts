import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { limits } from '../../../limits.ts';

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
