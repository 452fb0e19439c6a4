import { type Kysely, sql } from 'kysely';

/**
 * The words that stand in items, by which a search turns the beginning of a word into the words that begin so. A trigger keeps
 * them, so nobody can forget to. Reasons and costs: docs/decisions/0012.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

/** Words, types and owners; tags, keywords, categories and titles as a whole are not asked by their beginning. */
const wordsOf = (vector: string) =>
  `select distinct word from unnest(tsvector_to_array(${vector})) as word where left(word, 2) not in ('t:', 'k:', 'c:', 'i:')`;

/** For items that were there before the trigger. */
export const fillItemWords = `insert into portal_item_word
  select distinct word from portal_item cross join lateral (${wordsOf('search')}) as words`;

const statements = [
  // Not unique: two writers of a new word would wait for each other, and those of two words in another order for ever.
  `create table portal_item_word (word text collate "C" not null)`,
  fillItemWords,
  `create index portal_item_word_word on portal_item_word (word)`,
  `create function portal_item_keep_words() returns trigger language plpgsql as $$
    begin
      insert into portal_item_word (word) select word from (${wordsOf('new.search')}) as words
        where not exists (select from portal_item_word as kept where kept.word = words.word);
      return null;
    end
  $$`,
  `create trigger portal_item_words_added after insert on portal_item
    for each row execute function portal_item_keep_words()`,
  `create trigger portal_item_words_changed after update of search on portal_item
    for each row when (old.search is distinct from new.search) execute function portal_item_keep_words()`,
];
