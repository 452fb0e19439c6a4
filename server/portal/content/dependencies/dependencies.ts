import { limits } from '../../../limits.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { mayItem } from '../../access/item-policy.ts';
import { loadItem } from '../items/load-item.ts';
import { presentItem } from '../items/present-item.ts';
import { countHiddenDependents, findDependents, findUses } from './dependency-store.ts';
import { serviceKey } from '../../../platform/documents/item-uses.ts';
import { type Page, pageEnvelope, readPage } from '../../search/parameters.ts';

/**
 * `content/items/{id}/dependencies`: what a web map or an application uses, as it was saved: items by `id`, services by `url`
 * in the letter case of the document, which matters to some servers. In pages, of the largest size by default, because many clients read only one.
 */
export const dependencies: Operation = async (call) => {
  const item = await loadItem(call, 'see');
  const page = pageOf(call);
  const { total, uses } = await findUses(call.context.database, item.id, page);
  const list = uses.map(({ target, url }) =>
    url === null ? { dependencyType: 'id', id: target } : { dependencyType: 'url', url },
  );
  return { ...pageEnvelope(page, total), list };
};

/**
 * `content/items/{id}/dependencies/listDependentsTo`: the items that use an item or its service, of those that the
 * caller may see, in the same pages. Users who control the item also get `others`, the number of items that they may not see.
 */
export const dependents: Operation = async (call) => {
  const { context, caller } = call;
  const item = await loadItem(call, 'see');
  const page = pageOf(call);
  const service = item.url === null ? undefined : serviceKey(item.url);
  const targets = [item.id, ...(service === undefined ? [] : [service])];
  const { total, rows, endsAfter } = await findDependents(context.database, targets, caller, page);
  const list = rows.map((row) => ({
    dependencyType: 'id',
    id: row.id,
    itemInfo: presentItem(row, caller),
  }));
  const answer = { ...pageEnvelope(page, total, endsAfter), list };
  if (!mayItem(caller, 'change', item)) return answer;
  return { ...answer, others: await countHiddenDependents(context.database, targets, caller) };
};

function pageOf({ parameters }: Pick<PortalCall, 'parameters'>): Page {
  return readPage(parameters, limits.searchPage);
}
