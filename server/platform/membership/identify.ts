import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { AppConfig } from '../../../wire/app-config.ts';
import { MappingError } from '../../../wire/errors.ts';
import { portalAddress, portalHeader } from '../../../wire/portal-address.ts';
import { limits } from '../../limits.ts';
import { withoutPlaces } from '../database/current-work.ts';
import { currentRequester } from '../budgets/requester.ts';
import { LeastRecentlyUsed } from '../budgets/least-recently-used.ts';
import { SharedWork } from '../budgets/shared-work.ts';
import { safeFetch, type AllowedPrivateHosts } from '../safety/safe-fetch.ts';
import { portalUnreachable } from './portal-unreachable.ts';
import { cut } from '../safety/stored-text.ts';

/**
 * The current config of an organisation.
 * @throws MappingError `organisation:not-found` (404)
 */
export type FindConfig = (organisation: string) => Promise<AppConfig>;

const idSchema = z.string().max(limits.foreignIdCharacters);
const names = limits.foreignNameCharacters;
/** PostgreSQL stores no NUL. */
const isStored = (text: string) => !text.includes('\0');

/** An administrator may run the portal: what it says is stored and listed, and responses about thousands of tokens are cached. */
const selfSchema = z.object({
  // The empty name is that of visitors, as whom its owner would own what they have made.
  username: z.string().min(1).max(names).refine(isStored),
  fullName: z
    .string()
    .transform((name) => cut(name, names))
    .nullish(),
  orgId: idSchema.nullish(),
  groups: z
    .array(z.object({ id: idSchema }))
    .max(limits.foreignMemberGroups)
    .default([]),
});

const organisationSchema = z.object({ id: idSchema.nullish() });

const failureSchema = z.object({ error: z.object({ code: z.number() }) });

const timeoutMilliseconds = 5_000;

/** The owner of a token of another portal. */
interface ForeignUser extends PortalPerson {
  /** Organisation of the account; undefined for ArcGIS public accounts. */
  orgId: string | undefined;
}

/**
 * Requests `community/self` with the token.
 * @returns undefined when the portal rejects the token
 * @throws MappingError `membership:portal-unreachable` (503)
 */
async function askPortal(
  portal: string,
  token: string,
  allowedPrivateHosts: AllowedPrivateHosts,
): Promise<ForeignUser | undefined> {
  const url = `${portal}/sharing/rest/community/self`;
  const person = selfSchema.safeParse(await post(url, { f: 'json', token }, allowedPrivateHosts));
  if (!person.success) return undefined;
  return {
    username: person.data.username,
    fullName: person.data.fullName ?? person.data.username,
    groupIds: person.data.groups.map((group) => group.id),
    orgId: person.data.orgId ?? undefined,
  };
}

/**
 * The organisation at a portal's address; `www.arcgis.com` has none. Requested without a token.
 * @throws MappingError `membership:portal-unreachable` (503)
 */
async function askOrganisation(
  portal: string,
  allowedPrivateHosts: AllowedPrivateHosts,
): Promise<string | undefined> {
  const url = `${portal}/sharing/rest/portals/self`;
  const response = organisationSchema.safeParse(await post(url, { f: 'json' }, allowedPrivateHosts));
  return response.data?.id ?? undefined;
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
    const response: unknown = JSON.parse(text);
    const code = failureSchema.safeParse(response).data?.error.code ?? 0;
    // An overloaded portal did not verify the token. 498 and 499 reject it.
    if (code === 429 || code >= 500) throw new Error(`The portal responded with ${code}.`);
    return response;
  } catch (cause) {
    throw portalUnreachable(url, cause, 'Nothing has been changed; try again in a minute.');
  }
}

/** A user with an account on the organisation's portal. */
export interface Member {
  username: string;
  fullName: string;
  groupIds: readonly string[];
  /** Whether the user is in the group that the configuration names as `adminGroupId`. */
  isAdmin: boolean;
  /** Whether their session began recently; undefined on other portals, which do not report it. */
  signedInRecently?: boolean | undefined;
}

/** The portal's response about the owner of a token. */
export type PortalPerson = Omit<Member, 'isAdmin'>;

/**
 * Returns the owner of a portal token. The browser is never trusted: tokens of the embedded portal are looked
 * up in the database on every request, other portals are called. undefined: no token, a token of another
 * portal than the organisation's, or its owner belongs to another organisation. Portals are not asked about further unknown tokens of
 * a network after `limits.rejectedTokensPerMinute`.
 *
 * @param options.fresh calls an external portal again instead of using a response from the last minute
 * @throws MappingError `membership:portal-unreachable` (503), `http:too-many-requests` (429)
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

/** What all processes know of the tokens of other portals, at their absolute URLs. */
export interface ForeignTokens {
  /** Whether its session was ended here. */
  hasEnded(address: string, token: string): Promise<boolean>;
  /** Whether the portal has issued or accepted it lately: it is no guess, whatever the portal answers now. */
  wasAccepted(address: string, token: string): Promise<boolean>;
  noteAccepted(address: string, token: string): Promise<void>;
}

