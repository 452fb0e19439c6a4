import { createHash } from 'node:crypto';
import type { AppConfig } from '../../wire/app-config.ts';
import { MappingError } from '../../wire/errors.ts';
import type { ReachLocal } from '../safety/reach.ts';
import { askPortal } from './ask-portal.ts';

/** Someone the organisation's portal vouches for. */
export interface Member {
  username: string;
  fullName: string;
  groupIds: readonly string[];
  /** Member of the organisation's adminGroupId (spec §6). */
  isAdmin: boolean;
}

/**
 * Says who a portal token belongs to, by asking the organisation's own portal: the browser's word is never taken.
 * undefined: no token, or the portal does not know it, or it belongs to somebody of another organisation.
 */
export type Identify = (config: AppConfig, token: string | undefined) => Promise<Member | undefined>;

interface PortalAnswer {
  username: string;
  fullName: string;
  groupIds: string[];
}

const cacheMilliseconds = 60_000;
const cacheEntries = 10_000;

export interface IdentifyOptions {
  reachLocal: ReachLocal;
  /** Where people find this server; a portal configured by it is this server too. */
  publicUrl: string;
  now?: () => number;
}

/** @param origin where a portal configured as a path (`/portal`) answers: this server itself */
export function createIdentify(
  origin: () => string,
  { reachLocal, publicUrl, now = Date.now }: IdentifyOptions,
): Identify {
  const known = new Map<string, { until: number; answer: Promise<PortalAnswer | undefined> }>();

  return async (config, token) => {
    if (!token) return undefined;
    const address = new URL(config.portal.url, origin());
    const portal = address.href.replace(/\/$/, '');
    const key = createHash('sha256').update(`${portal} ${token}`).digest('base64');
    let entry = known.get(key);
    if (!entry || entry.until < now()) {
      if (known.size >= cacheEntries) known.delete(known.keys().next().value ?? '');
      // The portal inside this server needs no permission.
      const own = [origin(), publicUrl].some((each) => new URL(each).origin === address.origin);
      const allowed = own || reachLocal;
      entry = { until: now() + cacheMilliseconds, answer: askPortal(portal, token, allowed) };
      known.set(key, entry);
      // A portal that could not be reached is asked again by the next call.
      entry.answer.catch(() => known.delete(key));
    }
    const answer = await entry.answer;
    if (!answer) return undefined;
    const { adminGroupId } = config.portal;
    return { ...answer, isAdmin: adminGroupId !== '' && answer.groupIds.includes(adminGroupId) };
  };
}

/** @throws MappingError `membership:sign-in-needed` (401) */
export function signInNeeded(): MappingError {
  return new MappingError('membership:sign-in-needed', 'Sign in to do this.', { status: 401 });
}

/** The token of `Authorization: Bearer …`; our API takes it nowhere else, so that it never stands in an address. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
}
