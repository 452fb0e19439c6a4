import { type LayerJson, layersIn, type WebMapJson } from './document/web-map-json.ts';
import type { PrefetchedAnswers, MapPortal } from './map-source.ts';
import { isOwn } from '../../wire/token-receivers.ts';

/**
 * Requests the resources of a web map's layers while the SDK is loading: their items, the files of GeoJSON layers, the
 * descriptions of feature layers and their services, the styles of vector tiles. The SDK would request them
 * sequentially.
 *
 * @param webMap JSON of the web map specification
 * @param ask fetches bytes; undefined on failure
 */
export function prefetchLayerResources(
  webMap: unknown,
  portal: MapPortal,
  ask = fetchBytes,
): PrefetchedAnswers {
  const { operationalLayers, baseMap } = (webMap ?? {}) as WebMapJson;
  const answers = new Map<string, Promise<ArrayBuffer | undefined>>();
  const add = (address: string, parameters: Record<string, string>) => {
    // A map names its addresses; the interceptor of the SDK says which of the portal's may be requested with a token.
    if (answers.has(address) || (isOwn(address, portal) && !reading.test(new URL(address).pathname))) return;
    const token = isOwn(address, portal) ? portal.session.credential?.token : undefined;
    const query = new URLSearchParams({ ...parameters, ...(token && { token }) }).toString();
    answers.set(address, ask(query ? `${address}?${query}` : address));
  };
  for (const { itemId, layerType, url } of shown(layersIn(operationalLayers))) {
    const item = itemId && /^[\w-]+$/.test(itemId) ? `${portal.restUrl}/content/items/${itemId}` : undefined;
    if (item) add(item, { f: 'json' });
    if (layerType === 'GeoJSON' && isPlain(url)) add(url, {});
    if (layerType === 'ArcGISFeatureLayer' && isPlain(url) && featureLayer.test(url)) {
      if (item) {
        add(`${item}/data`, { f: 'json' });
        add(url.replace(featureLayer, '$1'), { f: 'json' });
      }
      add(url, { f: 'json' });
    }
  }
  for (const { styleUrl } of layersIn(baseMap?.baseMapLayers)) {
    if (!isPlain(styleUrl) || stylesWithKeys.test(styleUrl)) continue;
    add(styleUrl, { f: 'json' });
    // The source of such a style is its service.
    const service = styleOfService.exec(styleUrl)?.[1];
    if (service) add(service, { f: 'json' });
  }
  return answers;
}

/** What is requested here of the portal's own host: items, their files, feature services and styles. */
const reading =
  /\/(?:content\/items\/[\w-]+(?:\/data)?|resources\/.+|(?:Feature|VectorTile)Server(?:\/\d+)?)$/;

/** A layer's URL and its service's, which the SDK requests if the layer has an item. */
const featureLayer = /(\/FeatureServer)\/\d+$/;

const styleOfService = /^(.*\/VectorTileServer)\/resources\/styles\/root\.json$/;

/** The SDK adds an API key or a session token to these; see https://developers.arcgis.com/rest/basemap-styles/. */
const stylesWithKeys = /^https?:\/\/basemapstyles-api\.arcgis\.com\//i;

/** The layers drawn immediately, including those in groups. */
function shown(layers: readonly LayerJson[]): LayerJson[] {
  return layers
    .filter(({ visibility }) => visibility !== false)
    .flatMap((layer) => [layer, ...shown(layersIn(layer.layers))]);
}

/** URLs with parameters are left to the SDK, which merges them with others. */
function isPlain(address: string | undefined): address is string {
  return address !== undefined && /^https?:\/\/[^?#]+$/.test(address);
}

/** Size in bytes below which a response may be an error body. */
const small = 2000;

async function fetchBytes(address: string): Promise<ArrayBuffer | undefined> {
  try {
    const response = await fetch(address, { credentials: 'same-origin' });
    if (!response.ok) return undefined;
    const bytes = await response.arrayBuffer();
    // An item may have no data.
    if (bytes.byteLength === 0) return undefined;
    // The SDK must repeat failed requests itself, because it handles their errors, such as by prompting for a sign-in.
    return bytes.byteLength < small && /"error"\s*:/.test(new TextDecoder().decode(bytes))
      ? undefined
      : bytes;
  } catch {
    return undefined;
  }
}
