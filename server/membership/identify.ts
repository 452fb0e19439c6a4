import { createHash } from 'node:crypto';
import type { AppConfig } from '../../wire/app-config.ts';
import { MappingError } from '../../wire/errors.ts';
import { portalAddress } from '../../wire/portal-address.ts';
import { limits } from '../limits.ts';
import type { AllowedPrivateHosts } from '../safety/safe-fetch.ts';
import { askPortal } from './ask-portal.ts';
import type { PresentedToken } from './presented-token.ts';

/** A person with an account on the organisation's portal. */
export interface Member {
  username: string;
  fullName: string;
  groupIds: readonly string[];
  /** Whether the person is a member of the group that the configuration names as `adminGroupId`. */
  isAdmin: boolean;
}

/** The portal's answer about the owner of a token. */
export type PortalPerson = Omit<Member, 'isAdmin'>;

/**
 * Returns the owner of a portal token. The browser is never trusted: tokens of the embedded portal are looked up in the
 * database on every call, another portal is asked.
 * undefined: no token, a token of another portal than the organisation's, or its owner belongs to another organisation.
 *
 * @param options.fresh asks a foreign portal again instead of using an answer from the last minute
 */
export type Identify = (
  config: AppConfig,
  presented: PresentedToken | undefined,
  options?: { fresh?: boolean },
) => Promise<Member | undefined>;

/** The portal embedded in this server. Its tokens are never sent anywhere. */
export interface EmbeddedPortal {
  /** Whether an absolute URL (without `/sharing/rest`) is this portal's. */
  isAt(address: string): boolean;
  /** The owner of a valid token; undefined when the token has expired, was revoked or never existed. */
  find(token: string, address: string): Promise<PortalPerson | undefined>;
  /** Issues a token, from a valid one, by which another server can find out once who its owner is. */
  prove(token: string, audience: string): Promise<string>;
  /** Whether a token was issued here, valid or not. */
  issued(token: string): Promise<boolean>;
}

const cacheEntries = 10_000;

export interface IdentifyOptions {
  embedded: EmbeddedPortal;
  allowedPrivateHosts: AllowedPrivateHosts;
  /** The public URL of this server; a path in a configuration is resolved against it. */
  publicUrl: string;
  now?: () => number;
}

/**
 * Sends a token only to the portal that issued it. An administrator may name any host as the organisation's portal, while pages
 * that were opened before still present tokens of the earlier one. So callers say which portal issued a token, a token of
 * another portal is refused without a request, and a token of the embedded portal never leaves this server.
 */
export function createIdentify({
  embedded,
  allowedPrivateHosts,
  publicUrl,
  now = Date.now,
}: IdentifyOptions): Identify {
  const known = new Map<string, { until: number; answer: Promise<PortalPerson | undefined> }>();

  const askForeign = async (address: string, { token, portal }: PresentedToken, fresh: boolean) => {
    if (portal === undefined || !isSame(portal, address, publicUrl)) return undefined;
    const key = createHash('sha256').update(`${address} ${token}`).digest('base64');
    let entry = known.get(key);
    if (fresh || !entry || entry.until < now()) {
      if (known.size >= cacheEntries) known.delete(known.keys().next().value ?? '');
      const answer = embedded
        .issued(token)
        .then((own) => (own ? undefined : askPortal(address, token, allowedPrivateHosts)));
      entry = { until: now() + limits.foreignMemberSeconds * 1000, answer };
      known.set(key, entry);
      // A portal that could not be reached is asked again on the next call.
      entry.answer.catch(() => known.delete(key));
    }
    return entry.answer;
  };

  return async (config, presented, { fresh = false } = {}) => {
    if (!presented) return undefined;
    const address = portalAddress(config.portal.url, publicUrl);
    const person = embedded.isAt(address)
      ? await embedded.find(presented.token, address)
      : await askForeign(address, presented, fresh);
    if (!person) return undefined;
    const { adminGroupId } = config.portal;
    return { ...person, isAdmin: adminGroupId !== '' && person.groupIds.includes(adminGroupId) };
  };
}

function isSame(presented: string, address: string, publicUrl: string): boolean {
  return URL.canParse(presented) && portalAddress(presented, publicUrl) === address;
}

/** @throws MappingError `membership:sign-in-needed` (401) */
export function signInNeeded(): MappingError {
  return new MappingError('membership:sign-in-needed', 'Sign in to do this.', { status: 401 });
}
