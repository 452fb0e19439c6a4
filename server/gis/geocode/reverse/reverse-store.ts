import { type RawBuilder, sql } from 'kysely';
import { type LonLat, mercatorLimit, toWebMercator } from '../../../../wire/geometry/web-mercator.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { placeColumns, type PlaceRow } from '../search/place-search-store.ts';

/** A street with its nearest point. */
export type StreetRow = PlaceRow & { near_x: number; near_y: number };

const nearest = 40;

/** Addresses and points of interest, the nearest first: an index reads them in that order. */
export function nearbyQuery(spot: RawBuilder<unknown>): RawBuilder<PlaceRow> {
  return sql<PlaceRow>`select ${placeColumns} from place where kind in ('address', 'poi') order by spot <-> ${spot} limit ${nearest}`;
}

export function streetsQuery(spot: RawBuilder<unknown>): RawBuilder<StreetRow> {
  return sql<StreetRow>`
    select ${placeColumns}, near.spot[0] as near_x, near.spot[1] as near_y
    from (select place_id, spot from street_point order by spot <-> ${spot} limit ${nearest}) near
    join place on place.id = near.place_id`;
}

export function areasQuery(spot: RawBuilder<unknown>): RawBuilder<PlaceRow> {
  return sql<PlaceRow>`select ${placeColumns} from place where kind in ('neighbourhood', 'city') order by spot <-> ${spot} limit ${nearest}`;
}

/** Places around a point, read in three ways each. Near the date line the other side is read too. */
export async function findRound(database: Database, place: LonLat) {
  const [near, streets, areas] = await Promise.all([
    sided(place, (spot) => nearbyQuery(spot).execute(database)),
    sided(place, (spot) => streetsQuery(spot).execute(database)),
    sided(place, (spot) => areasQuery(spot).execute(database)),
  ]);
  return { near, streets, areas };
}

async function sided<Row>(
  place: LonLat,
  ask: (spot: RawBuilder<unknown>) => Promise<{ rows: Row[] }>,
): Promise<Row[]> {
  const { x, y } = toWebMercator(place);
  const edge = 0.98 * mercatorLimit;
  const xs = Math.abs(x) > edge ? [x, x - Math.sign(x) * 2 * mercatorLimit] : [x];
  const sides = await Promise.all(xs.map((side) => ask(sql`point(${side}::float8, ${y}::float8)`)));
  return sides.flatMap(({ rows }) => rows);
}
