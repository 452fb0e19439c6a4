import { MappingError } from '../../../../wire/errors.ts';
import { type LoadedGroup, loadGroup } from '../../access/load-group.ts';
import { requireRecentSignInFor } from '../../access/recent-sign-in.ts';
import { forbidden, requireMember } from '../../access/refusals.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { endInvitations } from '../invitations/invitation-store.ts';
import { keepAdministratorsOf, keepClosed } from '../users/keep-an-administrator.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import {
  addMembers,
  findMembers,
  listMemberPage,
  listMembers,
  type Member,
  removeMembers,
  setMemberType,
} from '../member-store.ts';
import { z } from 'zod';
import { readOperation, userList } from '../../../platform/arcgis/schema.ts';
import { nothing } from '../../../platform/arcgis/unsupported.ts';
import { holdsIn } from '../../access/privileges.ts';
import type { Caller } from '../../caller.ts';
import { pageEnvelope, readPage, readSort } from '../../search/parameters.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { GroupRow } from '../present-group.ts';
import { requireRoomFor } from '../groups-of-user-store.ts';
import { findUsernames } from '../user-store.ts';
import { unshareItemsOf } from '../../content/sharing/sharing-store.ts';

/**
 * `community/groups/{id}/join`: joins a visible group that is open to all. Existing members keep their role.
 */
export const joinGroup: Operation = async ({ context, caller, path }) => {
  const { username, orgId } = requireMember(caller);
  const { group, facts } = await loadGroup(context, caller, path['id'] ?? '', 'see');
  if (facts.membership === undefined) {
    // Users of a partner organisation join by invitation.
    if (group.is_invitation_only || group.is_fav || group.org_id !== orgId) throw forbidden();
    await keepClosed(context, group.id);
    await inTransaction(context.database, async (transaction) => {
      await requireRoomFor(transaction, username, [group.id]);
      await addMembers(transaction, group.id, [{ username, memberType: 'member' }], context.now());
      const act = { act: 'group.joined', subject: group.id, detail: { title: group.title } };
      await recordPortalAct(transaction, username, act, context.now());
    });
  }
  return { success: true, groupId: group.id };
};

/**
 * `community/groups/{id}/leave`: refused to the owner, because a group has one. The member's own items leave the group too, as in
 * an ArcGIS portal.
 */
export const leaveGroup: Operation = async ({ context, caller, path }) => {
  const { username } = requireMember(caller);
  const { group, facts } = await loadGroup(context, caller, path['id'] ?? '', 'see');
  await requireRecentSignInFor(group.id, { context, caller });
  if (facts.membership === undefined || facts.membership === 'owner') {
    const message = facts.membership
      ? 'The owner cannot leave the group. Give it another owner first.'
      : 'You are not a member of this group.';
    throw new MappingError('portal:cannot-leave', message, { status: 400 });
  }
  await inTransaction(context.database, async (transaction) => {
    await endInvitations(transaction, group.id, [username]);
    await keepAdministratorsOf(context, transaction, [group.id], [username]);
    await removeMembers(transaction, group.id, [username]);
    await unshareItemsOf(transaction, group.id, [username]);
    const act = { act: 'group.left', subject: group.id, orgId: group.org_id, detail: { title: group.title } };
    await recordPortalAct(transaction, username, act, context.now());
  });
  return { success: true, groupId: group.id };
};

/** Epoch milliseconds; undefined without a limit. */
function readMoment(text: string): number | undefined {
  const moment = text.trim();
  if (moment === '' || moment === 'null') return undefined;
  return /^\d{1,15}$/.test(moment) ? Number(moment) : Number.NaN;
}

/** Of the list in pages, besides those of `readPage` and `readSort`. */
const listSchema = z.object({
  name: z.string().toLowerCase().optional(),
  memberType: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['admin', 'member'], 'Specify admin or member.'))
    .optional(),
  joined: z
    .string()
    .max(100)
    .transform((text) => text.split(',').map(readMoment))
    .refine(
      (moments) => moments.length === 2 && !moments.some(Number.isNaN),
      'Specify two moments in epoch milliseconds: from,to.',
    )
    .optional(),
});

/** `community/groups/{id}/users`: the first usernames by role in the group; `userlist` has pages of all. */
export const listGroupUsers: Operation = async ({ context, caller, path }) => {
  const { group, facts } = await loadGroup(context, caller, path['id'] ?? '', 'see');
  const members = await listMembers(
    context.database,
    group.id,
    seesEveryone(caller, facts) ? undefined : caller,
  );
  const named = (type: Member['memberType']) =>
    members.filter((member) => member.memberType === type).map((member) => member.username);
  return { owner: group.owner, admins: named('admin'), users: named('member') };
};

/**
 * `community/groups/{id}/userlist`: the same with names, in pages; `name`, `memberType` and `joined` filter it,
 * `sortField` sorts it.
 */
