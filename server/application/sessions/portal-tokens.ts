import { z } from 'zod';
import { MappingError } from '../../../wire/errors.ts';
import { portalOutOfReach } from '../../../wire/portal-address.ts';
import { portalUnreachable } from '../../platform/membership/portal-unreachable.ts';
import { errorOfBudget } from '../../platform/budgets/budget-errors.ts';
import { inShareOfFirst } from '../../platform/budgets/shared-work.ts';
import { asWork, withoutPlaces } from '../../platform/database/current-work.ts';
import { safeFetch, type AllowedPrivateHosts, type SafeFetchInit } from '../../platform/safety/safe-fetch.ts';
import { limits } from '../../limits.ts';
import { isSilence, type SilentPortals } from './silent-portals.ts';

const tokenSchema = z.string().min(1).max(limits.foreignTokenCharacters);

/** Response of a portal to `oauth2/token`; lifetimes are in seconds. */
const grantedSchema = z.object({
  access_token: tokenSchema,
  expires_in: z.number(),
  username: z.string().max(limits.foreignNameCharacters),
  ssl: z.boolean().optional(),
  refresh_token: tokenSchema.optional(),
});

export type Granted = z.infer<typeof grantedSchema>;

/** The token endpoint of one portal. */
export interface PortalTokens {
  /**
   * @throws MappingError with the portal's error (400), `membership:portal-unreachable` (503): it responded with a failure,
   * `session:portal-out-of-reach` (503): there is no connection to it
   */
  grant(parameters: Record<string, string>, agent: string | undefined): Promise<Granted>;
  /**
   * Ends a session, as far as its portal can be reached.
   * @throws what failed here, so that it can be repeated: the database of an embedded portal, or no place for a request
   */
  revoke(token: string, appId: string): Promise<void>;
}

const again = 'Then try again.';

export interface ForeignTokensOptions {
  allowedPrivateHosts: AllowedPrivateHosts;
  silent: SilentPortals;
  /** Timeouts of a response and of its connection. */
  milliseconds?: number;
  connectMilliseconds?: number;
}

/** An external portal, called by this server so that no refresh token ever reaches a page. */
export function foreignTokens(
  address: string,
  {
    allowedPrivateHosts,
    silent,
    milliseconds = 15_000,
    connectMilliseconds = limits.portalConnectSeconds * 1000,
  }: ForeignTokensOptions,
): PortalTokens {
  const root = `${address}/sharing/rest`;
  const ask = (url: string, init: SafeFetchInit) =>
    safeFetch(url, init, { allowedPrivateHosts, milliseconds, connectMilliseconds });
  const post = (operation: string, parameters: Record<string, string>) =>
    ask(`${root}/oauth2/${operation}`, {
      method: 'POST',
      body: new URLSearchParams({ f: 'json', ...parameters }),
    });
  return {
    async grant(parameters) {
      // The caller does not wait for it, but anyone can cause it.
      const probe = inShareOfFirst(() => asWork(undefined, () => ask(`${root}?f=json`, {})));
      const known = silent.find(address, probe);
      if (known !== undefined) throw new MappingError(portalOutOfReach, known, { status: 503 });
      const { text } = await post('token', parameters).catch((cause: unknown) => {
        const own = errorOfBudget(cause);
        if (own) throw own;
        const { message } = portalUnreachable(address, cause, again);
        if (isSilence(cause)) silent.record(address, message);
        throw new MappingError(portalOutOfReach, message, { status: 503, cause });
      });
      return readGranted(address, text);
    },
    async revoke(token, appId) {
      // The session ends at the portal although the page that asked for it is closed. Anyone can ask, so it counts for the caller.
      const ending = inShareOfFirst(() =>
        asWork(undefined, () => post('revokeToken', { auth_token: token, client_id: appId })),
      );
      await withoutPlaces(ending).catch((cause: unknown) => {
        const own = errorOfBudget(cause);
        if (own) throw own;
      });
    },
  };
}

/** An error response: in the ArcGIS envelope, or as defined by RFC 6749, which some portals and proxies send. */
const refusedSchema = z.object({
  error: z.union([
    z.object({ code: z.number().optional(), message: z.string().default('') }),
    z.string().min(1),
  ]),
  error_description: z.string().default(''),
});

function readGranted(address: string, text: string): Granted {
  let response: unknown;
  try {
    response = JSON.parse(text);
  } catch (cause) {
    throw portalUnreachable(address, cause, again);
  }
  const granted = grantedSchema.safeParse(response);
  if (granted.success) return granted.data;
  const refused = refusedSchema.safeParse(response);
  if (!refused.success) throw portalUnreachable(address, granted.error, again);
  const { error, error_description: description } = refused.data;
  // An error of the portal must not end sessions: pages renew them later.
  if (typeof error !== 'string' && isFault(error.code))
    throw portalUnreachable(address, granted.error, again);
  const message = typeof error === 'string' ? description || error : error.message;
  throw new MappingError('session:refused', message.slice(0, 300), { status: 400 });
}

function isFault(code = 0): boolean {
  return code === 429 || (code >= 500 && code < 600);
}
