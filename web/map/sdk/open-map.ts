import '../map.css';
import type { Appearance, MapModel } from '../map-model.ts';
import type { MapSource } from '../map-source.ts';
import { ownServices } from '../own-services.ts';
import { guardLinks, withSafeLinks } from '../safe-links.ts';
import { withThemedBasemap } from '../themed-basemap.ts';
import { ArcgisMapModel } from './arcgis-map-model.ts';
import { createMap } from './create-map.ts';
import { createView } from './create-view.ts';
import { handOverSession } from './identity.ts';
import { setLanguage } from './locale.ts';
import { startSdk } from './start-sdk.ts';

export type OpenMap = (container: HTMLDivElement, source: MapSource, appearance: Appearance) => MapModel;

/** Opens a map in a container and returns its model at once; how far it has come is in the model's state. */
export const openMap: OpenMap = (container, source, appearance) => {
  const { webMap, basemap } = source;
  const read = webMap && withSafeLinks(webMap.data);
  const data = webMap && withThemedBasemap(read, basemap, appearance.scheme, location.origin);
  const themed = { ...source, webMap: webMap && { ...webMap, data } };
  startSdk(themed);
  setLanguage(appearance.language);
  let model: ArcgisMapModel | undefined;
  const stop = handOverSession(source.portal, ownServices(data, source.portal), () => model?.needSignIn());
  const map = createMap(themed, appearance.scheme);
  const view = createView(container, map, source);
  model = new ArcgisMapModel(view, map, source, appearance);
  model.addStop(stop);
  model.addStop(guardLinks(container));
  return model;
};
