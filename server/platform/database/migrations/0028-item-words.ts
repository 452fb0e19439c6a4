import { type Kysely, sql } from 'kysely';

/**
 * The words of items, by which a search completes a prefix to the words that begin with it. Maintained by a
 * trigger for every writer. Reasons and costs: docs/decisions/0012.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

/** Words, types and owners; tags, keywords, categories and titles as a whole are not searched by prefix. */
const wordsOf = (vector: string) =>
  `select distinct word from unnest(tsvector_to_array(${vector})) as word where left(word, 2) not in ('t:', 'k:', 'c:', 'i:')`;

/** For existing items. */
export const fillItemWords = `insert into portal_item_word
  select distinct word from portal_item cross join lateral (${wordsOf('search')}) as words`;

const statements = [
  // Not unique: two writers of a new word would wait for each other, and two of several words in different
  // order would deadlock.
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
