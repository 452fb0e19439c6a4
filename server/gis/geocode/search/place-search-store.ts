import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';
import { toWebMercator } from '../../../../wire/geometry/web-mercator.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { SearchScope } from '../place.ts';

/** A place as searches read it: everything except `spot`, which only the database needs. */
export type PlaceRow = Omit<Selectable<Tables['place']>, 'spot'>;

const names = `id gazetteer_id source_id kind category name other_names street street_key house_number number_key
  neighbourhood city region postal country_code longitude latitude extent_west extent_south extent_east extent_north
  population importance search_text`;

/** The columns of a `PlaceRow`, to select. */
export const placeColumns: RawBuilder<unknown> = sql.join(
  names.split(/\s+/).map((name) => sql.ref(`place.${name}`)),
);

export interface WordSearch {
  /** Folded words exactly as in the index: `abai`, `#cafe`. */
  exact: readonly string[];
  /** Ranges of words: from the first, to before the last. */
  ranges: readonly { from: string; to: string }[];
  /** For each word of the query the patterns of which one must match `search_text`. */
  required: readonly (readonly string[])[];
  /** Map squares to search besides the whole world, in this order. */
  cells: readonly number[];
  /**
   * Rows of the index read for one word, in each of the three ways; limits the work whatever the size of the
   * table.
   */
  depth: number;
  scope: SearchScope;
}

/** Maximum number of places of each way; more for exact words, as one of them may be the whole name. */
const max = { whole: 200, begun: 100, around: 100 } as const;

/**
 * Places by the words of their names, in three ways that each read a bounded part of an index: exact words,
 * the important places first; prefixes, again the important first; and words of the squares near the map. The
 * arrays force the planner to look up `place` by its key.
 */
export function wordSearch({
  exact,
  ranges,
  required,
  cells,
  depth,
  scope,
}: WordSearch): RawBuilder<PlaceRow> {
  const from = ranges.map((range) => range.from);
  const to = ranges.map((range) => range.to);
  const condition = sql`${scopeCondition(scope)} ${requirement(required)}`;
  const order = sql`importance * 2 + ${nearness(scope)} desc, id`;
  return sql<PlaceRow>`
    with whole as materialized (
      select hit.place_id from unnest(${[...exact]}::text[]) asked(word) cross join lateral (
        select ranked.place_id from generate_series(9, 0, -1) class(rank) cross join lateral (
          select place_id from place_word where rank = class.rank and word = asked.word limit ${depth}
        ) ranked limit ${depth}
      ) hit
    ), begun as materialized (
      select hit.place_id from unnest(${from}::text[], ${to}::text[]) asked(low, high) cross join lateral (
        select ranked.place_id from generate_series(9, 0, -1) class(rank) cross join lateral (
          select place_id from place_word
          where rank = class.rank and word >= asked.low and word < asked.high order by word limit ${depth}
        ) ranked limit ${depth}
      ) hit
    ), around as materialized (
      select hit.place_id from unnest(${from}::text[], ${to}::text[]) asked(low, high) cross join lateral (
        select local.place_id from unnest(${[...cells]}::integer[]) square(cell) cross join lateral (
          select place_id from place_word
          where cell = square.cell and word >= asked.low and word < asked.high order by word limit ${depth}
        ) local limit ${depth}
      ) hit
    )
    (select ${placeColumns} from place where id = any(array(select place_id from whole)) and ${condition} order by ${order} limit ${max.whole})
    union all
    (select ${placeColumns} from place where id = any(array(select place_id from begun)) and ${condition} order by ${order} limit ${max.begun})
    union all
    (select ${placeColumns} from place where id = any(array(select place_id from around)) and ${condition} order by ${order} limit ${max.around})`;
}

function requirement(required: WordSearch['required']): RawBuilder<unknown> {
  const words = required.map((patterns) => {
    const fits = patterns.map((pattern) => sql`search_text like ${pattern}`);
    return sql`and (${sql.join(fits, sql` or `)})`;
  });
  return words.length > 0 ? sql.join(words, sql` `) : sql``;
}

/**
 * 1.2 at the location of the search, less farther away; in Web Mercator, whose stretch the cosine
 * compensates.
 */
function nearness({ near }: SearchScope): RawBuilder<unknown> {
  if (!near) return sql`0`;
  const { x, y } = toWebMercator(near);
  const stretch = Math.cos((near.latitude * Math.PI) / 180) / 15_000;
  return sql`1.2 / (1 + sqrt((spot[0] - ${x}::float8) ^ 2 + (spot[1] - ${y}::float8) ^ 2) * ${stretch}::float8)`;
}

export async function findPlaces(database: Database, search: WordSearch): Promise<PlaceRow[]> {
  const { rows } = await wordSearch(search).execute(database);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Addresses along streets: those with the number, then those whose number begins with it. */
export function numberSearch(
  streetKeys: readonly string[],
  number: string,
  scope: SearchScope,
): RawBuilder<PlaceRow> {
  return sql<PlaceRow>`
    select found.* from unnest(${[...streetKeys]}::text[]) asked(street) cross join lateral (
      select ${placeColumns} from place
      where kind = 'address' and street_key = asked.street and number_key >= ${number} and number_key < ${`${number}~`}
        and ${scopeCondition(scope)}
      order by number_key limit 20
    ) found`;
}

export async function findNumbers(
  database: Database,
  streetKeys: readonly string[],
  number: string,
  scope: SearchScope,
): Promise<PlaceRow[]> {
  return streetKeys.length === 0
    ? []
    : (await numberSearch(streetKeys, number, scope).execute(database)).rows;
}

/** The place with this id in a dataset. */
export async function findPlaceOf(
  database: Database,
  gazetteerId: number,
  sourceId: string,
): Promise<PlaceRow | undefined> {
  return database
    .selectFrom('place')
    .selectAll()
    .where('gazetteer_id', '=', gazetteerId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
}

/** Which of these categories exist in the gazetteers. */
export async function findUsedCategories(database: Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${[...keys]}::text[]) asked(key)
    where exists (
      select from generate_series(9, 0, -1) class(rank)
      where exists (select from place_word where place_word.rank = class.rank and word = '#' || asked.key))`.execute(
    database,
  );
  return rows.map(({ key }) => key);
}

/** A scope as a condition on `place`. */
function scopeCondition({ boxes, countryCodes, filter }: SearchScope): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`];
  if (boxes) {
    const inside = boxes.map(
      ([west, south, east, north]) =>
        sql`(longitude between ${west} and ${east} and latitude between ${south} and ${north})`,
    );
    conditions.push(sql`(${sql.join([sql`false`, ...inside], sql` or `)})`);
  }
  if (countryCodes) conditions.push(sql`country_code = any(${[...countryCodes]})`);
  if (filter) {
    conditions.push(
      sql`(kind = any(${[...filter.kinds]}) or (kind = 'poi' and category = any(${[...filter.categories]})))`,
    );
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
