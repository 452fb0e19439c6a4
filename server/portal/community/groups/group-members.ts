import { z } from 'zod';
import { commaList, readOperation } from '../../../platform/arcgis/schema.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { loadGroup } from '../../access/load-group.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { keepAdministratorsOf } from '../../people/keep-an-administrator.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../access/refusals.ts';
import { addMembers, removeMembers, setMemberType } from '../member-store.ts';
import type { GroupRow } from '../present-group.ts';
import { findUsernames } from '../user-store.ts';

const schema = z.object({ users: commaList.default([]), admins: commaList.default([]) });

/**
 * `…/addUsers` `users`, `admins`: returns the names that are not members of the organisation visible to the
 * caller.
 */
export const addGroupUsers: Operation = async (call) => {
  const { context, caller, path, parameters } = call;
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const { admins, users } = readOperation(schema, parameters);
  const asked = [...admins, ...users];
  const found = await findUsernames(context.database, asked, { caller, orgIds: [group.org_id] });
  const isAdmin = (username: string) => admins.some((name) => sameName(name, username));
  const members = found.map((username) => ({
    username,
    memberType: isAdmin(username) ? ('admin' as const) : ('member' as const),
  }));
  await inTransaction(context.database, async (transaction) => {
    const added = await addMembers(transaction, group.id, members, context.now());
    await note(call, transaction, 'group.members-added', group, added);
  });
  return { notAdded: missing(asked, found) };
};

/** `…/removeUsers` `users`: returns those who were not in the group, or own it. */
export const removeGroupUsers: Operation = async (call) => {
  const { context, caller, path, parameters } = call;
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const { users: asked } = readOperation(schema, parameters);
  const found = await findUsernames(context.database, asked);
  const removed = await inTransaction(context.database, async (transaction) => {
    await keepAdministratorsOf(context, transaction, [group.id], found);
    const gone = await removeMembers(transaction, group.id, found);
    await note(call, transaction, 'group.members-removed', group, gone);
    return gone;
  });
  return { notRemoved: missing(asked, removed) };
};

/**
 * `…/updateUsers` `admins` and `users`: makes users administrators of the group, or ordinary members again.
 */
export const updateGroupUsers: Operation = async (call) => {
  const { context, caller, path, parameters } = call;
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const results: { username: string; success: boolean }[] = [];
  const { admins, users } = readOperation(schema, parameters);
  for (const [asked, type] of [
    [admins, 'admin'],
    [users, 'member'],
  ] as const) {
    const changed = await setMemberType(
      context.database,
      group.id,
      await findUsernames(context.database, asked),
      type,
    );
    await note(call, context.database, `group.members-made-${type}`, group, changed);
    const failed = new Set(missing(asked, changed));
    results.push(...asked.map((username) => ({ username, success: !failed.has(username) })));
  }
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

function missing(asked: readonly string[], done: readonly string[]): string[] {
  return asked.filter((name) => !done.some((each) => sameName(each, name)));
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
