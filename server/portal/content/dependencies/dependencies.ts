import { limits } from '../../../limits.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { mayItem } from '../../access/item-policy.ts';
import { loadItem } from '../items/load-item.ts';
import type { ItemRow } from '../items/item-store.ts';
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
 * caller may see, in the same pages. Users who control the item also get `others`, the number of their organisation's items that they
 * may not see; those that use a service count only for the item that the service belongs to, as anyone can add an item with its address.
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
  const response = { ...pageEnvelope(page, total, endsAfter), list };
  if (!mayItem(caller, 'change', item)) return response;
  const counted = (await ownsService(call, item)) ? targets : [item.id];
  return { ...response, others: await countHiddenDependents(context.database, counted, caller) };
};

/** Whether the address of an item is that of a service of this server that belongs to the item. */
async function ownsService({ context }: PortalCall, { id, org_id: orgId, url }: ItemRow): Promise<boolean> {
  if (!url?.startsWith(`${context.publicUrl}/server/`)) return false;
  const name = /\/rest\/services\/([^/]+)\/(?:Feature|VectorTile)Server$/.exec(url)?.[1];
  return name !== undefined && (await context.hosting.findOwnerOf(orgId, name)) === id;
}

function pageOf({ parameters }: Pick<PortalCall, 'parameters'>): Page {
  return readPage(parameters, limits.searchPage);
}
