import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { changeOwner } from '../member-store.ts';
import { findUser } from '../user-store.ts';
import type { UserRow } from '../present-user.ts';
import { loadColleague } from './load-user.ts';
import { addFolder } from '../../content/folders/folder-operations.ts';
import { listFolders } from '../../content/folders/folder-store.ts';
import { giveItems } from '../../content/items/item-store.ts';
import type { Operation, PortalContext } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { listAdministrators } from './administrator-store.ts';
import { lockForRemoval, ownedBy, removeUser } from './delete-user-store.ts';
import { keepOrganisationAdministrators, keepPortalAdministrator } from './keep-an-administrator.ts';
import { requireMember } from '../../access/refusals.ts';

const schema = z.object({ targetUsername: z.string().optional() });

/**
 * `community/users/{user}/delete`, for administrators. A user who owns items or groups is not deleted, as in
 * an ArcGIS portal, unless `targetUsername` (this portal's own) names the new owner: items are moved to a
 * folder with the former owner's name. Shared maps and short addresses get the new owner too; without one, shared maps
 * are revoked, and the owners of the maps get their short addresses. The username stays reserved.
 */
export const deleteUser: Operation = async (call) => {
  const { username: actor } = requireMember(call.caller);
  const user = await loadColleague(call);
  const { username } = user;
  if (username === actor) {
    throw refusal('portal:own-account', 'You cannot delete yourself.', 'own-account', {});
  }
  const { context } = call;
  const { targetUsername: target } = readOperation(schema, call.parameters);
  const now = context.now();
  await context.database.transaction().execute(async (transaction) => {
    const within = { ...context, database: transaction };
    // Also for others, who may have become administrators since they were read.
    const administrators = await listAdministrators(transaction, user.org_id);
    const newOwner = target === undefined ? undefined : await findUser(transaction, target);
    // First: two administrators who delete each other wait here instead of deadlocking.
    await lockForRemoval(transaction, username, [
      ...administrators,
      ...(newOwner ? [newOwner.username] : []),
    ]);
    await keepPortalAdministrator(transaction, user);
    const { items, groups } = await ownedBy(transaction, username);
    const ownsSome = items.length + groups.length > 0;
    if (ownsSome && target === undefined) throw ownsStill(username, items.length, groups.length);
    const to = target === undefined ? undefined : await findNewOwner(transaction, user, target);
    if (ownsSome && to !== undefined) await handOver(within, { from: username, to, items, groups });
    const sharedMaps = await context.passOnSharedMaps(transaction, { username, orgId: user.org_id, to });
    await keepOrganisationAdministrators(context, transaction, username);
    await removeUser(transaction, username, now);
    const detail = {
      items: items.length,
      groups: groups.length,
      ...(sharedMaps > 0 && { sharedMaps }),
      ...(to !== undefined && { to }),
    };
    await recordPortalAct(transaction, actor, { act: 'person.deleted', subject: username, detail }, now);
  });
  return { success: true, username };
};

async function findNewOwner(
  transaction: Database,
  { username, org_id: orgId }: UserRow,
  name: string,
): Promise<string> {
  const target = await findUser(transaction, name);
  if (!target || target.org_id !== orgId || target.disabled || target.username === username) {
    throw refusal(
      'portal:user-not-found',
      `${name} cannot take over what ${username} owns: name someone else who can sign in.`,
      'no-new-owner',
      { name },
    );
  }
  return target.username;
}

async function handOver(
  context: PortalContext,
  given: { from: string; to: string; items: readonly string[]; groups: readonly string[] },
): Promise<void> {
  const { database } = context;
  const { from, to, items, groups } = given;
  if (items.length > 0) {
    const known = (await listFolders(database, to)).find(({ title }) => title === from);
    const { id } = known ?? (await addFolder(context, to, { title: from }));
    await giveItems(database, from, { owner: to, folderId: id });
  }
  await changeOwner(database, groups, to, context.now());
}

function ownsStill(username: string, items: number, groups: number): MappingError {
  return refusal(
    'portal:user-owns',
    `${username} owns ${counted(items, 'item')} and ${counted(groups, 'group')}. Say in targetUsername who gets them, or give them to others first.`,
    'owns-still',
    { username, items, groups },
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
