import { loadItemData } from '../item-details.ts';
import { ownItemPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import type { PortalItem } from '../portal-types.ts';

interface LayerData {
  id?: number | string;
  formInfo?: unknown;
}

/** The data of a feature layer item; other members are kept. */
interface ItemData {
  layers?: LayerData[];
  tables?: LayerData[];
}

/** A layer or table of the service of an item. */
export interface SavedLayer {
  layer: number;
  isTable: boolean;
}

/**
 * Saves the form of a layer (web map specification, `formInfo`) in its feature layer item, where maps that
 * add the layer and its form page find it. Reads the item's data first, and changes only this form.
 * @param form undefined: the layer has no form of its own
 * @returns the form before
 * @throws MappingError `portal:*`
 */
export async function saveForm(
  connection: PortalConnection,
  item: Pick<PortalItem, 'id' | 'owner'>,
  layer: SavedLayer,
  form: unknown,
): Promise<unknown> {
  const data = (await loadItemData<ItemData>(connection, item.id, { isFresh: true })) ?? {};
  const { next, before } = withForm(data, layer, form);
  await portalRequest(connection, `${ownItemPath(item)}/update`, { body: { text: JSON.stringify(next) } });
  return before;
}

/** The data of an item with another form of one layer, and its form before. */
export function withForm(
  data: ItemData,
  { layer, isTable }: SavedLayer,
  form: unknown,
): { next: ItemData; before: unknown } {
  const names = (name: 'layers' | 'tables') => data[name]?.some(({ id }) => Number(id) === layer);
  // Other programs list tables among the layers.
  const list = names('layers') ? 'layers' : names('tables') || isTable ? 'tables' : 'layers';
  const entries = data[list] ?? [];
  const entry = entries.find(({ id }) => Number(id) === layer);
  const { formInfo: before, ...others } = entry ?? { id: layer };
  const changed = { ...others, ...(form !== undefined && { formInfo: form }) };
  const next = entry ? entries.map((one) => (one === entry ? changed : one)) : [...entries, changed];
  return { next: { ...data, [list]: next }, before };
}
