import { useConfiguration } from '../../../../../context/application-context.ts';
import { addItemComment } from '../../../../../portal/item-comments.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { useWaitingOwner } from '../../../../../waiting/use-waiting.ts';
import { addWaiting, hadNoResponse } from '../../../../../waiting/waiting-store.ts';

/**
 * Sends comments on an item; where nothing responds, they wait on the device.
 * @returns a function that sends one, and rejects with what the portal answered or with `waiting:*`
 */
export function useSendItemComment({ id: itemId, title }: PortalItem) {
  const { connection } = useConfiguration();
  const owner = useWaitingOwner();
  return async (text: string, parentId?: string): Promise<void> => {
    try {
      await addItemComment(connection, itemId, text, parentId);
    } catch (cause) {
      if (!owner || !hadNoResponse(cause)) throw cause;
      await addWaiting(owner, {
        id: `${itemId} ${Date.now()} ${Math.random()}`,
        title: title ?? '',
        subject: { type: 'item-comment', itemId, text, ...(parentId !== undefined && { parentId }) },
        attempted: true,
      });
    }
  };
}
