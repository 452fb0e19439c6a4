import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { boolean, commaList, readOperation } from '../../../platform/arcgis/schema.ts';
import { loadGroup } from '../../access/load-group.ts';
import { forbidden, requireMember } from '../../access/refusals.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { pageEnvelope, readPage } from '../../search/parameters.ts';
import { checkPortalId } from '../../organisation/portal-organisations.ts';
import { findMembers, listMembers } from '../member-store.ts';
import { findUsernames } from '../user-store.ts';
import { loadUser } from '../users/load-user.ts';
import {
  deleteNotification,
  findNotification,
  listNotifications,
  maxNotifications,
  notify,
  type NotificationRow,
} from './notification-store.ts';

const listSchema = z.object({ types: commaList.default([]) });

/** `community/users/{user}/notifications` `types`, `start`, `num`: one's own, newest first; all of them by default. */
export const getNotifications: Operation = async (call) => {
  const all = await listNotifications(call.context.database, await ownName(call));
  const { types } = readOperation(listSchema, call.parameters);
  const page = readPage(call.parameters, maxNotifications, maxNotifications);
  const rows = types.length > 0 ? all.filter(({ type }) => types.includes(type)) : all;
  const shown = rows.slice(page.start - 1, page.start - 1 + page.num);
  return { ...pageEnvelope(page, rows.length), notifications: shown.map(presentNotification) };
};

/** `…/notifications/{notification}`. */
export const getNotification: Operation = async (call) => {
  const username = await ownName(call);
  const row = await findNotification(call.context.database, username, call.path['notification'] ?? '');
  if (!row) throw notificationNotFound();
  return presentNotification(row);
};

/** `…/notifications/{notification}/delete`. */
export const removeNotification: Operation = async (call) => {
  const username = await ownName(call);
  const id = call.path['notification'] ?? '';
  if (!(await deleteNotification(call.context.database, username, id))) throw notificationNotFound();
  return { success: true, notificationId: id };
};

const schema = z.object({
  subject: z.string('Specify a subject.').max(200, 'At most 200 characters.'),
  message: z.string('Specify a message.').max(4000, 'At most 4000 characters.'),
  users: commaList.default([]),
  notifyAll: boolean.default(false),
  notificationChannelType: z.string().default('builtin'),
  clientId: z.string().optional(),
  silentNotification: boolean.default(false),
});

/** The message in a call. Mail is for sign-ins and credentials only, and there is no service for mobile devices. */
function readMessage({ parameters }: PortalCall) {
  const message = readOperation(schema, parameters);
  if (message.notificationChannelType !== 'builtin')
    throw parameterError('notificationChannelType', 'Only builtin notifications are supported.');
  const forDevices = message.clientId !== undefined ? 'clientId' : 'silentNotification';
  if (message.clientId !== undefined || message.silentNotification)
    throw parameterError(forDevices, 'This portal does not send notifications to mobile devices.');
  if (message.users.length > limits.notifiedUsers)
    throw parameterError('users', `Name at most ${limits.notifiedUsers}.`);
  return message;
}

/**
 * `community/groups/{id}/createNotification` `subject`, `message`, `users`, `notifyAll`, for managers: a message to members of
 * the group. The response names those who have had too many of the sender's lately.
 * @throws MappingError `portal:too-many-messages` (429) if these are all of them
 */
export const createGroupNotification: Operation = async (call) => {
  const { context, caller, path } = call;
  const { username: from } = requireMember(caller);
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const { subject, message, users, notifyAll } = readMessage(call);
  const to = notifyAll
    ? (await listMembers(context.database, group.id, undefined, limits.groupMembersNotified + 1)).map(
        ({ username }) => username,
      )
    : await findMembers(context.database, group.id, users);
  if (to.length === 0) throw parameterError('users', 'Name members of the group, or send notifyAll=true.');
  if (to.length > limits.groupMembersNotified)
    throw parameterError('notifyAll', `The group has more than ${limits.groupMembersNotified} members.`);
  const data = { subject, message, fromUsername: from, groupId: group.id, groupTitle: group.title };
  const reached = await inTransaction(context.database, (transaction) =>
    notify(transaction, to, { type: 'message', data }, context.now()),
  );
  const most = `${limits.notificationsFromSender} messages of yours within an hour`;
  if (reached.length === 0) {
    const message = `The recipients have had ${most}. Try again later.`;
    throw new MappingError('portal:too-many-messages', message, { status: 429 });
  }
  const got = new Set(reached);
  const missed = to.filter((name) => !got.has(name));
  return sent(missed.map((name) => ({ code: 429, message: `${name} has had ${most}.` })));
};

/** `portals/{id}/createNotification` `subject`, `message`, `users`: a message of an administrator to members. */
export const createOrgNotification: Operation = async (call) => {
  checkPortalId(call);
  const { context } = call;
  const { username: from, orgId } = requireMember(call.caller);
  const { subject, message, users, notifyAll } = readMessage(call);
  if (notifyAll) throw parameterError('notifyAll', 'Name the members in users.');
  const to = await findUsernames(context.database, users, { orgIds: [orgId] });
  if (to.length === 0) throw parameterError('users', 'Name at least one member of this organisation.');
  const data = { subject, message, fromUsername: from };
  await inTransaction(context.database, (transaction) =>
    notify(transaction, to, { type: 'message', data, isUnlimited: true }, context.now()),
  );
  const known = new Set(to.map((name) => name.toLowerCase()));
  return sent(
    users
      .filter((name) => !known.has(name.toLowerCase()))
      .map((name) => ({ code: 400, message: `${name} is not a member of this organisation.` })),
  );
};

/** The response to a message, with an error for each recipient whom it did not reach. */
function sent(errors: readonly { code: number; message: string }[]) {
  return { success: errors.length === 0, ...(errors.length > 0 && { errors }) };
}

/** Notifications are read by their recipient only. */
async function ownName(call: PortalCall): Promise<string> {
  const { username } = requireMember(call.caller);
  const user = await loadUser(call);
  if (user.username !== username) throw forbidden();
  return username;
}

function presentNotification({ id, type, username, created_at, data }: NotificationRow) {
  return { id, type, target: username, targetType: 'user', received: created_at, data };
}

function notificationNotFound(): MappingError {
  return new MappingError('portal:notification-not-found', 'Notification does not exist.', { status: 400 });
}
