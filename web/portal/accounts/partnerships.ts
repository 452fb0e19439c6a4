import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';

/** Another organisation of the embedded portal, and the state of the partnership. */
export interface Partnership {
  /** Name of the other organisation, as in its address. */
  name: string;
  /** `received`: offered by the other one, waiting for this one. */
  state: 'offered' | 'received' | 'active';
  /** When it was offered, or accepted, in epoch milliseconds. */
  since: number;
}

const path = 'portals/self/trustedOrgs';

export async function listPartnerships(
  connection: PortalConnection,
  signal?: AbortSignal,
): Promise<Partnership[]> {
  const { trustedOrgs } = await portalRequest<{
    trustedOrgs: { to: { urlKey: string }; state: Partnership['state']; established: number }[];
  }>(connection, path, { signal, params: { num: 100 } });
  return trustedOrgs.map(({ to, state, established }) => ({ name: to.urlKey, state, since: established }));
}

/**
 * Offers, accepts or ends a partnership with the organisation of this name; ending an offer withdraws or declines it.
 */
export async function changePartnership(
  connection: PortalConnection,
  act: 'offer' | 'accept' | 'end',
  name: string,
): Promise<void> {
  await portalRequest(connection, `${path}/${act}`, { body: { org: name } });
}
