import { invalidToken } from '../access/refusals.ts';
import { limits } from '../../limits.ts';
import { noteIfPossible, requirePrimaryWithin } from '../../platform/database/stand-in.ts';
import { nameRequester } from '../../platform/budgets/requester.ts';
import type { Caller } from '../caller.ts';
import type { PortalContext } from '../operation.ts';
import { findCallingApp } from './apps/app-token-store.ts';
import { hashOf } from './random-token.ts';
import { noteUse } from './session-store.ts';
import { deleteToken, findCaller } from './token-store.ts';

/**
 * The owner of a token; without a token, anonymous.
 * @throws MappingError `portal:invalid-token` (498, which alone makes ArcGIS clients drop a credential) for a
 * token that is unknown, expired, revoked or of a disabled user
 *
 * @param provesIdentity also accepts a token meant for another server, which thereby verifies the user's
 * identity: once. A request does not show which server it is from, so the token's audience cannot be checked
 * (docs/threat-model.md)
 */
export async function resolveCaller(
  context: PortalContext,
  token: string | undefined,
  provesIdentity = false,
): Promise<Caller> {
  if (token === undefined) return { kind: 'anonymous' };
  const tokenHash = hashOf(token);
  const now = context.now();
  const found = await context.budgets.small.run(undefined, async () => {
    const known = await findCaller(context.database, tokenHash, now);
    requirePrimaryWithin(limits.standInMemberMinutes);
    if (known && (known.usedAt ?? 0) < now - limits.sessionUseMinutes * 60_000)
      await noteIfPossible(() => noteUse(context.database, tokenHash, now));
    return known ?? (provesIdentity ? spendBound(context, tokenHash, now) : undefined);
  });
  if (!found) {
    const app = await context.budgets.small.run(undefined, () =>
      findCallingApp(context.database, tokenHash, now),
    );
    requirePrimaryWithin(limits.standInMemberMinutes);
    if (!app) throw invalidToken();
    return { kind: 'anonymous', app };
  }
  const { usedAt: _, ...person } = found;
  await nameRequester(person.username, person.orgId);
  return { kind: 'member', ...person, tokenHash };
}

async function spendBound({ database }: PortalContext, tokenHash: string, now: number) {
  const found = await findCaller(database, tokenHash, now, true);
  return found && (await deleteToken(database, tokenHash)) ? { ...found, provesIdentity: true } : undefined;
}
