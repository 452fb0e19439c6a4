import { type Kysely, sql } from 'kysely';

/**
 * A number for the middle of an envelope, along a Z-order curve: nearby places have nearby numbers, and the
 * features of any cell of a quadtree are one range of numbers. An index on it finds one feature per cell
 * without reading the others. 26 bits each for x and y; what lies beyond 2²⁵ units counts as at the edge.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(placeCode).execute(database);
}

const placeCode = `
create or replace function hosted.place_code(place box, unit double precision) returns bigint
language plpgsql immutable strict parallel safe as $$
declare
  x bigint := least(greatest(floor(((place[0])[0] + (place[1])[0]) / 2 / unit) + 33554432, 0), 67108863);
  y bigint := least(greatest(floor(((place[0])[1] + (place[1])[1]) / 2 / unit) + 33554432, 0), 67108863);
begin
  x := (x | (x << 16)) & 281470681808895;
  y := (y | (y << 16)) & 281470681808895;
  x := (x | (x << 8)) & 71777214294589695;
  y := (y | (y << 8)) & 71777214294589695;
  x := (x | (x << 4)) & 1085102592571150095;
  y := (y | (y << 4)) & 1085102592571150095;
  x := (x | (x << 2)) & 3689348814741910323;
  y := (y | (y << 2)) & 3689348814741910323;
  x := (x | (x << 1)) & 6148914691236517205;
  y := (y | (y << 1)) & 6148914691236517205;
  return x | (y << 1);
end $$`;
