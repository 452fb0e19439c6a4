import type MapView from '@arcgis/core/views/MapView.js';
import type WebMap from '@arcgis/core/WebMap.js';
import { onTestFinished } from 'vitest';
import { readableDocument } from '../../web/map/document/readable-document.ts';
import { trackWork } from '../../web/map/document/sdk/track-work.ts';
import type { WebMapJson } from '../../web/map/document/web-map-json.ts';
import type { MapInternals } from '../../web/map/map-model.ts';
import type { MapSource } from '../../web/map/map-source.ts';
import { createMap } from '../../web/map/sdk/create-map.ts';

/** The web maps of other programs, by name. */
export const webMaps = Object.entries(
  import.meta.glob<WebMapJson>('/testing/portal-content/web-maps/*.json', { eager: true, import: 'default' }),
).map(([path, document]) => [path.replace(/^.*\/|\.json$/g, ''), document] as const);

/** The source of a stored map. */
export function sourceOf(document: WebMapJson): MapSource {
  const webMap = { item: undefined, data: document };
  return { webMap, basemap: { light: '', dark: '' } } as unknown as MapSource;
}

/** Opens a document without a view and without its services. Its work ends with the test. */
export async function openDocument(document: WebMapJson, source = sourceOf(document)) {
  const data = readableDocument(document);
  const map: WebMap = createMap({ ...source, webMap: { item: undefined, data } }, 'light');
  await map.load();
  const view = { map, destroyed: false } as unknown as MapView;
  const stopping: (() => void)[] = [];
  onTestFinished(() => stopping.forEach((stop) => stop()));
  const onLeave = (stop: () => void) => stopping.push(stop);
  const internals = { view, source, onLeave } as unknown as MapInternals;
  return { map, internals, work: trackWork(internals) };
}
