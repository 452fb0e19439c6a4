import { loadGroup } from '../../access/load-group.ts';
import type { Operation } from '../../operation.ts';
import { commaList } from '../comma-list.ts';
import { addMembers, removeMembers, setMemberType } from '../member-store.ts';
import { findUsernames } from '../user-store.ts';

/** `…/addUsers` `users`, `admins`: answers with the names that are nobody the caller may see. */
export const addGroupUsers: Operation = async ({ context, caller, path, parameters }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const admins = commaList(parameters['admins']);
  const asked = [...admins, ...commaList(parameters['users'])];
  const found = await findUsernames(context.database, asked, caller);
  const isAdmin = (username: string) => admins.some((name) => sameName(name, username));
  const members = found.map((username) => ({
    username,
    memberType: isAdmin(username) ? ('admin' as const) : ('member' as const),
  }));
  await addMembers(context.database, group.id, members, context.now());
  return { notAdded: missing(asked, found) };
};

/** `…/removeUsers` `users`: answers with those who were not in the group, or own it. */
export const removeGroupUsers: Operation = async ({ context, caller, path, parameters }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const asked = commaList(parameters['users']);
  const removed = await removeMembers(
    context.database,
    group.id,
    await findUsernames(context.database, asked),
  );
  return { notRemoved: missing(asked, removed) };
};

/** `…/updateUsers` `admins` and `users`: who becomes an administrator of the group, and who an ordinary member again. */
export const updateGroupUsers: Operation = async ({ context, caller, path, parameters }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const results: { username: string; success: boolean }[] = [];
  for (const [name, type] of [
    ['admins', 'admin'],
    ['users', 'member'],
  ] as const) {
    const asked = commaList(parameters[name]);
    const changed = await setMemberType(
      context.database,
      group.id,
      await findUsernames(context.database, asked),
      type,
    );
    const failed = new Set(missing(asked, changed));
    results.push(...asked.map((username) => ({ username, success: !failed.has(username) })));
  }
  return { results };
};

function missing(asked: readonly string[], done: readonly string[]): string[] {
  return asked.filter((name) => !done.some((each) => sameName(each, name)));
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
