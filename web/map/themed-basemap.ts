import type { BasemapPair } from './map-source.ts';

/** One layer of a web map's basemap, as far as it is used here (web map specification, `baseMapLayers`). */
interface BasemapLayer {
  layerType?: string;
  url?: string;
  styleUrl?: string;
}

interface WebMapJson {
  baseMap?: { title?: string; baseMapLayers?: BasemapLayer[]; ignoresTheme?: boolean };
}

/**
 * A web map's JSON with the basemap of the theme: if its basemap is one of the organisation's pair, the other of the
 * pair may replace it; any other basemap was chosen by the map's author and stays, as does one of the pair chosen
 * independently of the theme (`ignoresTheme`, a custom member).
 */
export function withThemedBasemap<Document>(
  webMap: Document,
  pair: BasemapPair,
  scheme: 'light' | 'dark',
  origin: string,
): Document {
  const { baseMap } = (webMap ?? {}) as WebMapJson;
  const layers = baseMap?.baseMapLayers ?? [];
  const [first] = layers;
  if (!pair.light || !pair.dark || layers.length !== 1 || !first || baseMap?.ignoresTheme) return webMap;
  const address = first.styleUrl ?? first.url ?? '';
  const isPair = [pair.light, pair.dark].some((one) => serviceOf(one, origin) === serviceOf(address, origin));
  if (!isPair || serviceOf(pair[scheme], origin) === serviceOf(address, origin)) return webMap;
  return {
    ...webMap,
    baseMap: { ...baseMap, baseMapLayers: [themed(first, pair[scheme], origin)] },
  };
}

/**
 * The JSON of the basemap that new maps of a portal start with: an organisation chooses between vector tiles
 * and pictures (`useVectorBasemaps` of `portals/self`); the other kind is used where it has only that.
 */
export function defaultBasemapOf(portalSelf: unknown): object | undefined {
  const { useVectorBasemaps, defaultVectorBasemap, defaultBasemap } = (portalSelf ?? {}) as {
    useVectorBasemaps?: boolean;
    defaultVectorBasemap?: object | null;
    defaultBasemap?: object | null;
  };
  const [first, second] =
    useVectorBasemaps === false
      ? [defaultBasemap, defaultVectorBasemap]
      : [defaultVectorBasemap, defaultBasemap];
  return first ?? second ?? undefined;
}

/**
 * The query of the group whose basemaps an organisation offers: with the same choice between vector tiles and
 * pictures. Empty where a portal has no such group.
 */
export function galleryGroupOf(portalSelf: unknown): string {
  const { useVectorBasemaps, vectorBasemapGalleryGroupQuery, basemapGalleryGroupQuery } = (portalSelf ??
    {}) as {
    useVectorBasemaps?: boolean;
    vectorBasemapGalleryGroupQuery?: string | null;
    basemapGalleryGroupQuery?: string | null;
  };
  return (useVectorBasemaps && vectorBasemapGalleryGroupQuery) || basemapGalleryGroupQuery || '';
}

/**
 * The JSON of a basemap for a new map: an organisation's own, else the one of the portal.
 * @param address of the organisation's basemap; empty: none
 */
export function newBasemap(address: string, title: string, portalSelf: unknown, origin: string): object {
  if (!address) return defaultBasemapOf(portalSelf) ?? { title, baseMapLayers: [] };
  const styleUrl = styleAddress(address, origin);
  const layer = {
    id: 'basemap',
    title,
    layerType: 'VectorTileLayer',
    styleUrl,
    visibility: true,
    opacity: 1,
  };
  return { title, baseMapLayers: [layer] };
}

/** The style of a vector tile service, which is below the URL of ArcGIS services. */
export function styleAddress(address: string, origin: string): string {
  const absolute = new URL(address, origin).href.replace(/\/$/, '');
  return /\/VectorTileServer$/i.test(absolute) ? `${absolute}/resources/styles/root.json` : absolute;
}

/**
 * The service of a style, so that both forms can be compared, including upgraded URLs. A service of this
 * server has an address with the name of its organisation and one without.
 */
export function serviceOf(address: string, origin: string): string {
  if (!address || !URL.canParse(address, origin)) return '';
  const { host, pathname } = new URL(address, origin);
  const path = pathname
    .replace(/\/resources\/styles(\/root\.json)?$/, '')
    .replace(/\/$/, '')
    .replace(/^\/server\/[^/]+(?=\/rest\/services\/)/, '/server');
  return (host + path).toLowerCase();
}

function themed({ url: _url, ...layer }: BasemapLayer, address: string, origin: string): BasemapLayer {
  return { ...layer, layerType: 'VectorTileLayer', styleUrl: styleAddress(address, origin) };
}
