import type { Operation } from '../../operation.ts';
import { mayItem } from '../../access/item-policy.ts';
import { loadItem } from '../items/load-item.ts';
import { presentItem } from '../items/present-item.ts';
import { countHiddenDependents, findDependents, findUses } from './dependency-store.ts';
import { serviceKey } from '../../../platform/documents/item-uses.ts';

/** Items in one answer. */
const max = 200;

/**
 * `content/items/{id}/dependencies`: what a web map or an application uses, as it was saved: items by `id`, services by `url`.
 */
export const dependencies: Operation = async (call) => {
  const item = await loadItem(call, 'see');
  const uses = await findUses(call.context.database, item.id);
  return answer(
    uses.map((target) =>
      target.startsWith('//')
        ? { dependencyType: 'url', url: `https:${target}` }
        : { dependencyType: 'id', id: target },
    ),
  );
};

/**
 * `content/items/{id}/dependencies/listDependentsTo`: the items that use an item or its service, of those that the
 * caller may see. Users who control the item also get `others`, the number of items that they may not see.
 */
export const dependents: Operation = async (call) => {
  const { context, caller } = call;
  const item = await loadItem(call, 'see');
  const service = item.url === null ? undefined : serviceKey(item.url);
  const targets = [item.id, ...(service === undefined ? [] : [service])];
  const rows = await findDependents(context.database, targets, caller, max);
  const list = rows.map((row) => ({
    dependencyType: 'id',
    id: row.id,
    itemInfo: presentItem(row, caller),
  }));
  if (!mayItem(caller, 'change', item)) return answer(list);
  return { ...answer(list), others: await countHiddenDependents(context.database, targets, caller) };
};

function answer(list: readonly object[]): object {
  return { total: list.length, start: 1, num: list.length, nextStart: -1, list };
}
