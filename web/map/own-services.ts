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
