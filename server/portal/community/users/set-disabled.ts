import { z } from 'zod';
import { readOperation, userList } from '../../../platform/arcgis/schema.ts';
import { notifyOfEndedSessions } from '../../../platform/database/notification-store.ts';
import { type Fault, MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import type { UserRow } from '../present-user.ts';
import { lockUser, updateUser } from '../user-store.ts';
import { findColleague, loadColleague } from './load-user.ts';
import { cancelJobsOf } from '../../content/publishing/job-store.ts';
import { endSessionsOf } from '../../identity/token-store.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { checkPortalId } from '../../organisation/portal-organisations.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { keepOrganisationAdministrators, keepPortalAdministrator } from './keep-an-administrator.ts';
import { withCurrentRights } from '../../access/current-rights.ts';
import { requireMember, userNotFound } from '../../access/refusals.ts';

/** Of disableUsers and enableUsers. */
const schema = z.object({ users: userList });

/** `community/users/{user}/disable`: ends the user's sessions and jobs at once and blocks sign-ins. */
export const disableUser: Operation = async (call) => change(call, true);

/** `community/users/{user}/enable`. */
export const enableUser: Operation = async (call) => change(call, false);

/** `portals/{id}/disableUsers` `users`: with a result for each. */
export const disableUsers: Operation = async (call) => changeMany(call, true);

/** `portals/{id}/enableUsers` `users`. */
export const enableUsers: Operation = async (call) => changeMany(call, false);

async function change(call: PortalCall, disabled: boolean) {
  const user = await loadColleague(call);
  await setDisabled(call, user, disabled);
  return { success: true, username: user.username };
}

async function changeMany(call: PortalCall, disabled: boolean) {
  checkPortalId(call);
  const { users: names } = readOperation(schema, call.parameters, tooManyUsers);
  const results: { username: string; status: boolean; message?: string }[] = [];
  for (const username of names) {
    const failure = await changeOne(call, username, disabled).catch(reasonOf);
    results.push({ username, status: failure === undefined, ...(failure && { message: failure }) });
  }
  return { results };
}

/** One of several users. @returns why it was not done */
async function changeOne(call: PortalCall, username: string, disabled: boolean): Promise<string | undefined> {
  const within = await withCurrentRights(call, 'portal:admin:disableUsers');
  const user = await findColleague(within, username);
  if (!user) return 'User does not exist or is inaccessible.';
  await setDisabled(within, user, disabled);
  return undefined;
}

async function setDisabled(call: PortalCall, user: UserRow, disabled: boolean): Promise<void> {
  const { username: actor } = requireMember(call.caller);
  const { context } = call;
  if (disabled && user.username === actor) {
    throw refusal('portal:own-account', 'You cannot disable yourself.', 'own-account', {});
  }
  if (user.disabled === disabled) return;
  // Before they can sign in again: those that could not be deleted when the account was disabled would be valid again.
  if (!disabled) await endSessionsOf(context.database, user.username);
  await context.database.transaction().execute(async (transaction) => {
    if (disabled) {
      // Before groups, as everywhere: who gives groups to this user has locked the user first.
      await keepPortalAdministrator(transaction, user);
      await keepOrganisationAdministrators(context, transaction, user.username);
      await cancelJobsOf(transaction, user.username);
    } else if (!(await lockUser(transaction, user.username))) throw userNotFound();
    const now = context.now();
    await updateUser(transaction, user, { disabled, modified_at: now });
    if (disabled) await notifyOfEndedSessions(transaction, [user.username]);
    const act = disabled ? 'person.disabled' : 'person.enabled';
    await recordPortalAct(transaction, actor, { act, subject: user.username }, now);
  });
  // The tokens of a disabled account are invalid, whether or not they can be deleted.
  if (disabled)
    await endSessionsOf(context.database, user.username).catch((error: unknown) =>
      call.request.log.error({ err: error }, 'The sessions of a disabled account could not be deleted'),
    );
}

function tooManyUsers(faults: readonly Fault[]): MappingError {
  const message = faults.map((fault) => fault.message).join(' ');
  return new MappingError('portal:too-many-people', message, { status: 400, faults });
}

/** The fault of one of several users; unexpected errors still fail the request. */
function reasonOf(error: unknown): string {
  if (error instanceof MappingError) return error.message;
  throw error;
}
