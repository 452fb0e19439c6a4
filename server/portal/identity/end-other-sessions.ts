import type { Database } from '../../platform/database/connect.ts';
import type { PortalCall } from '../operation.ts';
import { requireMember } from '../access/refusals.ts';
import { findKnownBrowser, rememberBrowser } from './known-browsers.ts';
import { endSessionsOf } from './token-store.ts';

/**
 * Ends all sessions of the caller but the one of this call. Browsers in which the account signed in before are no longer known, except
 * the caller's own, if it was: its next sign-in must be neither blocked nor reported as one with a new browser.
 */
export async function endOtherSessions(
  call: PortalCall,
  transaction: Database,
  session: string | undefined,
): Promise<void> {
  const { username } = requireMember(call.caller);
  const known = await findKnownBrowser(call, username, transaction);
  const securityStamp = await endSessionsOf(transaction, username, session);
  if (known !== undefined && securityStamp !== undefined) rememberBrowser(call, { username, securityStamp });
}
