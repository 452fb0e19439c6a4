import type { MapPortal } from './map-source.ts';

interface LayerJson {
  url?: string;
  layers?: LayerJson[];
}

/** Services of ArcGIS, layer numbers left aside. */
const service = /^https?:\/\/[^?#]+\/(?:FeatureServer|MapServer|VectorTileServer)(?=\/|$)/;

/** Whether an address lies on the portal's own host: only there may the portal's token go unasked. */
export function isOwn(address: string, { restUrl }: Pick<MapPortal, 'restUrl'>): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(restUrl).origin;
}

/**
 * Whether a server that asks for a sign-in may get the portal's token: one on the portal's own host, or of ArcGIS Online when
 * the portal is. A map can name any server; servers federated with the portal get a token of their own from it (the SDK asks).
 */
export function mayGetToken(server: string, portal: Pick<MapPortal, 'restUrl'>): boolean {
  return isOwn(server, portal) || [server, portal.restUrl].every(isArcGisOnline);
}

function isArcGisOnline(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port } = new URL(address);
  return protocol === 'https:' && port === '' && hostname.endsWith('.arcgis.com');
}

/**
 * Services of a web map on the portal's own host, each once. The SDK sends a token only to services it knows to want one;
 * without it a service that everybody may read seems to be one that nobody may edit.
 *
 * @param webMap JSON of the web map specification
 */
export function ownServices(webMap: unknown, portal: Pick<MapPortal, 'restUrl'>): string[] {
  const { operationalLayers = [], tables = [] } = (webMap ?? {}) as {
    operationalLayers?: LayerJson[];
    tables?: LayerJson[];
  };
  const all = (layers: readonly LayerJson[]): LayerJson[] =>
    layers.flatMap((layer) => [layer, ...all(layer.layers ?? [])]);
  const found = [...all(operationalLayers), ...tables].flatMap(
    ({ url = '' }) => service.exec(url)?.[0] ?? [],
  );
  return [...new Set(found)].filter((address) => isOwn(address, portal));
}