export const listGroupUserPage: Operation = async (call) => {
  const { context, caller, path, parameters } = call;
  const { group, facts } = await loadGroup(context, caller, path['id'] ?? '', 'see');
  const page = readPage(parameters);
  const { name, memberType, joined: [from, to] = [] } = readOperation(listSchema, parameters);
  const [{ field: sort, descending } = { field: 'username', descending: false } as const] = readSort(
    parameters,
    sortFields,
  );
  const request = { name, memberType, joined: { from, to }, sort, descending, page };
  const { owner, total, members } = await listMemberPage(
    context.database,
    group.id,
    request,
    seesEveryone(caller, facts) ? undefined : caller,
  );
  return { ...pageEnvelope(page, total), owner: owner ?? { username: group.owner }, users: members };
};

const sortFields = {
  username: 'username',
  fullname: 'fullName',
  membertype: 'memberType',
  joined: 'joined',
} as const;

/** Members see each other; to others a group does not reveal users with private profiles. */
function seesEveryone(caller: Caller, facts: LoadedGroup['facts']): boolean {
  return facts.membership !== undefined || holdsIn(caller, 'portal:admin:viewUsers', facts.org_id);
}

/** Of addUsers and updateUsers. */
const schema = z.object({ users: userList, admins: userList });

const removeSchema = z.object({
  users: userList,
  admins: nothing('admins is not supported. Specify all of them in users.'),
});

/**
 * `…/addUsers` `users`, `admins`: returns the names that are not members of the organisation visible to the
 * caller, and of those who are in as many groups as a user may be, or as other members may put one into; `faults` are the
 * reasons for the latter, which ArcGIS does not have.
 */
export const addGroupUsers: Operation = async (call) => {
  const { context, caller, path, parameters } = call;
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  await requireRecentSignInFor(group.id, call);
  const { admins, users } = readOperation(schema, parameters);
  const names = [...admins, ...users];
  const found = await findUsernames(context.database, names, { caller, orgIds: [group.org_id] });
  const adminNames = new Set(admins.map((name) => name.toLowerCase()));
  const members = found.map((username) => ({
    username,
    memberType: adminNames.has(username.toLowerCase()) ? ('admin' as const) : ('member' as const),
  }));
  const byMember = !holdsIn(caller, 'portal:admin:assignToGroups', group.org_id);
  const { present, leftOut } = await inTransaction(context.database, async (transaction) => {
    const { added, ...rest } = await addMembers(transaction, group.id, members, context.now(), byMember);
    await note(call, transaction, 'group.members-added', group, added);
    return { present: await findMembers(transaction, group.id, found), ...rest };
  });
  const inside = new Set(present);
  const faults = [...leftOut]
    .filter(([username]) => !inside.has(username))
    .map(([username, { message, faults: reasons }]) => {
      const { code, values } = reasons[0] ?? {};
      return { username, message, ...(code && { code }), ...(values && { values }) };
    });
  return { notAdded: missing(names, present), ...(faults.length > 0 && { faults }) };
};

/** `…/removeUsers` `users`, whose own items leave the group too: returns those who were not in the group, or own it. */
export const removeGroupUsers: Operation = async (call) => {
  const { context, caller, path, parameters } = call;
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  await requireRecentSignInFor(group.id, call);
  const { users: names } = readOperation(removeSchema, parameters);
  const found = await findUsernames(context.database, names);
  const removed = await inTransaction(context.database, async (transaction) => {
    const uninvited = await endInvitations(transaction, group.id, found);
    await keepAdministratorsOf(context, transaction, [group.id], found);
    const gone = await removeMembers(transaction, group.id, found);
    await unshareItemsOf(transaction, group.id, gone);
    await note(call, transaction, 'group.members-removed', group, gone);
    await note(call, transaction, 'group.invitation-revoked', group, missing(uninvited, gone));
    return gone;
  });
  return { notRemoved: missing(names, removed) };
};

/**
 * `…/updateUsers` `admins` and `users`: makes users administrators of the group, or ordinary members again.
 */
export const updateGroupUsers: Operation = async (call) => {
  const { context, caller, path, parameters } = call;
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  await requireRecentSignInFor(group.id, call);
  const { admins, users } = readOperation(schema, parameters);
  const results = await inTransaction(context.database, async (transaction) => {
    const found = {
      admin: await findUsernames(transaction, admins),
      member: await findUsernames(transaction, users),
    };
    const named = [...found.admin, ...found.member];
    await endInvitations(transaction, group.id, await findMembers(transaction, group.id, named));
    const change = async (names: readonly string[], type: 'admin' | 'member') => {
      const changed = await setMemberType(transaction, group.id, found[type], type);
      await note(call, transaction, `group.members-made-${type}`, group, changed);
      const failed = new Set(missing(names, changed));
      return names.map((username) => ({ username, success: !failed.has(username) }));
    };
    return [...(await change(admins, 'admin')), ...(await change(users, 'member'))];
  });
  return { results };
};

/** Logs who was added, removed or changed, by name; an empty list is not logged. */
async function note(
  { caller, context }: PortalCall,
  database: Database,
  act: string,
  group: GroupRow,
  people: readonly string[],
): Promise<void> {
  if (people.length === 0) return;
  const detail = { title: group.title, people };
  const line = { act, subject: group.id, orgId: group.org_id, detail };
  await recordPortalAct(database, requireMember(caller).username, line, context.now());
}

function missing(requested: readonly string[], done: readonly string[]): string[] {
  const names = new Set(done.map((name) => name.toLowerCase()));
  return requested.filter((name) => !names.has(name.toLowerCase()));
}
