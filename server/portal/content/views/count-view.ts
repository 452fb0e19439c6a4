import { createHash } from 'node:crypto';
import type { PortalCall } from '../../operation.ts';
import { forgetViewsBefore, saveView } from './view-store.ts';

const dayMilliseconds = 86_400_000;
/** The day whose predecessors have been deleted, by database. */
const cleared = new WeakMap<object, number>();

/**
 * Counts the opening of an item once a day per user. A visitor is identified by address and browser; only a
 * hash of both with the day and the item is stored, for that day.
 */
export async function countView(
  { context, caller, request }: Pick<PortalCall, 'context' | 'caller' | 'request'>,
  itemId: string,
): Promise<void> {
  const day = Math.floor(context.now() / dayMilliseconds);
  const who =
    caller.kind === 'member'
      ? `member ${caller.username}`
      : `visitor ${request.ip} ${request.headers['user-agent'] ?? ''}`;
  const viewer = createHash('sha256').update(`${day} ${itemId} ${who}`).digest('base64url').slice(0, 22);
  await saveView(context.database, { itemId, viewer, day });
  if (cleared.get(context) === day) return;
  cleared.set(context, day);
  await forgetViewsBefore(context.database, day);
}
