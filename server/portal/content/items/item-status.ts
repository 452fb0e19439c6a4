import type { Operation } from '../../operation.ts';
import { loadItem } from './load-item.ts';

/** `…/items/{id}/status`: everything here is done when the answer comes, so nothing is ever under way. */
export const itemStatus: Operation = async (call) => {
  const item = await loadItem(call, 'change');
  return { status: 'completed', statusMessage: 'completed', itemId: item.id };
};
