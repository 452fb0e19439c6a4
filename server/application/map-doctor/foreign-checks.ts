import { type MapCheck, problemsOf } from '../../../wire/map-check.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Member } from '../../platform/membership/identify.ts';
import { findForeignChecks, type ForeignMap, rememberSeen } from './foreign-map-store.ts';

interface Question {
  database: Database;
  now: () => number;
  place: Omit<ForeignMap, 'item_id'>;
  asked: { ids: readonly string[] } | { attention: true };
  /** Undefined: the portal vouches for nobody. */
  member: Member | undefined;
}

/** Ids of items as every ArcGIS portal makes them. */
const itemId = /^[0-9a-f]{32}$/i;

/**
 * What is known about maps of a portal that is not ours. Maps a member asks about are looked after from then on; a visitor's
 * question starts nothing, or strangers could have the doctor ask whatever they like.
 */
export async function answerForeignChecks({
  database,
  now,
  place,
  asked,
  member,
}: Question): Promise<MapCheck[]> {
  if (member && 'ids' in asked) {
    const ids = asked.ids.filter((id) => itemId.test(id));
    await rememberSeen(database, place, ids, now());
  }
  const found = await findForeignChecks(database, place, asked);
  return found.map(({ id, checked_at, attention, layers, owner }) => ({
    id,
    checkedAt: checked_at,
    attention,
    problems: attention ? problemsOf(layers, true) : [],
    // For who can mend it, as far as is known here.
    ...(member && (member.isAdmin || member.username === owner) && { layers }),
  }));
}
