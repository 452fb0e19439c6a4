import { type RawBuilder, sql } from 'kysely';
import type { SearchScope } from './search-request.ts';

/** A scope as a condition on `place`. */
export function scopeCondition({ boxes, countryCodes, filter }: SearchScope): RawBuilder<boolean> {
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
