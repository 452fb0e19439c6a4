import type { Database } from '../../../platform/database/connect.ts';
import type { Query } from '../query/read-query.ts';
import { findPlaces } from './place-search-store.ts';
import { cellsAround, cellsWithin } from './cells.ts';
import { type Match, orderOf } from './score.ts';
import { searchReading, searchSurroundings } from './search-places.ts';
import type { SearchScope } from './search-request.ts';

/** The minimum score of a good match; without one, slower searches follow. */
const content = 90;

/** The best matches of a query, best first: every reading is tried, and a place counts by its best one. */
export async function search(
  database: Database,
  query: Query,
  scope: SearchScope,
  limit: number,
): Promise<Match[]> {
  if (scope.filter && scope.filter.kinds.length + scope.filter.categories.length === 0) return [];
  const found = await Promise.all(query.readings.map((reading) => searchReading(database, reading, scope)));
  if (!found.flat().some(({ score }) => score >= content)) {
    const further = query.readings.map((reading) =>
      searchReading(database, reading, scope, searchSurroundings),
    );
    found.push(...(await Promise.all(further)));
  }
  return bestOf(found.flat(), scope, limit);
}

/** Points of interest of some categories, near and important ones first, without a name. */
export async function searchCategories(
  database: Database,
  categories: readonly string[],
  scope: SearchScope,
  limit: number,
): Promise<Match[]> {
  const marks = categories.map((category) => `#${category}`);
  const within = scope.boxes?.flatMap((box) => cellsWithin(box) ?? []);
  const places = await findPlaces(database, {
    exact: marks,
    ranges: marks.map((mark) => ({ from: mark, to: `${mark}!` })),
    required: [],
    cells: within && within.length > 0 ? within : scope.near ? cellsAround(scope.near) : [],
    depth: 1_000,
    scope,
  });
  const found = places.map((place) => ({ place, score: 100, order: orderOf(place, 1, scope) }));
  return bestOf(found, scope, limit);
}

function bestOf(found: readonly Match[], { boxes }: SearchScope, limit: number): Match[] {
  const best = new Map<number, Match>();
  for (const match of found) {
    const inside = boxes?.some(
      ([west, south, east, north]) =>
        match.place.longitude >= west &&
        match.place.longitude <= east &&
        match.place.latitude >= south &&
        match.place.latitude <= north,
    );
    if (inside === false) continue;
    const known = best.get(match.place.id);
    if (!known || known.order < match.order) best.set(match.place.id, match);
  }
  return [...best.values()].sort((a, b) => b.order - a.order || a.place.id - b.place.id).slice(0, limit);
}
