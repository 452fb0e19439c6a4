import type { FastifyRequest } from 'fastify';
import type { AppConfig } from '../../../wire/app-config.ts';
import { MappingError } from '../../../wire/errors.ts';
import { refusal } from '../../../wire/refusals.ts';
import {
  type FindConfig,
  type Identify,
  type Member,
  type PresentedToken,
  presentedToken,
  signInNeeded,
} from './identify.ts';

/**
 * The caller, verified as an administrator of the organisation; with `recentSignIn` also that their session began recently, which
 * only the embedded portal knows.
 */
export type RequireAdministrator = (
  request: FastifyRequest<{ Params: { org: string } }>,
  options?: { recentSignIn?: boolean },
) => Promise<{ member: Member; token: PresentedToken; config: AppConfig }>;

/**
 * Requires an administrator: the organisation's portal verifies the token, again for every change. While it
 * is unreachable access is denied, with the reason.
 * @throws MappingError (from the returned function) `membership:sign-in-needed` (401),
 * `membership:not-administrator` (403), `membership:recent-sign-in` (403), `membership:portal-unreachable` (503), `organisation:not-found` (404)
 */
export function createRequireAdministrator(identify: Identify, findConfig: FindConfig): RequireAdministrator {
  return async (request, { recentSignIn = false } = {}) => {
    const config = await findConfig(request.params.org);
    const token = presentedToken(request.headers);
    const member = await identify(config, token, { fresh: request.method !== 'GET' });
    if (!member || !token) throw signInNeeded();
    if (!member.isAdmin) {
      throw new MappingError(
        'membership:not-administrator',
        'Only administrators of the organisation may do this.',
        { status: 403 },
      );
    }
    if (recentSignIn && member.signedInRecently === false) {
      throw refusal(
        'membership:recent-sign-in',
        'Sign in again first: this change needs a recent sign-in.',
        'recent-sign-in',
        {},
        { status: 403 },
      );
    }
    return { member, token, config };
  };
}
