import type { AppConfig } from '../../../wire/app-config.ts';
import { embeddedAddress } from '../../portal/portal-address.ts';
import { type MapCheck, problemsOf } from '../../../wire/map-check.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Member } from '../../platform/membership/identify.ts';
import { findForeignChecks, type ForeignMap, rememberSeen } from './foreign-map-store.ts';

/**
 * The address of a config's portal, without a trailing slash; undefined when it is embedded in this server.
 */
export function foreignPortal({ portal }: AppConfig, publicUrl: string): string | undefined {
  if (embeddedAddress(portal.url, publicUrl)) return undefined;
  return new URL(portal.url, publicUrl).href.replace(/\/+$/, '');
}

interface Question {
  database: Database;
  now: () => number;
  place: Omit<ForeignMap, 'item_id'>;
  asked: { ids: readonly string[] } | { attention: true };
  /** Undefined: the portal confirmed no identity. */
  member: Member | undefined;
}

/** Item ids as in every ArcGIS portal. */
const itemId = /^[0-9a-f]{32}$/i;

/**
 * Results for maps of other portals. Maps requested by a member are checked from then on; a request by a
 * visitor starts nothing, or strangers could have the doctor request any address.
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
    // Shown to users who can repair the map, as far as is known here.
    ...(member && (member.isAdmin || member.username === owner) && { layers }),
  }));
}
