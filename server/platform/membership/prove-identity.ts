import { z } from 'zod';
import type { AppConfig } from '../../../wire/app-config.ts';
import { MappingError } from '../../../wire/errors.ts';
import { portalAddress } from '../../../wire/portal-address.ts';
import { limits } from '../../limits.ts';
import { safeFetch } from '../safety/safe-fetch.ts';
import type { IdentifyOptions, PresentedToken } from './identify.ts';

/** A token that proves a user's identity to one other server, and where that server verifies it. */
export interface ProofOfIdentity {
  token: string;
  /** `generateToken` of the portal that issued it. */
  tokenUrl: string;
}

/**
 * Makes a token for one other server from a member's own, which stays here. That of the embedded portal works
 * once, within `limits.identityTokenMinutes`, and grants no access. Another portal is requested to issue a
 * token for that server, which it does for federated servers; there is no other way to bind an ArcGIS token.
 * @throws MappingError (from calls) `membership:no-proof` (503)
 */
export type ProveIdentity = (
  config: AppConfig,
  presented: PresentedToken,
  audience: string,
) => Promise<ProofOfIdentity>;

const responseSchema = z.object({ token: z.string().min(1).max(limits.foreignTokenCharacters) });

export function createProveIdentity(options: Omit<IdentifyOptions, 'now' | 'tokens'>): ProveIdentity {
  const { embedded, allowedPrivateHosts, publicUrl } = options;
  return async (config, { token: own }, audience) => {
    const address = portalAddress(config.portal.url, publicUrl);
    const tokenUrl = `${address}/sharing/rest/generateToken`;
    if (embedded.isAt(address)) return { token: await embedded.prove(own, audience), tokenUrl };
    const body = new URLSearchParams({
      f: 'json',
      request: 'getToken',
      serverUrl: audience,
      expiration: String(limits.identityTokenMinutes),
      token: own,
    });
    const { text } = await safeFetch(tokenUrl, { method: 'POST', body }, { allowedPrivateHosts });
    const given = responseSchema.safeParse(parsed(text)).data?.token;
    // A portal that returns the user's own token has bound nothing.
    if (given !== undefined && given !== own) return { token: given, tokenUrl };
    throw new MappingError(
      'membership:no-proof',
      `The portal gives no token that is meant for ${new URL(audience).host} only, and your own is not sent there. An administrator must federate that server with the portal, or use a user name and password.`,
      { status: 503 },
    );
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
