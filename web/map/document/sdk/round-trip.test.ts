import Basemap from '@arcgis/core/Basemap.js';
import WebTileLayer from '@arcgis/core/layers/WebTileLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type WebMap from '@arcgis/core/WebMap.js';
import Bookmark from '@arcgis/core/webmap/Bookmark.js';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MapInternals } from '../../map-model.ts';
import type { MapSource } from '../../map-source.ts';
import { createMap } from '../../sdk/create-map.ts';
import { readableDocument } from '../readable-document.ts';
import { type LayerJson, layersIn, membersOf, type WebMapJson } from '../web-map-json.ts';
import { trackWork } from './track-work.ts';

vi.stubGlobal('location', new URL('http://maps.example/demo/map'));
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});

const documents = import.meta.glob<WebMapJson>('/testing/portal-content/web-maps/*.json', {
  eager: true,
  import: 'default',
});
const all = Object.entries(documents).map(
  ([path, document]) => [path.replace(/^.*\/|\.json$/g, ''), document] as const,
);
const withLayers = all.filter(([, { operationalLayers }]) => layersIn(operationalLayers).length > 0);

async function open(document: WebMapJson) {
  const source = {
    webMap: { item: undefined, data: document },
    basemap: { light: '', dark: '' },
  } as unknown as MapSource;
  const data = readableDocument(document);
  const map: WebMap = createMap({ ...source, webMap: { item: undefined, data } }, 'light');
  await map.load();
  const view = { map, destroyed: false } as unknown as MapView;
  const stopping: (() => void)[] = [];
  onTestFinished(() => stopping.forEach((stop) => stop()));
  const onLeave = (stop: () => void) => stopping.push(stop);
  return { map, work: trackWork({ view, source, onLeave } as unknown as MapInternals) };
}

/** The document with one layer changed; places count from the bottom, as in the document. */
function withLayer(document: WebMapJson, place: number, change: Partial<LayerJson>): WebMapJson {
  const layers = document.operationalLayers ?? [];
  const changed = layersIn(layers).at(place);
  return {
    ...document,
    operationalLayers: layers.map((layer) => (layer === changed ? { ...layer, ...change } : layer)),
  };
}

describe('a web map of any age and author', () => {
  it('has enough examples', () => {
    expect(all.length).toBeGreaterThanOrEqual(60);
  });

  it.each(all)('%s is listed with every layer', async (_name, document) => {
    const { map } = await open(document);
    const countIn = (layers: readonly LayerJson[]): number =>
      layers.reduce((sum, layer) => sum + 1 + countIn(membersOf(layer) ?? []), 0);
    expect(map.allLayers.filter((layer) => layer.parent !== map.basemap).length).toBeGreaterThanOrEqual(
      countIn(layersIn(document.operationalLayers)),
    );
  });

  it.each(all.filter(([name]) => name !== 'empty-document'))('%s is unchanged', async (_name, document) => {
    const before = structuredClone(document);
    const { work } = await open(document);
    expect(await work.read()).toEqual(before);
    expect(work.state.get().dirty).toBe(false);
    expect(document).toEqual(before);
  });

  it.each(withLayers)('%s differs only by a renamed layer', async (_name, document) => {
    const { map, work } = await open(document);
    const layer = map.layers.at(0);
    if (layer) layer.title = 'Renamed';
    expect(await work.read()).toEqual(withLayer(document, 0, { title: 'Renamed' }));
  });

  it.each(withLayers)('%s differs only by a layer shown or hidden', async (_name, document) => {
    const { map, work } = await open(document);
    const layer = map.layers.at(-1);
    const visibility = !layer?.visible;
    if (layer) layer.visible = visibility;
    expect(await work.read()).toEqual(withLayer(document, -1, { visibility }));
  });

  it.each(withLayers)('%s differs only by a layer’s opacity', async (_name, document) => {
    const { map, work } = await open(document);
    const layer = map.layers.at(0);
    if (layer) layer.opacity = 0.35;
    expect(await work.read()).toEqual(withLayer(document, 0, { opacity: 0.35 }));
  });

  it.each(withLayers)('%s differs only by a moved layer, also once saved', async (_name, document) => {
    const { map, work } = await open(document);
    const [first, ...others] = layersIn(document.operationalLayers);
    const layer = map.layers.at(0);
    if (layer) map.layers.reorder(layer, map.layers.length - 1);
    const moved = await work.read();
    expect(layersIn(moved.operationalLayers)).toEqual([...others, first]);
    expect({ ...moved, operationalLayers: 0 }).toEqual({ ...document, operationalLayers: 0 });
    work.saved(moved);
    expect(await work.read()).toEqual(moved);
    if (layer) layer.title = 'Renamed';
    const renamed = await work.read();
    expect(layersIn(renamed.operationalLayers)).toEqual([...others, { ...first, title: 'Renamed' }]);
  });

  it.each(withLayers)('%s differs only by a removed layer', async (_name, document) => {
    const { map, work } = await open(document);
    const [, ...others] = layersIn(document.operationalLayers);
    map.layers.removeAt(0);
    const { operationalLayers, ...rest } = await work.read();
    expect(layersIn(operationalLayers)).toEqual(others);
    expect({ ...rest, operationalLayers: 0 }).toEqual({ ...document, operationalLayers: 0 });
  });

  it.each(all)('%s differs only by a bookmark', async (name, document) => {
    const { map, work } = await open(document);
    const added = new Bookmark({ name: 'Added' });
    map.bookmarks?.add(added);
    const { bookmarks, ...rest } = await work.read();
    expect(bookmarks).toEqual([...layersIn(document.bookmarks), added.toJSON()]);
    if (name !== 'empty-document')
      expect({ ...rest, bookmarks: 0 }).toEqual({ ...document, bookmarks: 0 });
  });

  it.each(all)('%s differs only by its basemap', async (name, document) => {
    const { map, work } = await open(document);
    const urlTemplate = 'https://tiles.example/{level}/{col}/{row}.png';
    map.basemap = new Basemap({ title: 'Tiles', baseLayers: [new WebTileLayer({ urlTemplate })] });
    const { baseMap, ...rest } = await work.read();
    expect(baseMap?.title).toBe('Tiles');
    if (name !== 'empty-document') expect({ ...rest, baseMap: 0 }).toEqual({ ...document, baseMap: 0 });
  });
});
