import { MappingError } from '../../wire/errors.ts';
import { itemPath } from './paths.ts';
import type { PortalConnection } from './portal-connection.ts';
import { errorFromJson, type PortalErrorJson } from './portal-error.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalItem } from './portal-types.ts';
import { fewResults, searchItems } from './search-items.ts';

/** Loads an item with all its details. @throws MappingError `portal:item-not-found`, `portal:not-permitted` */
export async function loadItem(
  connection: PortalConnection,
  id: string,
  signal?: AbortSignal,
): Promise<PortalItem> {
  return portalRequest(connection, itemPath(id), { signal });
}

/** Loads the current state of an item. @throws MappingError `portal:*` */
export async function loadFreshItem(connection: PortalConnection, id: string): Promise<PortalItem> {
  // A different URL each time, so that no intermediate cache returns an earlier state.
  return portalRequest(connection, itemPath(id), { params: { _: Date.now() } });
}

/**
 * Loads the JSON data of an item; undefined if it has none. As text, because the response is empty then:
 * other data that is not JSON is an error.
 * @throws MappingError `portal:*`
 */
export async function loadItemData<Data extends object>(
  connection: PortalConnection,
  id: string,
  { signal, isFresh = false }: { signal?: AbortSignal | undefined; isFresh?: boolean } = {},
): Promise<Data | undefined> {
  const text = await portalRequest<string>(connection, `${itemPath(id)}/data`, {
    // A different URL each time, so that no intermediate cache returns an earlier state.
    params: { f: 'text', _: isFresh ? Date.now() : undefined },
    ...(signal && { signal }),
  });
  if (text.trim() === '') return undefined;
  const data = parse(text) as (Data & { error?: PortalErrorJson }) | null | undefined;
  if (data === null) return undefined;
  if (data?.error) throw errorFromJson(data.error);
  if (typeof data !== 'object' || Array.isArray(data))
    throw new MappingError('portal:unreachable', 'The data of the item cannot be read.', { status: 502 });
  return data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A layer as listed in a web map's document. */
export interface DocumentLayer {
  title: string;
  /** The layer type of the web map specification, such as `ArcGISFeatureLayer`. */
  layerType: string;
  url: string;
  /** The item it was added from. */
  itemId?: string;
}

/** Loads the layers of a web map, including those in groups and without the basemap, topmost first. */
export async function loadMapLayers(
  connection: PortalConnection,
  id: string,
  signal?: AbortSignal,
): Promise<DocumentLayer[]> {
  const path = `${itemPath(id)}/data`;
  const data = await portalRequest<{ operationalLayers?: unknown } | null>(connection, path, { signal });
  return layersOf(data?.operationalLayers).toReversed();
}

/** Loads items by their ids; those that the user may not see are missing. */
export async function loadItems(
  connection: PortalConnection,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<PortalItem[]> {
  const wanted = ids.filter((id) => /^[0-9a-z]+$/i.test(id)).slice(0, 100);
  if (wanted.length === 0) return [];
  const q = wanted.map((id) => `id:${id}`).join(' OR ');
  return fewResults(wanted.length, ({ start, num }) => searchItems(connection, { q, start, num }, signal));
}

/** The items that use an item: those that the user may see, and the number of others. */
export async function loadDependents(
  connection: PortalConnection,
  id: string,
  signal?: AbortSignal,
): Promise<{ items: PortalItem[]; others: number }> {
  const path = `${itemPath(id)}/dependencies/listDependentsTo`;
  const items: PortalItem[] = [];
  let others = 0;
  for (let start = 1, page = 0; start > 0 && page < mostPages; page += 1) {
    const answer = await portalRequest<DependentsPage>(connection, path, {
      params: { start, num: 100 },
      signal,
    });
    items.push(...answer.list.flatMap(({ itemInfo }) => itemInfo ?? []));
    others = answer.others ?? 0;
    start = answer.nextStart ?? -1;
  }
  return { items, others };
}

/** Pages of dependents that are read. */
const mostPages = 10;

interface DependentsPage {
  list: { itemInfo?: PortalItem }[];
  /** -1 on the last page; some portals have no pages. */
  nextStart?: number;
  others?: number;
}

/** An item that other items use: those that the user may see, and how many others there are. */
export interface UsedItem {
  item: PortalItem;
  by: PortalItem[];
  others: number;
}

/** Concurrent requests. */
const usesAtOnce = 6;

/** What portals answer that lack the operation, such as ArcGIS Enterprise, or do not say what uses an item. */
const withoutUses: readonly number[] = [400, 403, 404, 405];

/**
 * The items that items outside of the list use; none on portals that do not say so.
 * @throws MappingError `portal:*` if the portal could not be asked: the items may be in use
 */
export async function findUsed(
  connection: PortalConnection,
  items: readonly PortalItem[],
): Promise<UsedItem[]> {
  const chosen = new Set(items.map(({ id }) => id));
  const waiting = [...items];
  const used: UsedItem[] = [];
  const check = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      const found = await loadDependents(connection, item.id).catch((error: unknown) => {
        if (error instanceof MappingError && withoutUses.includes(error.status)) return undefined;
        waiting.length = 0;
        throw error;
      });
      const by = found?.items.filter(({ id }) => !chosen.has(id)) ?? [];
      const others = found?.others ?? 0;
      if (by.length + others > 0) used.push({ item, by, others });
    }
  };
  await Promise.all(Array.from({ length: usesAtOnce }, check));
  return used.toSorted((one, other) => items.indexOf(one.item) - items.indexOf(other.item));
}

function layersOf(list: unknown): DocumentLayer[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((layer: unknown): DocumentLayer[] => {
    if (typeof layer !== 'object' || layer === null) return [];
    const { title, layerType, url, layers, itemId } = layer as Record<string, unknown>;
    const inside = layersOf(layers);
    if (inside.length > 0) return inside;
    return [
      {
        title: textOf(title),
        layerType: textOf(layerType),
        url: textOf(url),
        ...(typeof itemId === 'string' && { itemId }),
      },
    ];
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
