import '../map.css';
import { secureService } from '../../../wire/portal-address.ts';
import { readableDocument } from '../document/readable-document.ts';
import { translatedDocument } from '../translations/translations.ts';
import type { Appearance, MapModel } from '../map-model.ts';
import type { MapSource } from '../map-source.ts';
import { reportFailedRequest } from './failed-requests.ts';
import { endRequest, followRequest } from './late-requests.ts';
import { fileReaders, ownServices } from '../own-services.ts';
import { guardLinks, withSafeLinks } from '../safe-links.ts';
import { drawLocally } from '../glyphs/local-glyphs.ts';
import { withThemedBasemap } from '../themed-basemap.ts';
import { ArcgisMapModel } from './arcgis-map-model.ts';
import { createMap, extentOf, setLanguage } from './create-map.ts';
import { drawSparingly } from './first-draw.ts';
import { handOverSession } from './identity.ts';
import type EsriError from '@arcgis/core/core/Error.js';
import MapView from '@arcgis/core/views/MapView.js';
import type WebMap from '@arcgis/core/WebMap.js';
import { viewAt } from './place.ts';
import esriConfig from '@arcgis/core/config.js';
import { KnownAnswers } from './known-answers.ts';
import { plainHttp } from './plain-http.ts';
import { refuseChange } from './refuse-changes.ts';
import { startSomewhere } from './start-somewhere.ts';
import { translateFields } from '../translations/translate-fields.ts';

const answers = new KnownAnswers();
let started = false;

/**
 * Configures the SDK for an organisation's portal and passes on prefetched responses. There is one interceptor, because
 * the SDK uses the first that matches a URL.
 */
function startSdk({ portal, portalSelf, webMap, early, basemapKey }: MapSource): void {
  esriConfig.portalUrl = portal.url;
  esriConfig.apiKeys.basemapStyles = basemapKey || undefined;
  const readers = fileReaders(portal, portalSelf, location.origin);
  if (readers) {
    esriConfig.kmlServiceUrl = readers.kml;
    esriConfig.geoRSSServiceUrl = readers.rss;
  }
  answers.clear();
  answers.add(`${portal.restUrl}/portals/self`, portalSelf);
  if (webMap?.item) {
    const { id, answer } = webMap.item;
    answers.add(`${portal.restUrl}/content/items/${id}`, answer);
    answers.add(`${portal.restUrl}/content/items/${id}/data`, webMap.data);
  }
  for (const [address, answer] of early ?? []) answers.add(address, answer);
  if (started) return;
  started = true;
  // As long as the portal has.
  esriConfig.request.timeout = 60_000;
  esriConfig.request.interceptors.push({
    async before(parameters) {
      const secure = secureService(parameters.url, esriConfig.portalUrl, location.origin);
      parameters.url = plainHttp(secure, location.origin);
      refuseChange(parameters);
      const known: unknown = await (answers.take(parameters.url, parameters.requestOptions.responseType) ??
        drawLocally(parameters.url));
      if (known === undefined) followRequest(parameters);
      return known;
    },
    after: ({ requestOptions }) => void (requestOptions && endRequest(requestOptions, true)),
    error: (error) => reportFailedRequest(error as EsriError),
  });
}

export type OpenMap = (container: HTMLDivElement, source: MapSource, appearance: Appearance) => MapModel;

/** Opens a map in a container and returns its model at once; the model's state has the progress. */
export const openMap: OpenMap = (container, source, appearance) => {
  const { webMap, basemap } = source;
  const read = webMap && withSafeLinks(readableDocument(translatedDocument(webMap.data, source.dictionary)));
  const data = webMap && withThemedBasemap(read, basemap, appearance.scheme, location.origin);
  const themed = { ...source, webMap: webMap && { ...webMap, data } };
  startSdk(themed);
  setLanguage(appearance.language);
  let model: ArcgisMapModel | undefined;
  const stop = handOverSession(source.portal, ownServices(data, source.portal), () => model?.needSignIn());
  const map = createMap(themed, appearance.scheme);
  const view = createView(container, map, source);
  drawSparingly(view, container);
  void startSomewhere(view, map, source).catch(() => {});
  model = new ArcgisMapModel(view, map, source, appearance);
  model.addStop(stop);
  model.addStop(guardLinks(container));
  if (source.dictionary) model.addStop(translateFields(map, source.dictionary));
  return model;
};

/**
 * The view of a map, without the SDK's own controls, which the viewer replaces; its popup is loaded at the first click.
 * A viewpoint in the link overrides the map's own.
 */
function createView(container: HTMLDivElement, map: WebMap, { place, extent, webMap }: MapSource): MapView {
  const fallback = webMap ? undefined : extentOf(extent);
  return new MapView({
    container,
    map,
    ui: { components: [] },
    attributionVisible: false,
    popupEnabled: false,
    constraints: { snapToZoom: false },
    ...(place ? viewAt(place) : fallback && { extent: fallback }),
  });
}
