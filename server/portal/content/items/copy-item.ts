import { z } from 'zod';
import { boolean, readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { itemControl } from '../../access/item-policy.ts';
import { randomId } from '../../identity/random-token.ts';
import type { Operation } from '../../operation.ts';
import { requireMember } from '../../access/refusals.ts';
import { copyUses } from '../dependencies/dependency-store.ts';
import { shareData } from '../item-data/data-store.ts';
import { copyFiles } from '../files/file-store.ts';
import { loadFolder } from '../folders/folder-store.ts';
import { readItemFiles, saveItemFiles } from './item-files.ts';
import { readItemInput } from './item-input.ts';
import { insertItem } from './item-store.ts';
import { loadItem } from './load-item.ts';
import { storedJson } from '../../../platform/safety/stored-text.ts';

/** Besides those of `readItemInput`. */
const schema = z.object({
  folder: z.string().optional(),
  folderId: z.string().optional(),
  includeResources: boolean.default(false),
  copyPrivateResources: boolean.default(false),
});

/** What a copy does not have: a registration, or a service. */
const keywordsOfOriginal = ['Registered App', 'Hosted Service', 'View Service'];

/**
 * `…/items/{id}/copy`: copies an item with its data and thumbnail into the caller's content, as private. With `includeResources`
 * also its resources; private ones only for a caller who controls the original.
 */
export const copyItem: Operation = async (call) => {
  const { context, parameters } = call;
  const member = requireMember(call.caller);
  const original = await loadItem(call, 'copy');
  const input = readOperation(schema, parameters);
  const itemFiles = await readItemFiles(call);
  const folder = await loadFolder(context.database, member.username, input.folder ?? input.folderId);
  const { shared: _shared, groupIds: _groupIds, org_id: _org, properties, ...fields } = original;
  const id = randomId();
  const now = context.now();
  await inTransaction(context.database, async (database) => {
    await insertItem(database, {
      ...fields,
      properties: properties && storedJson(properties),
      type_keywords: fields.type_keywords.filter((keyword) => !keywordsOfOriginal.includes(keyword)),
      ...readItemInput(parameters),
      id,
      owner: member.username,
      folder_id: folder?.id ?? null,
      access: 'private',
      protected: false,
      num_views: 0,
      num_ratings: 0,
      avg_rating: 0,
      num_comments: 0,
      created_at: now,
      modified_at: now,
    });
    if (!(await shareData(database, original.id, id))) throw changedMeanwhile();
    await copyUses(database, original.id, id);
    await copyFiles(database, 'item', original.id, id, 'all');
    await saveItemFiles(database, id, itemFiles, now);
    if (!input.includeResources) return;
    const wanted = input.copyPrivateResources && itemControl(member, original) === 'admin';
    await copyFiles(database, 'item-resource', original.id, id, wanted ? 'all' : 'not private');
  });
  return { success: true, itemId: id, folder: folder?.id ?? null };
};

function changedMeanwhile(): MappingError {
  return refusal(
    'portal:item-changed',
    'The item was changed or deleted meanwhile. Try again.',
    'item-changed',
    {},
    { status: 409 },
  );
}
