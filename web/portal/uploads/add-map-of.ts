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
  /** Its layers; `tiles` for a service of vector tiles, which is one layer of a map. */
  layers: readonly ShownLayer[] | 'tiles';
  /** The `baseMap` of the web map specification. */
  basemap: object;
}

interface ServiceItem {
  url: string;
  extent: [[number, number], [number, number]] | [];
}

/** Saves a private web map that shows all layers of a service, or its tiles, at its extent. @returns the map's id */
export async function addMapOf(
  connection: PortalConnection,
  username: string,
  { itemId, title, layers, basemap }: ShownService,
): Promise<string> {
  const item = await portalRequest<ServiceItem>(connection, itemPath(itemId));
  const extent = roomAround(item.extent);
  const shown = { itemId, visibility: true, opacity: 1 };
  const styleUrl = `${item.url}/resources/styles/root.json`;
  const webMap = {
    operationalLayers:
      layers === 'tiles'
        ? [{ id: 'tiles', title, styleUrl, layerType: 'VectorTileLayer', ...shown }]
        : layers
            .map(({ id, name }) => ({
              id: `layer-${id}`,
              title: layers.length === 1 ? title : name,
              url: `${item.url}/${id}`,
              layerType: 'ArcGISFeatureLayer',
              ...shown,
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