export interface IdentifyOptions {
  embedded: EmbeddedPortal;
  allowedPrivateHosts: AllowedPrivateHosts;
  /** The public URL of this server; a path in a configuration is resolved against it. */
  publicUrl: string;
  tokens: ForeignTokens;
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
  tokens,
  now = Date.now,
}: IdentifyOptions): Identify {
  const people = createResponses<ForeignUser | undefined>(limits.foreignMemberSeconds, now, weightOf);
  const organisations = createResponses<string | undefined>(
    limits.foreignPortalSeconds,
    now,
    (id) => id?.length ?? 0,
  );

  const askForeign = async (address: string, { token, portal }: PresentedToken, fresh: boolean) => {
    if (portal === undefined || !isSame(portal, address, publicUrl)) return undefined;
    // Whatever the portal answers about it.
    if (await tokens.hasEnded(address, token)) return undefined;
    const key = createHash('sha256').update(`${address} ${token}`).digest('base64');
    const known = people.known(key);
    if (known && !fresh) return known.response;
    const { rejectedTokens } = currentRequester() ?? {};
    // Who was a user before is asked about again, whatever others behind the same address send. That their token has expired since
    // counts for nobody: those of a city hall that signed in at eight expire together, also when this process has started since.
    const isUnknown = people.latest(key) === undefined && !(await tokens.wasAccepted(address, token));
    if (isUnknown) rejectedTokens?.refuseMore();
    // Before the place of this class of work is left for the portal's response.
    if (await embedded.issued(token)) return undefined;
    const ask = async () => {
      const person = await askPortal(address, token, allowedPrivateHosts);
      // Each time, so that it is known for as long after the last one; but only once a minute.
      if (person && !known?.response) await tokens.noteAccepted(address, token);
      if (!person && isUnknown) await rejectedTokens?.count();
      return person;
    };
    return fresh ? people.reload(key, ask) : people.find(key, ask);
  };

  /**
   * The owner of the token if their account belongs to the organisation. On ArcGIS Online a token of any account is valid at
   * every address, so the account's organisation must be the one that the configuration names, or else the one at the portal's
   * address. Where neither is known, only the administrators' group belongs.
   */
  const memberOf = async (person: ForeignUser | undefined, address: string, { portal }: AppConfig) => {
    if (!person) return undefined;
    const home =
      portal.organisationId ||
      (await organisations.find(address, () => askOrganisation(address, allowedPrivateHosts)));
    const belongs = home ? person.orgId === home : person.groupIds.includes(portal.adminGroupId);
    return belongs ? person : undefined;
  };

  return async (config, presented, { fresh = false } = {}) => {
    if (!presented) return undefined;
    const address = portalAddress(config.portal.url, publicUrl);
    const person = embedded.isAt(address)
      ? await embedded.find(presented.token, address)
      : await memberOf(await askForeign(address, presented, fresh), address, config);
    if (!person) return undefined;
    const { username, fullName, groupIds, signedInRecently } = person;
    const { adminGroupId } = config.portal;
    const isAdmin = adminGroupId !== '' && groupIds.includes(adminGroupId);
    return {
      username,
      fullName,
      groupIds,
      isAdmin,
      ...(signedInRecently !== undefined && { signedInRecently }),
    };
  };
}

/** Characters that a response about a token has. */
function weightOf(person: ForeignUser | undefined): number {
  if (!person) return 0;
  const { username, fullName, groupIds, orgId = '' } = person;
  return [username, fullName, orgId, ...groupIds].reduce((sum, { length }) => sum + length, 0);
}

/** What an entry of the cache counts besides its response: its key and its place. */
const entryWeight = 200;

/**
 * Caches responses of portals for a time; concurrent callers share one request, which ends when the last of them leaves. A failure
 * is not cached: while the portal is unreachable, its previous responses stay valid until they expire.
 */
function createResponses<Value>(seconds: number, now: () => number, weigh: (response: Value) => number) {
  const responses = new LeastRecentlyUsed<{ until: number; response: Value }>(
    limits.foreignMemberCharacters,
    ({ response }) => entryWeight + weigh(response),
  );
  const underWay = new SharedWork<Value>();
  const known = (key: string) => {
    const entry = responses.get(key);
    return entry && entry.until >= now() ? entry : undefined;
  };
  const reload = async (key: string, ask: () => Promise<Value>): Promise<Value> => {
    const until = now() + seconds * 1000;
    const response = await ask();
    // A later request may have been answered first.
    if ((responses.get(key)?.until ?? until) > until) return response;
    responses.set(key, { until, response });
    return response;
  };
  return {
    known,
    /** The last response, however old. */
    latest: (key: string) => responses.get(key)?.response,
    reload,
    /** Each caller leaves its own place, not only the one whose request it is. */
    find: async (key: string, ask: () => Promise<Value>): Promise<Value> => {
      const entry = known(key);
      if (entry) return entry.response;
      return withoutPlaces(() => underWay.join(key, () => reload(key, ask)));
    },
  };
}

function isSame(presented: string, address: string, publicUrl: string): boolean {
  return URL.canParse(presented) && portalAddress(presented, publicUrl) === address;
}

/** @throws MappingError `membership:sign-in-needed` (401) */
export function signInNeeded(): MappingError {
  return new MappingError('membership:sign-in-needed', 'Sign in to do this.', { status: 401 });
}

/** A portal token as presented to our API. */
export interface PresentedToken {
  token: string;
  /** The portal that issued it, as named by the caller (`X-Portal`); the token is never sent to any other. */
  portal?: string;
}

/** The token of a request to our API; undefined when it has none. */
export function presentedToken(headers: IncomingHttpHeaders): PresentedToken | undefined {
  const token = bearerToken(headers.authorization);
  if (token === undefined) return undefined;
  const portal = headers[portalHeader];
  return { token, ...(typeof portal === 'string' && { portal }) };
}

/**
 * The token of `Authorization: Bearer …`; our API accepts it nowhere else, so that it is never in an address.
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
}
