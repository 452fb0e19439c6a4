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
