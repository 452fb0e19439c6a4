import type { MapPortal } from './map-source.ts';

interface LayerJson {
  url?: string;
  layers?: LayerJson[];
}

/** ArcGIS services, without layer numbers. */
const service = /^https?:\/\/[^?#]+\/(?:FeatureServer|MapServer|VectorTileServer)(?=\/|$)/;

/** Whether a URL is on the portal's own host: only there is the portal's token sent without a challenge. */
export function isOwn(address: string, { restUrl }: Pick<MapPortal, 'restUrl'>): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(restUrl).origin;
}

/**
 * Whether a server that requires a sign-in may receive the portal's token: one on the portal's own host, or of ArcGIS
 * Online if the portal is there. A map can name any server; servers federated with the portal get their own token from
 * it (requested by the SDK).
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
 * Services of a web map on the portal's own host, each once. The SDK sends a token only to services known to require
 * one; without it a publicly readable service seems not editable.
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
