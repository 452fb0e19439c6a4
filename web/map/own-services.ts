import { secureService } from '../../wire/portal-address.ts';
import { isOwn } from '../../wire/token-receivers.ts';
import type { MapPortal } from './map-source.ts';

interface LayerJson {
  url?: string;
  layers?: LayerJson[];
}

/** ArcGIS services, without layer numbers. */
const service = /^https?:\/\/[^?#]+\/(?:FeatureServer|MapServer|VectorTileServer)(?=\/|$)/;

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
    ({ url = '' }) =>
      service.exec(secureService(url, portal.restUrl, globalThis.location?.origin))?.[0] ?? [],
  );
  return [...new Set(found)].filter((address) => isOwn(address, portal));
}

/**
 * Services that read KML and GeoRSS for maps. Those of ArcGIS Online are the SDK's default; ArcGIS Enterprise
 * has its own, which is also reachable without the internet.
 * @returns undefined for the SDK's default
 */
export function fileReaders(
  { url }: Pick<MapPortal, 'url'>,
  portalSelf: unknown,
  pageOrigin: string,
): { kml: string; rss: string } | undefined {
  const { isPortal } = (portalSelf ?? {}) as { isPortal?: boolean };
  // The embedded portal, on the page's own origin, has none.
  if (isPortal !== true || new URL(url, pageOrigin).origin === pageOrigin) return undefined;
  return { kml: `${url}/sharing/kml`, rss: `${url}/sharing/rss` };
}
