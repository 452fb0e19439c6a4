/** Searches of items, groups and accounts. */
export const searchLimits = {
  /** Results of one search page. */
  searchPage: 100,
  /**
   * Bytes of JSON of the items or groups of one page, after which it ends early; and of all groups in a list without pages, after which
   * they have no texts. A page of at most `smallPageBytes` is not weighed, and written at once.
   */
  pageBytes: 1_000_000,
  smallPageBytes: 500_000,
  /** Characters of a search text, and nesting depth of its brackets. */
  searchCharacters: 20_000,
  searchDepth: 100,
  /** Words, quoted texts and operators such as `OR` in one search: more would delay other requests. */
  searchWords: 1000,
  /** Categories of one search: each becomes a part of the statement. */
  searchCategories: 100,
  /**
   * Words of one search that are matched in texts or in names of types, and excluded groups; ids, owners and whole types do not count.
   */
  searchTextWords: 100,
  /** Conditions of one search on groups, `access:shared` and `access:private`, which are joins; alternatives, such as `group:(a OR b)`, are one. */
  searchJoins: 10,
  /** Prefixes of one search that are expanded to words, and words per prefix; a prefix with more is looked up in the index. */
  searchBeginnings: 20,
  searchCompletions: 64,
  /** Matches are counted exactly up to this number, which is returned when there are more. */
  searchTotal: 10_000,
  /**
   * This many matches in a sample of one item in `searchSampleOf` mean more than `searchTotal` in all (about 16,000). A search
   * with 10,000 matches or fewer reaches it once in 10^13 searches.
   */
  searchSampled: 256,
  /** The sample's indexes contain this number too: a change needs a migration. */
  searchSampleOf: 64,
  /** Words that no item had, in texts of one owner's items within an hour. A trigger contains this number too: a change needs a migration. */
  newWordsPerHour: 200_000,
  /** Up to this many matches are all ranked; of more, only the newest with the words in the title and the newest of all. */
  searchFew: 1000,
  /** A portal with at most this many items is read as a whole by each search, in one statement. */
  searchSmallPortal: 1000,
  searchCandidates: 100,
  /** Stored responses of searches in bytes: one, and all of a process. */
  contentResponseBytes: 500_000,
  contentResponsesBytes: 16_000_000,
} as const;
