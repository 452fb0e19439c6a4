import { MappingError } from '../../wire/errors.ts';
import { embeddedPath } from '../../wire/portal-address.ts';
import type { EmbeddedPortal } from '../membership/identify.ts';
import { limits } from '../limits.ts';
import { findAccount } from '../portal/identity/account-store.ts';
import { issueDerivedToken } from '../portal/identity/issue-derived-token.ts';
import { hashOf } from '../portal/identity/random-token.ts';
import { resolveCaller } from '../portal/identity/resolve-caller.ts';
import { wasIssued } from '../portal/identity/token-store.ts';
import type { PortalContext } from '../portal/operation.ts';

/**
 * The portal of this process as our own API asks it: in the database, at every call, so that what one process ends is over
 * in all of them with the next request.
 *
 * @param origins where this server is found: what people use, and where the process listens
 */
export function embeddedPortal(portal: PortalContext, origins: () => readonly string[]): EmbeddedPortal {
  const hosts = () => origins().map((origin) => new URL(origin).host);
  return {
    isAt: (address) => embeddedPath(address, hosts()) !== undefined,
    async find(token, address) {
      const caller = await resolveCaller(portal, token).catch(nobody);
      if (caller?.kind !== 'member') return undefined;
      // People of other organisations are visitors here, whatever groups they are in.
      if (caller.orgId !== (await organisationAt(portal, address))) return undefined;
      const { username, groupIds } = caller;
      const account = await findAccount(portal.database, username);
      return { username, fullName: account?.fullName || username, groupIds };
    },
    async prove(token, audience) {
      const caller = await resolveCaller(portal, token);
      const made = await issueDerivedToken(portal, caller, {
        minutes: limits.identityTokenMinutes,
        audience,
      });
      return made.token;
    },
    issued: (token) => wasIssued(portal.database, hashOf(token)),
  };
}

/** The id of the organisation whose portal has this address; undefined for an address of nobody. */
async function organisationAt(
  { organisations, portal }: PortalContext,
  address: string,
): Promise<string | undefined> {
  const urlKey = new URL(address).pathname.split('/')[2];
  return urlKey ? (await organisations.byUrlKey(urlKey))?.id : portal.id;
}

function nobody(error: unknown): undefined {
  if (error instanceof MappingError && error.id === 'portal:invalid-token') return undefined;
  throw error;
}
