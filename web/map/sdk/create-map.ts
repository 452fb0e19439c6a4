import Basemap from '@arcgis/core/Basemap.js';
import esriConfig from '@arcgis/core/config.js';
import Extent from '@arcgis/core/geometry/Extent.js';
import { createJSONLoader, registerMessageBundleLoader, setLocale } from '@arcgis/core/intl.js';
import VectorTileLayer from '@arcgis/core/layers/VectorTileLayer.js';
import Portal from '@arcgis/core/portal/Portal.js';
import PortalItem from '@arcgis/core/portal/PortalItem.js';
import type MapView from '@arcgis/core/views/MapView.js';
import WebMap from '@arcgis/core/WebMap.js';
import { writtenTag } from '../../../wire/languages.ts';
import type { BasemapPair, MapSource, WebMapSource } from '../map-source.ts';
import { defaultBasemapOf, styleAddress } from '../themed-basemap.ts';
import { alwaysShow, ignoresTheme, memberOfPair } from './chosen-basemap.ts';
import { completeLayers } from './complete-layers.ts';
import { textsOf, translated } from './texts/sdk-texts.ts';

/**
 * The web map to open; for a new map its template, else an empty map on the organisation's or portal's basemap. The
 * web map's data is a copy that the SDK can read (`readableDocument`).
 */
export function createMap(source: MapSource, scheme: 'light' | 'dark'): WebMap {
  const { webMap, portalSelf, basemap } = source;
  if (webMap) return documentedMap(webMap, source);
  return new WebMap({
    basemap: basemap[scheme] ? vectorBasemap(basemap[scheme]) : portalBasemap(portalSelf),
  });
}

function documentedMap({ item, data }: WebMapSource, { portal }: MapSource): WebMap {
  const map = item
    ? new WebMap({ portalItem: new PortalItem({ id: item.id, portal: new Portal({ url: portal.url }) }) })
    : (WebMap.fromJSON(data) as WebMap);
  // Before the view learns that the map is loaded.
  map.when(
    () => {
      const { baseMap } = (data ?? {}) as { baseMap?: { ignoresTheme?: boolean } };
      if (baseMap?.ignoresTheme && map.basemap) alwaysShow(map.basemap);
      completeLayers(map, data);
    },
    () => {},
  );
  return map;
}

/** The extent to start with for a map that has no viewpoint of its own. */
export function extentOf(extent: MapSource['extent']): Extent | undefined {
  if (!extent) return undefined;
  const [xmin, ymin, xmax, ymax] = extent;
  return new Extent({ xmin, ymin, xmax, ymax, spatialReference: { wkid: 4326 } });
}

/** Switches the basemap between light and dark, while the map shows one of the organisation's pair. */
export function followScheme(view: MapView, pair: BasemapPair, scheme: 'light' | 'dark'): void {
  const { map } = view;
  const shown = map && memberOfPair(map.basemap, pair);
  if (map && shown && shown !== scheme && !ignoresTheme(map.basemap, pair))
    map.basemap = vectorBasemap(pair[scheme], map.basemap?.title);
}

export function vectorBasemap(address: string, title?: string | null): Basemap {
  const layer = new VectorTileLayer({ url: styleAddress(address, location.origin) });
  return new Basemap({ baseLayers: [layer], ...(title && { title }) });
}

function portalBasemap(portalSelf: unknown): Basemap | undefined {
  const json = defaultBasemapOf(portalSelf);
  return json ? Basemap.fromJSON(json) : undefined;
}

/** Tags that the SDK spells differently, or covers by a related language. */
const names: Readonly<Record<string, string>> = {
  nn: 'nb',
  'zh-CN': 'zh-CN',
  'zh-HK': 'zh-HK',
  'zh-TW': 'zh-TW',
  'pt-BR': 'pt-BR',
  'pt-PT': 'pt-PT',
};

let registered = false;

/** The SDK's texts, numbers and dates in the user's language; texts that neither the SDK nor we have are English. */
export function setLanguage(language: string): void {
  if (!registered) registerWidgetTexts();
  registered = true;
  setLocale(sdkLocale(language));
}

/**
 * Gives the SDK's widgets texts in languages that the SDK does not have. The SDK asks the loader that was
 * registered last first, and its own one where that fails.
 */
function registerWidgetTexts(): void {
  const own = createJSONLoader({
    pattern: 'esri/',
    location: new URL(`${esriConfig.assetsPath}/`, location.href),
  });
  registerMessageBundleLoader({
    pattern: 'esri/',
    async fetchMessageBundle(bundle, locale) {
      const texts = textsOf(locale);
      const messages: unknown = await own.fetchMessageBundle(bundle, locale);
      return texts ? translated(messages, await texts) : messages;
    },
  });
}

/** `ar-EG` → `ar`: the SDK has one variant of Arabic. Other regions determine the format of dates and numbers. */
function sdkLocale(language: string): string {
  return names[language] ?? (language.startsWith('ar-') ? 'ar' : writtenTag(language));
}
