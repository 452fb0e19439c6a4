import type { PrefetchedAnswers, MapPortal } from './map-source.ts';
import { isOwn } from './own-services.ts';

/** A layer of a web map, as far as it matters here (web map specification, `operationalLayers` and `baseMapLayers`). */
interface LayerJson {
  layerType?: string;
  itemId?: string;
  url?: string;
  styleUrl?: string;
  visibility?: boolean;
  layers?: LayerJson[];
}

interface WebMapJson {
  operationalLayers?: LayerJson[];
  baseMap?: { baseMapLayers?: LayerJson[] };
}

/**
 * Asks for what a web map's layers are known to need, while the SDK is still being loaded: their items, the files of GeoJSON
 * layers, the descriptions of feature layers and their services, the styles of vector tiles. The SDK would ask for each only after the one before it.
 *
 * @param webMap JSON of the web map specification
 * @param ask fetches bytes; answers undefined for whatever did not work
 */
export function prefetchLayerResources(
  webMap: unknown,
  portal: MapPortal,
  ask = fetchBytes,
): PrefetchedAnswers {
  const { operationalLayers = [], baseMap } = (webMap ?? {}) as WebMapJson;
  const answers = new Map<string, Promise<ArrayBuffer | undefined>>();
  const add = (address: string, parameters: Record<string, string>) => {
    if (answers.has(address)) return;
    const token = isOwn(address, portal) ? portal.session.credential?.token : undefined;
    const query = new URLSearchParams({ ...parameters, ...(token && { token }) }).toString();
    answers.set(address, ask(query ? `${address}?${query}` : address));
  };
  for (const { itemId, layerType, url } of shown(operationalLayers)) {
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
  for (const { styleUrl } of baseMap?.baseMapLayers ?? [])
    if (isPlain(styleUrl)) add(styleUrl, { f: 'json' });
  return answers;
}

/** A layer's address, and the service's within it, which the SDK asks for when the layer comes with an item. */
const featureLayer = /(\/FeatureServer)\/\d+$/;

/** The layers that are drawn at once, those inside of groups included. */
function shown(layers: readonly LayerJson[]): LayerJson[] {
  return layers
    .filter(({ visibility }) => visibility !== false)
    .flatMap((layer) => [layer, ...shown(layer.layers ?? [])]);
}

/** Addresses with parameters of their own are left to the SDK, which knows how to join them with others. */
function isPlain(address: string | undefined): address is string {
  return address !== undefined && /^https?:\/\/[^?#]+$/.test(address);
}

/** Bytes below which an answer may be an error in disguise. */
const small = 2000;

async function fetchBytes(address: string): Promise<ArrayBuffer | undefined> {
  try {
    const response = await fetch(address, { credentials: 'same-origin' });
    if (!response.ok) return undefined;
    const bytes = await response.arrayBuffer();
    // An item may have no data.
    if (bytes.byteLength === 0) return undefined;
    // The SDK had better ask for errors by itself: it knows what to do with them, such as to ask for a sign-in.
    return bytes.byteLength < small && /"error"\s*:/.test(new TextDecoder().decode(bytes))
      ? undefined
      : bytes;
  } catch {
    return undefined;
  }
}
