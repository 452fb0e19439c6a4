import type { AppConfig } from '../../../../wire/app-config.ts';
import type { NewItem } from '../../../portal/change-items.ts';

/** The start of a web map: no layers, the organisation's light basemap, its extent (web map specification 2.x). */
export function emptyWebMap(title: string, { map }: Pick<AppConfig, 'map'>, page: string): NewItem {
  const light = map.basemap.light;
  const document = {
    operationalLayers: [],
    baseMap: { title: 'Basemap', baseMapLayers: light ? [tileLayer(new URL(light, page).href)] : [] },
    spatialReference: { wkid: 102100, latestWkid: 3857 },
    version: '2.34',
    authoringApp: 'Mapping',
    authoringAppVersion: '1.0',
  };
  return {
    title,
    type: 'Web Map',
    typeKeywords: ['Map', 'Online Map', 'Web Map'],
    text: JSON.stringify(document),
    ...(map.extent && { extent: map.extent }),
  };
}

function tileLayer(address: string) {
  const styleUrl = /\/VectorTileServer\/?$/i.test(address)
    ? `${address.replace(/\/$/, '')}/resources/styles/root.json`
    : address;
  return {
    id: 'basemap',
    title: 'Basemap',
    layerType: 'VectorTileLayer',
    styleUrl,
    visibility: true,
    opacity: 1,
  };
}

/** The item type for a URL, by its format; `Document Link` if unknown. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/\/FeatureServer(\/\d+)?\/?$/i, 'Feature Service'],
  [/\/MapServer(\/\d+)?\/?$/i, 'Map Service'],
  [/\/ImageServer\/?$/i, 'Image Service'],
  [/\/VectorTileServer\/?$/i, 'Vector Tile Service'],
  [/\/SceneServer(\/layers\/\d+)?\/?$/i, 'Scene Service'],
  [/\/GeocodeServer\/?$/i, 'Geocoding Service'],
  [/\.kml$|\.kmz$/i, 'KML'],
  [/\.geojson$/i, 'GeoJson'],
  [/\.csv$/i, 'CSV'],
  [/\/wmts\b/i, 'WMTS'],
  [/\/wms\b/i, 'WMS'],
  [/\/wfs\b/i, 'WFS'],
];

/** The item type for a URL; undefined for invalid URLs and those with credentials. */
export function typeOfAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, pathname, search, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol) || username || password) return undefined;
  const service = /[?&]service=(wms|wfs|wmts)\b/i.exec(search)?.[1]?.toUpperCase();
  return service ?? kinds.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'Document Link';
}
