import { itemPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import { addWebMap } from '../save-item.ts';

/** A layer that has geometry. */
export interface ShownLayer {
  id: number;
  name: string;
}

/** A hosted service to be shown in a map. */
export interface ShownService {
  itemId: string;
  title: string;
  layers: readonly ShownLayer[];
  /** The `baseMap` of the web map specification. */
  basemap: object;
}

interface ServiceItem {
  url: string;
  extent: [[number, number], [number, number]] | [];
}

/** Saves a private web map that shows all layers of a service at the extent of its features. @returns the map's id */
export async function addMapOf(
  connection: PortalConnection,
  username: string,
  { itemId, title, layers, basemap }: ShownService,
): Promise<string> {
  const item = await portalRequest<ServiceItem>(connection, itemPath(itemId));
  const extent = roomAround(item.extent);
  const webMap = {
    operationalLayers: layers
      .map(({ id, name }) => ({
        id: `layer-${id}`,
        title: layers.length === 1 ? title : name,
        url: `${item.url}/${id}`,
        itemId,
        layerType: 'ArcGISFeatureLayer',
        visibility: true,
        opacity: 1,
      }))
      .toReversed(),
    baseMap: basemap,
    ...(extent && { initialState: { viewpoint: { targetGeometry: extent } } }),
    spatialReference: { wkid: 102100, latestWkid: 3857 },
    authoringApp: 'Mapping',
    version: '2.31',
  };
  const [low, high] = item.extent;
  return addWebMap(connection, username, '', {
    title,
    document: webMap,
    ...(low && high && { extent: [...low, ...high] as const }),
  });
}

/** A tenth more on each side, and never a single point. */
function roomAround(extent: ServiceItem['extent']): object | undefined {
  const [low, high] = extent;
  if (!low || !high) return undefined;
  const [x, y] = [high[0] - low[0], high[1] - low[1]].map((length) => Math.max(length * 0.1, 0.002));
  return {
    xmin: low[0] - (x ?? 0),
    ymin: Math.max(-89, low[1] - (y ?? 0)),
    xmax: high[0] + (x ?? 0),
    ymax: Math.min(89, high[1] + (y ?? 0)),
    spatialReference: { wkid: 4326 },
  };
}
