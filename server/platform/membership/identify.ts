import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AppConfig } from '../../../wire/app-config.ts';
import { MappingError } from '../../../wire/errors.ts';
import { portalAddress } from '../../../wire/portal-address.ts';
import { limits } from '../../limits.ts';
import { safeFetch, type AllowedPrivateHosts } from '../safety/safe-fetch.ts';
import type { PresentedToken } from './presented-token.ts';

const selfSchema = z.object({
  username: z.string(),
  fullName: z.string().nullish(),
  orgId: z.string().nullish(),
  groups: z.array(z.object({ id: z.string() })).default([]),
});

const organisationSchema = z.object({ id: z.string().nullish() });

const timeoutMilliseconds = 5_000;

/** The owner of a token of another portal, and the organisations of both. */
interface ForeignPerson extends PortalPerson {
  /** Organisation of the account; undefined for ArcGIS public accounts. */
  orgId: string | undefined;
  /** Organisation at the portal's address; `www.arcgis.com` has none. */
  portalOrgId: string | undefined;
}

/**
 * Requests `community/self` with the token, and `portals/self` without it.
 * @returns undefined when the portal rejects the token
 * @throws MappingError `membership:portal-unreachable` (503)
 */
async function askPortal(
  portal: string,
  token: string,
  allowedPrivateHosts: AllowedPrivateHosts,
): Promise<ForeignPerson | undefined> {
  const [self, organisation] = await Promise.all([
    post(`${portal}/sharing/rest/community/self`, { f: 'json', token }, allowedPrivateHosts),
    post(`${portal}/sharing/rest/portals/self`, { f: 'json' }, allowedPrivateHosts),
  ]);
  const person = selfSchema.safeParse(self);
  if (!person.success) return undefined;
  return {
    username: person.data.username,
    fullName: person.data.fullName ?? person.data.username,
    groupIds: person.data.groups.map((group) => group.id),
    orgId: person.data.orgId ?? undefined,
    portalOrgId: organisationSchema.safeParse(organisation).data?.id ?? undefined,
  };
}

/**
 * The owner of the token if their account belongs to the organisation. On ArcGIS Online a token of any account is valid at every
 * address, so the account's organisation must be the one that the configuration names, or else the one at the portal's address.
 * Where neither is known, only the administrators' group belongs.
 */
function memberOf(person: ForeignPerson | undefined, { portal }: AppConfig): PortalPerson | undefined {
  if (!person) return undefined;
  const home = portal.organisationId || person.portalOrgId;
  const belongs = home ? person.orgId === home : person.groupIds.includes(portal.adminGroupId);
  return belongs ? person : undefined;
}

/** POST, so that the token is in no address and no log. */
async function post(
  url: string,
  parameters: Record<string, string>,
  allowedPrivateHosts: AllowedPrivateHosts,
): Promise<unknown> {
  try {
    const body = new URLSearchParams(parameters);
    const options = { allowedPrivateHosts, milliseconds: timeoutMilliseconds };
    const { text } = await safeFetch(url, { method: 'POST', body }, options);
    return JSON.parse(text);
  } catch (cause) {
    const forbidden = cause instanceof MappingError && cause.id === 'integration:forbidden-address';
    throw new MappingError(
      'membership:portal-unreachable',
      forbidden
        ? 'The portal is in a private network, which this server may not request. The operator must add its host to ALLOWED_PRIVATE_HOSTS.'
        : 'The portal could not be asked who you are. Try again in a moment; nothing has been changed.',
      { status: 503, cause },
    );
  }
}

/** A user with an account on the organisation's portal. */
export interface Member {
  username: string;
  fullName: string;
  groupIds: readonly string[];
  /** Whether the user is in the group that the configuration names as `adminGroupId`. */
  isAdmin: boolean;
}

/** The portal's answer about the owner of a token. */
export type PortalPerson = Omit<Member, 'isAdmin'>;

/**
 * Returns the owner of a portal token. The browser is never trusted: tokens of the embedded portal are looked
 * up in the database on every request, other portals are called. undefined: no token, a token of another
 * portal than the organisation's, or its owner belongs to another organisation.
 *
 * @param options.fresh calls an external portal again instead of using an answer from the last minute
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
  /** Issues a token, from a valid one, by which another server can verify its owner once. */
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
 * Sends a token only to the portal that issued it. An administrator may name any host as the organisation's
 * portal, while pages that were opened before still present tokens of the earlier one. So callers name the
 * portal that issued a token, a token of another portal is rejected without a request, and a token of the
 * embedded portal never leaves this server.
 */
export function createIdentify({
  embedded,
  allowedPrivateHosts,
  publicUrl,
  now = Date.now,
}: IdentifyOptions): Identify {
  const known = new Map<string, { until: number; answer: Promise<ForeignPerson | undefined> }>();

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
      // An unreachable portal is called again by the next request.
      entry.answer.catch(() => known.delete(key));
    }
    return entry.answer;
  };

  return async (config, presented, { fresh = false } = {}) => {
    if (!presented) return undefined;
    const address = portalAddress(config.portal.url, publicUrl);
    const person = embedded.isAt(address)
      ? await embedded.find(presented.token, address)
      : memberOf(await askForeign(address, presented, fresh), config);
    if (!person) return undefined;
    const { username, fullName, groupIds } = person;
    const { adminGroupId } = config.portal;
    return { username, fullName, groupIds, isAdmin: adminGroupId !== '' && groupIds.includes(adminGroupId) };
  };
}

function isSame(presented: string, address: string, publicUrl: string): boolean {
  return URL.canParse(presented) && portalAddress(presented, publicUrl) === address;
}

/** @throws MappingError `membership:sign-in-needed` (401) */
export function signInNeeded(): MappingError {
  return new MappingError('membership:sign-in-needed', 'Sign in to do this.', { status: 401 });
}
