import { type RawBuilder, sql } from 'kysely';
import { type LonLat, mercatorLimit, toWebMercator } from '../../../../wire/geometry/web-mercator.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { PlaceKind } from '../place.ts';
import { placeColumns, type PlaceRow } from '../search/place-search-store.ts';

/** A street with its nearest point. */
export type StreetRow = PlaceRow & { near_x: number; near_y: number };

/** Places that are returned of each kind, and that are read for them where other kinds are in between. */
const nearest = 40;
export const deepest = 500;

/** Addresses, points of interest or both, the nearest first: an index reads them in that order. */
export function nearbyQuery(
  spot: RawBuilder<unknown>,
  kinds: readonly PlaceKind[] = ['address', 'poi'],
): RawBuilder<PlaceRow> {
  const depth = kinds.length === 2 ? nearest : deepest;
  return sql<PlaceRow>`
    select ${placeColumns} from (
      select * from place where kind in ('address', 'poi') order by spot <-> ${spot} limit ${depth}
    ) place
    where kind = any(${[...kinds]}) order by spot <-> ${spot} limit ${nearest}`;
}

export function streetsQuery(spot: RawBuilder<unknown>): RawBuilder<StreetRow> {
  return sql<StreetRow>`
    select ${placeColumns}, near.spot[0] as near_x, near.spot[1] as near_y
    from (select place_id, spot from street_point order by spot <-> ${spot} limit ${nearest}) near
    join place on place.id = near.place_id`;
}

/** Neighbourhoods and cities: a city's middle may be farther away than many neighbourhoods. */
export function areasQuery(spot: RawBuilder<unknown>): RawBuilder<PlaceRow> {
  return sql<PlaceRow>`
    select ${placeColumns} from (
      select near.*, row_number() over (partition by kind order by spot <-> ${spot}) as nth from (
        select * from place where kind in ('neighbourhood', 'city') order by spot <-> ${spot} limit ${deepest}
      ) near
    ) place
    where nth <= ${nearest}`;
}

/**
 * Places around a point. Near the date line the other side is read too.
 * @param nearby the kinds to read besides streets and areas
 */
export async function findPlacesAround(database: Database, place: LonLat, nearby: readonly PlaceKind[]) {
  const [near, streets, areas] = await Promise.all([
    nearby.length === 0 ? [] : onBothSides(place, (spot) => nearbyQuery(spot, nearby).execute(database)),
    onBothSides(place, (spot) => streetsQuery(spot).execute(database)),
    onBothSides(place, (spot) => areasQuery(spot).execute(database)),
  ]);
  return { near, streets, areas };
}

async function onBothSides<Row>(
  place: LonLat,
  read: (spot: RawBuilder<unknown>) => Promise<{ rows: Row[] }>,
): Promise<Row[]> {
  const { x, y } = toWebMercator(place);
  const edge = 0.98 * mercatorLimit;
  const xs = Math.abs(x) > edge ? [x, x - Math.sign(x) * 2 * mercatorLimit] : [x];
  const sides = await Promise.all(xs.map((side) => read(sql`point(${side}::float8, ${y}::float8)`)));
  return sides.flatMap(({ rows }) => rows);
}
