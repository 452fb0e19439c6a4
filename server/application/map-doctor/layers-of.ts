import type { DocumentLayer } from '../../platform/documents/read-map.ts';

/** Kinds of layers of the web map specification that the map viewer shows. */
const supported = new Set(
  `ArcGISFeatureLayer ArcGISMapServiceLayer ArcGISTiledMapServiceLayer ArcGISImageServiceLayer
   ArcGISImageServiceVectorLayer ArcGISTiledImageServiceLayer ArcGISStreamLayer VectorTileLayer WebTiledLayer
   OpenStreetMap WMS WMTS WFS KML CSV GeoJson GeoRSS OGCFeatureLayer OrientedImageryLayer MediaLayer SubtypeGroupLayer
   CatalogLayer KnowledgeGraphLayer BingMapsAerial BingMapsRoad BingMapsHybrid`
    .split(/\s+/)
    .map((name) => name.toLowerCase()),
);

/** Whether the viewer shows layers of this kind; one without a kind is judged by its service. */
export function isSupported(layerType: string): boolean {
  return layerType === '' || supported.has(layerType.toLowerCase());
}

/** Addresses of portal and server, without trailing slashes. */
export interface Addresses {
  /** The portal of the map. */
  portal: string;
  /** Public origin: where `/portal` and `/server` of this installation are. */
  publicUrl: string;
  /** Address this server listens on, requested instead of `publicUrl`, as a proxy may be in between. */
  ownUrl: string;
}

/**
 * The address to request for a layer. Services of this server are requested at its own address, and only for their descriptions: such
 * a request counts for no caller, so authors of maps must not choose its operation.
 */
export function layerAddresses({ portal, publicUrl, ownUrl }: Addresses) {
  const own = [publicUrl, ownUrl].map((address) => new URL(address).origin);
  const here = (address: URL) =>
    own.includes(address.origin) ? withPath(new URL(ownUrl), descriptionOf(address)).href : address.href;
  return ({ url, itemId }: DocumentLayer): string | undefined => {
    const address = url || (itemId && `${portal}/sharing/rest/content/items/${itemId}/data`);
    if (!address || !URL.canParse(address, portal)) return undefined;
    const absolute = new URL(address, portal);
    // For data in the portal, the item is requested: it reveals whether it is visible, without its bytes.
    const item = /^(.*\/sharing\/rest\/content\/items\/[^/]+)\/data$/.exec(absolute.pathname)?.[1];
    const inPortal = absolute.href.startsWith(`${portal}/`);
    return here(item && inPortal ? withPath(absolute, { pathname: item, search: '?f=json' }) : absolute);
  };
}

/** A service or a layer, the collection of an OGC API, or an item, at addresses of this installation. */
const described =
  /^\/(?:server(?:\/[^/]+)?\/rest\/services\/[^/]+\/\w+Server(?:\/\d+(?=\/|$))?|server(?:\/[^/]+)?\/ogc\/[^/]+(?:\/collections\/[^/]+)?|portal(?:\/[^/]+)?\/sharing\/rest\/content\/items\/[^/]+)/i;

/** The description of what is at an address of this installation; elsewhere the address without parameters. */
function descriptionOf({ pathname }: URL): Pick<URL, 'pathname' | 'search'> {
  const [found] = described.exec(pathname) ?? [];
  return found === undefined ? { pathname, search: '' } : { pathname: found, search: '?f=json' };
}

/** An address with another path, which may begin like that of another host (`//host`). */
function withPath(address: URL, { pathname, search }: Pick<URL, 'pathname' | 'search'>): URL {
  const changed = new URL(address);
  changed.pathname = pathname;
  changed.search = search;
  return changed;
}
