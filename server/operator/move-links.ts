import { readSaved } from '../application/organisations/administration/replace-config.ts';
import { findConfig } from '../application/organisations/organisation-store.ts';
import {
  listOrganisationsSharedIn,
  moveSharedMaps,
  passOn,
} from '../application/shared-maps/shared-map-store.ts';
import {
  listOrganisationsAddressedIn,
  moveShortAddresses,
  passOnShortAddresses,
} from '../application/short-addresses/short-address-store.ts';
import type { Database } from '../platform/database/connect.ts';
import type { PortalContext } from '../portal/operation.ts';
import { portalOrganisationOf } from '../portal/portal-address.ts';

/**
 * Moves the maps that a user has shared, and the short addresses of their maps, with them: the previous organisation does
 * not know their owner any more. Where the new organisation has no pages of its own, shared maps are revoked. Short
 * addresses of others' maps stay, with the owners of the maps.
 *
 * @param to the new organisation of the portal
 * @returns the number of shared maps, whether they were moved, and the number of short addresses that were deleted
 */
export async function moveLinks(
  installation: PortalContext,
  transaction: Database,
  { username, orgId, to }: { username: string; orgId: string; to: { id: string; name: string } },
): Promise<{ count: number; moved: boolean; deleted: number }> {
  const homeOf = async (name: string) => {
    const saved = await findConfig(transaction, name);
    return (
      saved &&
      (await portalOrganisationOf({ ...installation, database: transaction }, name, readSaved(saved.config)))
    );
  };
  const moved = (await homeOf(to.name))?.id === to.id;
  const names = [
    ...(await listOrganisationsSharedIn(transaction, username)),
    ...(await listOrganisationsAddressedIn(transaction, username)),
  ];
  const now = installation.now();
  let [count, deleted] = [0, 0];
  for (const name of new Set(names)) {
    if ((await homeOf(name))?.id !== orgId) continue;
    const given = { organisation: name, owner: username };
    if (moved) await moveShortAddresses(transaction, { ...given, to: to.name });
    deleted += await passOnShortAddresses(transaction, { ...given, to: undefined });
    count += moved
      ? await moveSharedMaps(transaction, { ...given, to: to.name, now })
      : await passOn(transaction, { ...given, to: undefined, now });
  }
  return { count, moved, deleted };
}
