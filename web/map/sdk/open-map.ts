import '../map.css';
import { secureService } from '../../../wire/portal-address.ts';
import { readableDocument } from '../document/readable-document.ts';
import type { Appearance, MapModel } from '../map-model.ts';
import type { MapSource } from '../map-source.ts';
import { reportFailedRequest } from './failed-requests.ts';
import { fileReaders, ownServices } from '../own-services.ts';
import { guardLinks, withSafeLinks } from '../safe-links.ts';
import { withThemedBasemap } from '../themed-basemap.ts';
import { ArcgisMapModel } from './arcgis-map-model.ts';
import { createMap, extentOf, setLanguage } from './create-map.ts';
import { handOverSession } from './identity.ts';
import type EsriError from '@arcgis/core/core/Error.js';
import Extent from '@arcgis/core/geometry/Extent.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import MapView from '@arcgis/core/views/MapView.js';
import type WebMap from '@arcgis/core/WebMap.js';
import { viewAt } from './place.ts';
import esriConfig from '@arcgis/core/config.js';
import { KnownAnswers } from './known-answers.ts';
import { plainHttp } from './plain-http.ts';

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
  esriConfig.request.interceptors.push({
    before(parameters) {
      const secure = secureService(parameters.url, esriConfig.portalUrl, location.origin);
      parameters.url = plainHttp(secure, location.origin);
      return answers.take(parameters.url, parameters.requestOptions.responseType);
    },
    error: (error) => reportFailedRequest(error as EsriError),
  });
}

export type OpenMap = (container: HTMLDivElement, source: MapSource, appearance: Appearance) => MapModel;

/** Opens a map in a container and returns its model at once; the model's state has the progress. */
export const openMap: OpenMap = (container, source, appearance) => {
  const { webMap, basemap } = source;
  const read = webMap && withSafeLinks(readableDocument(webMap.data));
  const data = webMap && withThemedBasemap(read, basemap, appearance.scheme, location.origin);
  const themed = { ...source, webMap: webMap && { ...webMap, data } };
  startSdk(themed);
  setLanguage(appearance.language);
  let model: ArcgisMapModel | undefined;
  const stop = handOverSession(source.portal, ownServices(data, source.portal), () => model?.needSignIn());
  const map = createMap(themed, appearance.scheme);
  const view = createView(container, map, source);
  void startSomewhere(view, map, source).catch(() => {});
  model = new ArcgisMapModel(view, map, source, appearance);
  model.addStop(stop);
  model.addStop(guardLinks(container));
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

/** Half the width of what is shown around a single point, in degrees and in metres or feet. */
const around = { degrees: 0.005, units: 500 };
/** The inhabited part of the world: west, south, east, north in degrees. */
const world = [-180, -60, 180, 75] as const;

/**
 * Sets the viewpoint of a view whose map has none, and no layer with an extent of some size, such as a layer of one
 * point: the SDK would wait for one forever.
 */
async function startSomewhere(view: MapView, map: WebMap, { place, extent }: MapSource): Promise<void> {
  await map.load();
  if (place || map.initialViewProperties?.viewpoint) return;
  await map.basemap?.loadAll().catch(() => {});
  await Promise.allSettled(map.allLayers.toArray().map((layer) => layer.load()));
  const extents = map.allLayers.toArray().flatMap(({ fullExtent }) => (fullExtent ? [fullExtent] : []));
  const hasSize = extents.some(({ width, height }) => width > 0 || height > 0);
  if (view.destroyed || view.ready || hasSize) return;
  const [point] = extents;
  const half = point?.spatialReference.isGeographic ? around.degrees : around.units;
  const { xmin, ymin, xmax, ymax } = point ?? { xmin: 0, ymin: 0, xmax: 0, ymax: 0 };
  const start = point
    ? new Extent({
        spatialReference: point.spatialReference,
        xmin: xmin - half,
        ymin: ymin - half,
        xmax: xmax + half,
        ymax: ymax + half,
      })
    : extentOf(extent ?? world);
  // A map without a basemap and layers has no spatial reference either.
  if (extents.length === 0) view.spatialReference ??= SpatialReference.WebMercator;
  if (start) view.extent = start;
}
