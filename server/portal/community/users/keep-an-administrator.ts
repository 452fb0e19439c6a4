import { MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { userNotFound } from '../../access/refusals.ts';
import type { UserRow } from '../present-user.ts';
import type { Administered, PortalContext } from '../../operation.ts';
import { groupIdsOf, groupsWithoutOthers, lockWithAdministrators } from './administrator-store.ts';

/**
 * A user who is about to be disabled or deleted must not be the last administrator: no one could restore access. They are locked, and
 * may have become one since they were read, or been deleted.
 * @throws MappingError `portal:last-administrator`, `portal:user-not-found`
 */
export async function keepPortalAdministrator(
  transaction: Database,
  user: Pick<UserRow, 'username' | 'org_id'>,
): Promise<void> {
  const { user: now, hasOther } = await lockWithAdministrators(transaction, user);
  if (!now) throw userNotFound();
  if (now.role === 'org_admin' && !hasOther) throw lastAdministrator(user.username);
}

export function lastAdministrator(username: string): MappingError {
  return refusal(
    'portal:last-administrator',
    `${username} is the last administrator of the portal. Make someone else an administrator first.`,
    'last-administrator',
    { username },
  );
}

/** The same for organisations whose administrators are a group: for users about to be disabled. */
export async function keepOrganisationAdministrators(
  context: PortalContext,
  transaction: Database,
  username: string,
): Promise<void> {
  const groups = await groupIdsOf(transaction, username);
  await keepAdministratorsOf(context, transaction, groups, [username]);
}

/**
 * The same for users about to leave groups.
 * @throws MappingError `portal:last-administrator` naming the organisation
 */
export async function keepAdministratorsOf(
  context: PortalContext,
  transaction: Database,
  groupIds: readonly string[],
  without: readonly string[],
): Promise<void> {
  const administered = await context.administeredBy(groupIds);
  const empty = await groupsWithoutOthers(
    transaction,
    administered.map(({ groupId }) => groupId),
    without,
  );
  const lost = administered.find(({ groupId }) => empty.includes(groupId));
  if (!lost) return;
  throw refusal(
    'portal:last-administrator',
    `Nobody would be left to administer ${lost.organisation}. Add someone to its group of administrators first.`,
    'last-of-organisation',
    { organisation: lost.organisation },
  );
}

/**
 * A group whose members administer an organisation is open to nobody: its managers add, or invite them, after a recent sign-in.
 * @throws MappingError `portal:closed-group` (403)
 */
export async function keepClosed(context: PortalContext, groupId: string): Promise<void> {
  const [administered] = await context.administeredBy([groupId]);
  if (!administered) return;
  const message = `The members of this group administer ${administered.organisation}. Its managers add or invite them.`;
  throw new MappingError('portal:closed-group', message, { status: 403 });
}

/**
 * The first organisation that one of these groups administers, and that none administered when an invitation was made. Names are
 * compared and not times, of which the author's process and the database may have different ones.
 * @param administers names of the organisations that they administered then
 */
export async function findAdministeredLater(
  context: PortalContext,
  groupIds: readonly string[],
  administers: readonly string[],
): Promise<Administered | undefined> {
  const administered = await context.administeredBy(groupIds);
  return administered.find(({ organisation }) => !administers.includes(organisation));
}

/**
 * An invitation to an ordinary group makes nobody an administrator: it was sent without a recent sign-in, before the group had that
 * right.
 */
export function invitedBefore({ organisation }: Administered): MappingError {
  return refusal(
    'portal:invitation-ended',
    `This invitation was made before its group administered ${organisation}, and has ended. Ask for a new one.`,
    'invitation-before-administrators',
    { organisation },
  );
}
