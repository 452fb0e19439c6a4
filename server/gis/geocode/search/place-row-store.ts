import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';

/** A place as searches read it: everything except `spot`, which only the database needs. */
export type PlaceRow = Omit<Selectable<Tables['place']>, 'spot'>;

const names = `id gazetteer_id source_id kind category name other_names street street_key house_number number_key
  neighbourhood city region postal country_code longitude latitude extent_west extent_south extent_east extent_north
  population importance search_text`;

/** The columns of a `PlaceRow`, to select. */
export const placeColumns: RawBuilder<unknown> = sql.join(
  names.split(/\s+/).map((name) => sql.ref(`place.${name}`)),
);
