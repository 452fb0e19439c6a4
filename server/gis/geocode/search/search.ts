import { inTurn } from '../../../platform/budgets/in-turn.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { SearchScope } from '../place.ts';
import { beginningsOf, type Query, type Reading, type Token } from '../query/read-query.ts';
import { type Box, cellsAround, cellsWithin, maxCells } from './cells.ts';
import { findNumbers, findPlaces, type PlaceRow, type WordSearch } from './place-search-store.ts';
import { type Match, matchOf, orderOf } from './score.ts';

/** Words of the query that are looked up in the index: the longest are the rarest. */
const maxDrivers = 4;

/** Rows read for a word: one word needs the best few, several must match the same place. */
const depths = { single: 250, several: 2_000 } as const;

/** Streets whose numbers are looked up, and cities that may name the surroundings. */
const maxStreets = 30;
const maxSurroundings = 6;

/** Finds the places of a reading. */
type FindNames = (database: Database, reading: Reading, scope: SearchScope) => Promise<Match[]>;

/** All results of one reading of a text, unordered. */
export async function searchReading(
  database: Database,
  reading: Reading,
  scope: SearchScope,
  findNames: FindNames = searchNames,
): Promise<Match[]> {
  if (reading.houseNumber === undefined) return findNames(database, reading, scope);
  // The location of a street's middle does not matter when a house on it is requested.
  const { near, countryCodes, boxes } = scope;
  const streets = await findNames(database, reading, {
    ...(near && { near }),
    ...(countryCodes && { countryCodes }),
    ...(boxes && { boxes: boxes.map(widen) }),
    filter: { kinds: ['street'], categories: [] },
  });
  return searchNumbers(database, reading.houseNumber, streets, scope);
}

async function searchNames(database: Database, reading: Reading, scope: SearchScope): Promise<Match[]> {
  const search = wordSearchOf(hardTokens(reading), scopeCells(scope), scope);
  return matchAll(await findPlaces(database, search), reading, scope);
}

/** Names that are matched in one turn of the event loop, about 5 ms; capitals have a hundred names each. */
const namesPerTurn = 150;

async function matchAll(places: readonly PlaceRow[], reading: Reading, scope: SearchScope): Promise<Match[]> {
  const matches: Match[] = [];
  let names = 0;
  for (const place of places) {
    matches.push(matchOf(place, reading, scope));
    names += 1 + place.other_names.length;
    if (names < namesPerTurn) continue;
    names = 0;
    await inTurn();
  }
  return matches;
}

/**
 * "Main Street Springfield": the name is too common to be found among all, so it is searched in each
 * Springfield.
 */
export async function searchSurroundings(
  database: Database,
  reading: Reading,
  scope: SearchScope,
): Promise<Match[]> {
  const hard = hardTokens(reading);
  if (hard.length < 2) return [];
  const search = wordSearchOf(hard, [], scope);
  const areas = await findPlaces(database, {
    ...search,
    required: [],
    depth: depths.single,
    scope: { filter: { kinds: ['city', 'neighbourhood'], categories: [] } },
  });
  const cells = areas
    .sort((a, b) => b.importance - a.importance)
    .slice(0, maxSurroundings)
    .flatMap((area) => cellsAround(area).slice(0, Math.floor(maxCells / maxSurroundings)));
  if (cells.length === 0) return [];
  const found = await findPlaces(database, { ...search, exact: [], cells: [...new Set(cells)] });
  return matchAll(found, reading, scope);
}

function hardTokens({ tokens }: Reading): Token[] {
  return tokens.filter(({ optional }) => !optional);
}

function wordSearchOf(hard: readonly Token[], cells: readonly number[], scope: SearchScope): WordSearch {
  const drivers = [...hard].sort((a, b) => b.word.length - a.word.length).slice(0, maxDrivers);
  const marks = drivers.flatMap((token) => token.marks.filter((mark) => mark.startsWith('#')));
  const beginnings = drivers.flatMap(beginningsOf);
  return {
    exact: [...beginnings, ...marks],
    ranges: [
      ...beginnings.map((from) => ({ from, to: `${from}\u{10ffff}` })),
      ...marks.map((from) => ({ from, to: `${from}!` })),
    ],
    required: hard.map((token) => [
      ...beginningsOf(token).map((start) => `% ${start}%`),
      ...token.marks.map((mark) => `% ${mark.replaceAll('_', '\\_')} %`),
    ]),
    cells,
    depth: hard.length > 1 || onlyStreets(scope) ? depths.several : depths.single,
    scope,
  };
}

function onlyStreets({ filter }: SearchScope): boolean {
  return filter?.kinds.length === 1 && filter.kinds[0] === 'street';
}

/**
 * The squares to search: those of the requested extent when it is small, else those around the middle of the
 * map.
 */
function scopeCells({ boxes, near }: SearchScope): number[] {
  const within = boxes?.map(cellsWithin);
  if (within && within.every((cells) => cells !== undefined)) return within.flat();
  return near ? cellsAround(near) : [];
}

/**
 * Houses with a number on the found streets; the streets themselves, as a weaker match, where there is no
 * such house.
 */
async function searchNumbers(
  database: Database,
  number: string,
  streets: Match[],
  scope: SearchScope,
): Promise<Match[]> {
  const best = streets.sort((a, b) => b.order - a.order).slice(0, maxStreets);
  const byKey = new Map(
    best.map((street) => [street.place.street_key ?? '', street]).toReversed() as [string, Match][],
  );
  const houses = await findNumbers(database, [...byKey.keys()], number, scope);
  const onStreets = houses.flatMap((place): Match[] => {
    const street = byKey.get(place.street_key ?? '');
    if (!street) return [];
    const loss =
      place.number_key === number ? 0 : /^\d/.test((place.number_key ?? '').slice(number.length)) ? 12 : 6;
    return [{ place, score: Math.max(1, street.score - loss), order: street.order + 0.5 - loss / 20 }];
  });
  const found = new Set(onStreets.map(({ place }) => place.street_key));
  const allowed = !scope.filter || scope.filter.kinds.includes('street');
  const without = allowed ? best.filter(({ place }) => !found.has(place.street_key)) : [];
  return [
    ...onStreets,
    ...without.map((match) => ({ ...match, score: match.score - 15, order: match.order - 1 })),
  ];
}

function widen([west, south, east, north]: Box): Box {
  return [west - 0.1, south - 0.1, east + 0.1, north + 0.1];
}

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
  const places = await findPlaces(database, {
    exact: marks,
    ranges: marks.map((mark) => ({ from: mark, to: `${mark}!` })),
    required: [],
    cells: scopeCells(scope),
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
