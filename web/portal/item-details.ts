import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalItem } from './portal-types.ts';

/** Loads an item with all its details. @throws MappingError `portal:item-not-found`, `portal:not-permitted` */
export async function loadItem(
  connection: PortalConnection,
  id: string,
  signal?: AbortSignal,
): Promise<PortalItem> {
  return portalRequest(connection, `content/items/${encodeURIComponent(id)}`, { signal });
}

/** A layer as a web map's document names it. */
export interface DocumentLayer {
  title: string;
  /** As the web map specification says it, such as `ArcGISFeatureLayer`. */
  layerType: string;
  url: string;
}

/** The layers of a web map, those within groups included, the topmost first; the basemap is not among them. */
export async function loadMapLayers(
  connection: PortalConnection,
  id: string,
  signal?: AbortSignal,
): Promise<DocumentLayer[]> {
  const path = `content/items/${encodeURIComponent(id)}/data`;
  const data = await portalRequest<{ operationalLayers?: unknown } | null>(connection, path, { signal });
  return layersOf(data?.operationalLayers).toReversed();
}

function layersOf(list: unknown): DocumentLayer[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((layer: unknown): DocumentLayer[] => {
    if (typeof layer !== 'object' || layer === null) return [];
    const { title, layerType, url, layers } = layer as Record<string, unknown>;
    const inside = layersOf(layers);
    if (inside.length > 0) return inside;
    return [{ title: textOf(title), layerType: textOf(layerType), url: textOf(url) }];
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
