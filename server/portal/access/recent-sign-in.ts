import { refusal } from '../../../wire/refusals.ts';
import { limits } from '../../limits.ts';
import type { Caller } from '../caller.ts';
import type { PortalContext } from '../operation.ts';

/**
 * Whether the caller proved who they are a short time ago: a stolen token is usually older. Refreshing a token, and making one
 * from another, keep the time at which the session began. A script that holds the password gets a new token at any time, so one
 * of `generateToken` counts for longer.
 */
export function signedInRecently(caller: Caller, now: number): boolean {
  if (caller.kind !== 'member' || caller.signedInAt === undefined) return false;
  const minutes = caller.byPassword ? limits.recentPasswordTokenMinutes : limits.recentSignInMinutes;
  return now - caller.signedInAt <= minutes * 60_000;
}

/** @throws MappingError `portal:recent-sign-in` (400), which the application answers by asking the user to confirm */
export function requireRecentSignIn(caller: Caller, now: number): void {
  if (signedInRecently(caller, now)) return;
  throw refusal(
    'portal:recent-sign-in',
    `Sign in again first: this change needs a sign-in of the last ${limits.recentSignInMinutes} minutes.`,
    'recent-sign-in',
    {},
  );
}

/**
 * The same for a change of who is in a group, if it is a group of administrators: its members have a role in the application.
 * @returns the names of the organisations that its members administer
 */
export async function requireRecentSignInFor(
  groupId: string,
  { context, caller }: { context: PortalContext; caller: Caller },
): Promise<string[]> {
  const administered = await context.administeredBy([groupId]);
  if (administered.length > 0) requireRecentSignIn(caller, context.now());
  return administered.map(({ organisation }) => organisation);
}
