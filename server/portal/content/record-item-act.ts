import { z } from 'zod';
import { readOperation } from '../../platform/arcgis/schema.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { requireMember } from '../access/refusals.ts';
import { loadOwner } from '../community/users/load-user.ts';
import type { Operation, PortalCall } from '../operation.ts';
import { recordPortalAct } from '../record-portal-act.ts';
import { findItem, type ItemRow } from './items/item-store.ts';

/** What names the folder that an act is about. */
const schema = z.object({ title: z.string().optional() });

/** An act on an item, with details for administrators. */
export interface ItemAct {
  act: string;
  detail?: Record<string, unknown>;
}

/** The actor's organisation by default. */
type ItemOfAct = Pick<ItemRow, 'id' | 'owner' | 'title'> & Partial<Pick<ItemRow, 'org_id'>>;

/**
 * Logs an act on another user's item; acts on own content are not logged. In the transaction of the act. The
 * entry names the owner and the title.
 */
export async function recordActOnOthers(
  database: Database,
  { caller, context }: Pick<PortalCall, 'caller' | 'context'>,
  item: ItemOfAct,
  { act, detail }: ItemAct,
): Promise<void> {
  if (caller.kind === 'anonymous' || caller.username === item.owner) return;
  await recordItemAct(database, { caller, context }, item, { act, ...(detail && { detail }) });
}

/** Logs an act on an item, also by its owner: visibility concerns everyone. */
export async function recordItemAct(
  database: Database,
  { caller, context }: Pick<PortalCall, 'caller' | 'context'>,
  item: ItemOfAct,
  { act, detail }: ItemAct,
): Promise<void> {
  if (caller.kind === 'anonymous') return;
  const described = { title: item.title, item: item.id, ...detail };
  // For the administrators of the item's organisation: in a shared group, the actor may be a user of a
  // partner organisation.
  const organisation = item.org_id === undefined ? {} : { orgId: item.org_id };
  const line = { act, subject: item.owner, ...organisation, detail: described };
  await recordPortalAct(database, caller.username, line, context.now());
}

/** An operation on the item of its path, logged in the same transaction when it is another user's. */
export function onItem(act: string, operation: Operation): Operation {
  return async (call) => {
    const { caller, context, path } = call;
    const item = caller.kind === 'member' ? await findItem(context.database, path['id'] ?? '') : undefined;
    if (!item || caller.kind === 'anonymous' || item.owner === caller.username) return operation(call);
    return inTransaction(context.database, async (transaction) => {
      const response = await operation({ ...call, context: { ...context, database: transaction } });
      await recordActOnOthers(transaction, call, item, { act });
      return response;
    });
  };
}

/**
 * An operation in the content of the user of its path, if the caller may manage that: the entry, with a text of the caller's, is
 * theirs. Logged in the same transaction when it is another user.
 */
export function inContent(act: string, operation: Operation): Operation {
  return async (call) => {
    const { context, parameters } = call;
    const { username: actor } = requireMember(call.caller);
    const owner = await loadOwner(call);
    if (owner === actor) return operation(call);
    return inTransaction(context.database, async (database) => {
      const response = await operation({ ...call, context: { ...context, database } });
      const folder = Object(response)['folder'] as { title?: string } | string | null | undefined;
      const input = readOperation(schema, parameters);
      const title = Object(folder)['title'] ?? input.title ?? '';
      await recordPortalAct(database, actor, { act, subject: owner, detail: { title } }, context.now());
      return response;
    });
  };
}
