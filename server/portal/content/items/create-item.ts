import type { PortalItemAccess } from '../../../platform/database/tables/portal.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { randomId } from '../../identity/random-token.ts';
import type { PortalContext } from '../../operation.ts';
import { type ItemUse, usesOf } from '../../../platform/documents/item-uses.ts';
import { saveUses } from '../dependencies/dependency-store.ts';
import {
  type ItemData,
  type PreparedData,
  withPreparedData,
  setItemData,
} from '../item-data/set-item-data.ts';
import { type Picture, setThumbnail } from '../files/thumbnail.ts';
import { shareWithGroups } from '../sharing/sharing-store.ts';
import { coded } from '../../../../wire/refusals.ts';
import { invalidItem, type ItemFields } from './item-input.ts';
import { insertItem } from './item-store.ts';

/** A new item. Fields are those of the table; omitted ones are empty. */
export interface NewItemInput extends ItemFields {
  /**
   * Usually 32 hex digits; generated when absent. Demo content has its own ids, so that links remain valid.
   */
  id?: string;
  access?: PortalItemAccess;
  thumbnail?: Picture;
  /** Ids of groups to share with; the caller authorises. */
  groups?: readonly string[];
}

/** A new item whose data were compressed before the transaction. */
export interface PreparedItem extends NewItemInput {
  data?: PreparedData | undefined;
  /** What its data use (`usesOf`). */
  uses?: readonly ItemUse[];
}

/** Adds an item with data that are not from a request, such as demo content, as `addPreparedItem` does. */
export async function addItem(
  context: Pick<PortalContext, 'database' | 'now' | 'documents'>,
  owner: string,
  { data, ...item }: NewItemInput & { data?: ItemData },
): Promise<string> {
  return withPreparedData(context.documents, data, (prepared) =>
    addPreparedItem(context, owner, { ...item, data: prepared, uses: data ? usesOfData(data) : [] }),
  );
}

/**
 * Adds an item with its data, thumbnail and shares in one transaction. It does not authorise.
 * @param owner username in its original spelling
 * @returns the id
 * @throws MappingError `portal:invalid-item` without title or type
 */
export async function addPreparedItem(
  context: Pick<PortalContext, 'database' | 'now'>,
  owner: string,
  input: PreparedItem,
): Promise<string> {
  const { data, uses, thumbnail, groups, id = randomId(), title, type, ...fields } = input;
  if (!title || !type) {
    const missing = [title ? [] : ['title'], type ? [] : ['type']].flat();
    throw invalidItem(
      missing.map((path) => ({
        path,
        message: 'An item needs one.',
        ...(path === 'title' && coded('no-title', {})),
      })),
    );
  }
  const now = context.now();
  await inTransaction(context.database, async (transaction: Database) => {
    await insertItem(transaction, {
      snippet: '',
      description: '',
      tags: [],
      type_keywords: [],
      categories: [],
      access: 'private',
      culture: 'en-us',
      access_information: '',
      license_info: '',
      size: 0,
      created_at: now,
      modified_at: now,
      ...fields,
      id,
      owner,
      title,
      type,
    });
    if (data) {
      await setItemData(transaction, id, data);
      await saveUses(transaction, id, uses ?? []);
    }
    if (thumbnail) await setThumbnail(transaction, id, thumbnail, now);
    if (groups) await shareWithGroups(transaction, id, groups);
  });
  return id;
}

/** Data that are not JSON in spite of their type use nothing. */
function usesOfData(data: ItemData): ItemUse[] {
  if (!('bytes' in data) || data.contentType !== 'application/json') return [];
  try {
    return usesOf(JSON.parse(Buffer.from(data.bytes).toString('utf8')));
  } catch {
    return [];
  }
}
