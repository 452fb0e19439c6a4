import Basemap from '@arcgis/core/Basemap.js';
import Point from '@arcgis/core/geometry/Point.js';
import MapImageLayer from '@arcgis/core/layers/MapImageLayer.js';
import MediaLayer from '@arcgis/core/layers/MediaLayer.js';
import ControlPointsGeoreference from '@arcgis/core/layers/support/ControlPointsGeoreference.js';
import ImageElement from '@arcgis/core/layers/support/ImageElement.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import WebTileLayer from '@arcgis/core/layers/WebTileLayer.js';
import VectorTileLayer from '@arcgis/core/layers/VectorTileLayer.js';
import Extent from '@arcgis/core/geometry/Extent.js';
import SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import Bookmark from '@arcgis/core/webmap/Bookmark.js';
import type MapView from '@arcgis/core/views/MapView.js';
import WebMap from '@arcgis/core/WebMap.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MapInternals } from '../../map-model.ts';
import type { MapSource } from '../../map-source.ts';
import { openBasemap } from '../../basemap/basemap-session.ts';
import { noteBasemaps } from '../../sdk/chosen-basemap.ts';
import { sublayersMark } from '../../sdk/sublayers.ts';
import { followScheme } from '../../sdk/create-map.ts';
import { withThemedBasemap } from '../../themed-basemap.ts';
import { trackWork } from './track-work.ts';

vi.stubGlobal('location', new URL('http://maps.example/demo/map'));

function rig(turns?: MapSource['turns'], data?: object, others: Layer[] = []) {
  const stops = new FeatureLayer({ id: 'stops', title: 'Stops', url: 'https://x.example/FeatureServer/0' });
  const drawings = new GraphicsLayer({ id: 'drawings', title: 'Drawings' });
  const map = new WebMap({ layers: [stops, drawings, ...others] });
  const stopping: (() => void)[] = [];
  const internals = {
    view: { map, destroyed: false },
    source: { webMap: data && { item: undefined, data }, basemap: { light: '', dark: '' }, turns },
    onLeave: (stop: () => void) => stopping.push(stop),
  } as unknown as MapInternals;
  onTestFinished(() => stopping.forEach((stop) => stop()));
  return { map, stops, drawings, work: trackWork(internals) };
}

/** What the service of the stops says about them. */
const described = {
  currentVersion: 11.2,
  id: 0,
  name: 'Stops',
  type: 'Feature Layer',
  geometryType: 'esriGeometryPoint',
  objectIdField: 'OBJECTID',
  capabilities: 'Query',
  extent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkid: 4326 } },
  fields: [{ name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' }],
  drawingInfo: {
    renderer: {
      type: 'simple',
      symbol: { type: 'esriSMS', style: 'esriSMSCircle', size: 7, color: [9, 9, 9, 255] },
    },
    labelingInfo: [{ labelExpression: '[OBJECTID]', symbol: { type: 'esriTS' } }],
  },
};

describe('tracking the work on a map', () => {
  it('detects a hidden layer', async () => {
    const { stops, work } = rig();
    expect(work.state.get().dirty).toBe(false);
    stops.visible = false;
    await vi.waitFor(() => expect(work.state.get().dirty).toBe(true));
    expect(work.state.get().undo).toEqual([{ kind: 'layer-hidden', layer: 'Stops' }]);
    work.undo();
    expect(stops.visible).toBe(true);
    expect(work.state.get().dirty).toBe(false);
  });

  it('merges key presses on a layer’s opacity into one step, separate from another layer’s', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { stops, drawings, work } = rig();
    const fade = async (layer: { opacity: number }, opacity: number) => {
      layer.opacity = opacity;
      await vi.advanceTimersByTimeAsync(600);
    };
    for (const opacity of [0.9, 0.8, 0.7]) await fade(stops, opacity);
    await fade(drawings, 0.5);
    work.undo();
    expect([stops.opacity, drawings.opacity]).toEqual([0.7, 1]);
    work.undo();
    expect(stops.opacity).toBe(1);
    expect(work.state.get().undo).toBeUndefined();
  });

  it('treats a change of opacity that follows one that was changed back as a new step', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { stops, drawings, work } = rig();
    drawings.visible = false;
    await vi.advanceTimersByTimeAsync(600);
    for (const opacity of [0.8, 1, 0.6]) {
      stops.opacity = opacity;
      await vi.advanceTimersByTimeAsync(600);
    }
    work.undo();
    expect([stops.opacity, drawings.visible]).toEqual([1, false]);
  });

  it('treats a later change of opacity as a new step', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { stops, work } = rig();
    stops.opacity = 0.9;
    await vi.advanceTimersByTimeAsync(5000);
    stops.opacity = 0.8;
    await vi.advanceTimersByTimeAsync(5000);
    work.undo();
    expect(stops.opacity).toBe(0.9);
  });
});

describe('saving', () => {
  const document = {
    operationalLayers: [
      { id: 'stops', title: 'Stops' },
      { id: 'drawings', title: 'Drawings' },
    ],
  };

  it('leaves a change made meanwhile unsaved', async () => {
    const { stops, drawings, work } = rig(undefined, document);
    stops.visible = false;
    const sent = await work.read();
    drawings.opacity = 0.5;
    work.saved(sent);
    expect(work.state.get().changes).toEqual([{ kind: 'opacity', layer: 'Drawings', to: '50' }]);
    const [, later] = (await work.read()).operationalLayers ?? [];
    expect(later?.opacity).toBe(0.5);
  });

  it('has no changes if a layer was only loaded meanwhile', async () => {
    const { stops, drawings, work } = rig(undefined, document);
    drawings.visible = false;
    const sent = await work.read();
    stops.sourceJSON = described;
    await stops.load();
    work.saved(sent);
    expect(work.state.get().dirty).toBe(false);
  });
});

describe('the sublayers of a map service', () => {
  const part = (id: number, name: string, defaultVisibility: boolean) => ({
    id,
    name,
    parentLayerId: -1,
    defaultVisibility,
    subLayerIds: null,
    minScale: 0,
    maxScale: 0,
  });
  const service = {
    currentVersion: 11.2,
    capabilities: 'Map,Query',
    supportedImageFormatTypes: 'PNG32',
    spatialReference: { wkid: 102100 },
    fullExtent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkid: 102100 } },
    layers: [part(0, 'Parcels', true), part(1, 'Streets', true), part(2, 'Pipes', false)],
  };
  const inMap = {
    id: 'cadastre',
    title: 'Cadastre',
    layerType: 'ArcGISMapServiceLayer',
    url: 'https://x.example/MapServer',
    layers: [{ id: 1, legendUrl: 'https://x.example/streets.png', ofAnAuthor: true }],
  };

  async function open() {
    const cadastre = new MapImageLayer({ id: 'cadastre', title: 'Cadastre', url: inMap.url });
    const { work } = rig(undefined, { operationalLayers: [inMap] }, [cadastre]);
    cadastre.sourceJSON = service;
    await cadastre.load();
    const streets = cadastre.findSublayerById(1);
    if (!streets) throw new Error('The service has no streets.');
    return { cadastre, streets, work };
  }

  it('are no change when they become known', async () => {
    const { cadastre, work } = await open();
    expect(sublayersMark(cadastre).split(',').toSorted()).toEqual(['-2', '0', '1']);
    expect(work.state.get().dirty).toBe(false);
  });

  it('are hidden, shown again by undo, and written without other changes', async () => {
    const { streets, work } = await open();
    streets.visible = false;
    await vi.waitFor(() => expect(work.state.get().dirty).toBe(true));
    expect(work.state.get().undo).toEqual([{ kind: 'content', layer: 'Cadastre' }]);
    expect((await work.read()).operationalLayers).toEqual([{ ...inMap, visibleLayers: [0] }]);
    work.undo();
    expect(streets.visible).toBe(true);
    expect(work.state.get().dirty).toBe(false);
  });
});

describe('undo of a layer that loads later', () => {
  /** Loads the layer as if its service had answered. */
  async function answer(layer: FeatureLayer) {
    layer.sourceJSON = described;
    await layer.load();
  }

  it('keeps the style and the labels of its service', async () => {
    const { stops, drawings, work } = rig();
    drawings.visible = false;
    await vi.waitFor(() => expect(work.state.get().dirty).toBe(true));
    await answer(stops);
    const { renderer, labelingInfo } = stops;
    expect(labelingInfo).toHaveLength(1);
    work.undo();
    expect(drawings.visible).toBe(true);
    expect(stops.labelingInfo).toBe(labelingInfo);
    expect(stops.renderer).toBe(renderer);
    expect(work.state.get().dirty).toBe(false);
  });

  it('returns to the style of its service', async () => {
    const { stops, work } = rig();
    await answer(stops);
    const { renderer } = stops;
    stops.renderer = new SimpleRenderer({ symbol: new SimpleMarkerSymbol({ color: 'red' }) });
    await vi.waitFor(() => expect(work.state.get().undo).toEqual([{ kind: 'style', layer: 'Stops' }]));
    work.undo();
    expect(stops.renderer).toBe(renderer);
  });
});

it('a picture that was moved on the map returns to its place', async () => {
  const { map, work } = rig();
  const at = (x: number) =>
    new ControlPointsGeoreference({
      width: 10,
      height: 10,
      controlPoints: [
        { sourcePoint: { x: 0, y: 10 }, mapPoint: new Point({ x, y: 0, spatialReference: { wkid: 3857 } }) },
        {
          sourcePoint: { x: 10, y: 0 },
          mapPoint: new Point({ x: x + 9, y: 9, spatialReference: { wkid: 3857 } }),
        },
      ],
    });
  const picture = new ImageElement({ image: 'https://x.example/plan.png', georeference: at(0) });
  map.add(new MediaLayer({ title: 'Plan', source: picture as never }));
  await vi.waitFor(() => expect(work.state.get().undo).toEqual([{ kind: 'layer-added', layer: 'Plan' }]));
  picture.georeference = at(50);
  await vi.waitFor(() => expect(work.state.get().undo).toEqual([{ kind: 'content', layer: 'Plan' }]));
  work.undo();
  const left = () => (picture.georeference as ControlPointsGeoreference).controlPoints?.[0].mapPoint?.x;
  expect(left()).toBe(0);
  work.redo();
  expect(left()).toBe(50);
});

it('added, renamed and removed bookmarks are undone and redone', async () => {
  const { map, work } = rig();
  const names = () => map.bookmarks?.map(({ name }) => name).toArray();
  const step = async () => {
    await vi.waitFor(() => expect(work.state.get().undo).toEqual([{ kind: 'bookmarks' }]));
  };
  const here = new Bookmark({
    name: 'Here',
    viewpoint: { scale: 5000, targetGeometry: new Extent({ xmin: 1, ymin: 2, xmax: 3, ymax: 4 }) },
  });
  map.bookmarks?.add(here);
  await step();
  here.name = 'There';
  work.undo();
  expect(names()).toEqual(['Here']);
  work.undo();
  expect(names()).toEqual([]);
  expect(work.state.get().dirty).toBe(false);
  work.redo();
  work.redo();
  expect(names()).toEqual(['There']);
  expect(map.bookmarks?.at(0)?.viewpoint?.scale).toBe(5000);
});

describe('work opened in place of other work', () => {
  it('undoes its own steps, then returns to the previous work', async () => {
    const undo = vi.fn<() => void>();
    const { stops, work } = rig({ undo });
    expect(work.state.get().undo).toEqual([{ kind: 'restored' }]);
    stops.visible = false;
    await vi.waitFor(() => expect(work.state.get().dirty).toBe(true));
    work.undo();
    expect(undo).not.toHaveBeenCalled();
    work.undo();
    expect(undo).toHaveBeenCalledOnce();
  });

  it('reports that the portal has it', async () => {
    const saved = vi.fn<() => void>();
    const { work } = rig({ saved }, { version: '2.31', operationalLayers: [] });
    work.saved(await work.read());
    expect(saved).toHaveBeenCalledOnce();
  });

  it('allows redo until something else is changed', async () => {
    const redo = vi.fn<() => void>();
    const { stops, work } = rig({ redo });
    expect(work.state.get().redo).toEqual([{ kind: 'restored' }]);
    work.redo();
    expect(redo).toHaveBeenCalledOnce();
    stops.visible = false;
    await vi.waitFor(() => expect(work.state.get().undo).toEqual([{ kind: 'layer-hidden', layer: 'Stops' }]));
    expect(work.state.get().redo).toBeUndefined();
    work.redo();
    expect(redo).toHaveBeenCalledOnce();
  });
});

describe("choosing between the organisation's basemaps", () => {
  const pair = {
    light: '/server/rest/services/city-light/VectorTileServer',
    dark: '/server/rest/services/city-dark/VectorTileServer',
  };
  const style = (scheme: 'light' | 'dark') => `http://maps.example${pair[scheme]}/resources/styles/root.json`;
  const basemap = (scheme: 'light' | 'dark') =>
    new Basemap({ title: scheme, baseLayers: [new VectorTileLayer({ url: style(scheme) })] });

  function open() {
    const map = new WebMap({ basemap: basemap('light') });
    const page = { scheme: 'light' as 'light' | 'dark' };
    const takeScreenshot = vi.fn<(settings: { layers: object[] }) => Promise<{ dataUrl: string }>>();
    const view = { map, destroyed: false, width: 600, height: 400, takeScreenshot } as unknown as MapView;
    vi.stubGlobal('document', {});
    vi.stubGlobal('getComputedStyle', () => ({ backgroundColor: 'rgb(255, 255, 255)' }));
    const behind: unknown[] = [];
    takeScreenshot.mockImplementation(() => {
      behind.push(view.background?.color?.toHex());
      return Promise.resolve({ dataUrl: 'data:image/jpeg;base64,AA==' });
    });
    const stopping: (() => void)[] = [
      noteBasemaps(
        map,
        () => page.scheme,
        () => followScheme(view, pair, page.scheme),
      ),
    ];
    onTestFinished(() => stopping.forEach((stop) => stop()));
    const data = {
      version: '2.34',
      baseMap: { title: 'light', baseMapLayers: [{ styleUrl: style('light') }] },
    };
    const work = trackWork({
      view,
      source: { webMap: { item: undefined, data }, basemap: pair },
      onLeave: (stop: () => void) => stopping.push(stop),
    } as unknown as MapInternals);
    const switchTo = (scheme: 'light' | 'dark') => {
      page.scheme = scheme;
      followScheme(view, pair, scheme);
    };
    const shown = () => (map.basemap?.baseLayers.at(0) as VectorTileLayer | undefined)?.url;
    return { map, view, work, switchTo, shown, takeScreenshot, behind };
  }

  it('can be undone and is saved with the map', async () => {
    const { map, work, shown } = open();
    map.basemap = basemap('dark');
    await vi.waitFor(() => expect(work.state.get().undo).toEqual([{ kind: 'basemap' }]));
    expect(work.state.get().dirty).toBe(true);
    const saved = await work.read();
    expect(saved.baseMap).toMatchObject({
      title: 'dark',
      baseMapLayers: [{ styleUrl: style('dark') }],
      ignoresTheme: true,
    });
    // Opened again in the light theme, the choice still applies.
    expect(withThemedBasemap(saved, pair, 'light', 'http://maps.example')).toBe(saved);
    work.undo();
    expect(shown()).toBe(style('light'));
    work.redo();
    expect(shown()).toBe(style('dark'));
  });

  it('applies to both themes, until the theme’s own is chosen again', async () => {
    const { map, work, switchTo, shown } = open();
    map.basemap = basemap('dark');
    switchTo('dark');
    switchTo('light');
    expect(shown()).toBe(style('dark'));
    map.basemap = basemap('light');
    switchTo('dark');
    expect(shown()).toBe(style('dark'));
    await vi.waitFor(() => expect(work.state.get().dirty).toBe(false));
  });

  it('stays as chosen after it was saved and opened again, in both themes', async () => {
    const { map, work, switchTo, shown } = open();
    const session = openBasemap({ view: { map }, source: { basemap: pair } } as unknown as MapInternals);
    session.choose('light');
    expect(session.state.get().kind).toBe('light');
    switchTo('dark');
    expect(shown()).toBe(style('light'));
    await vi.waitFor(() => expect(work.state.get().undo).toEqual([{ kind: 'basemap' }]));
    expect((await work.read()).baseMap).toMatchObject({ ignoresTheme: true });
    work.undo();
    expect(session.state.get().kind).toBe('theme');
    expect(shown()).toBe(style('dark'));
    session.close();
  });

  it('can be none, and a layer of the map, with undo and redo', async () => {
    const { map, work } = open();
    const tiles = new WebTileLayer({ title: 'Tiles', urlTemplate: 'https://x.example/{z}/{x}/{y}.png' });
    map.add(tiles);
    await vi.waitFor(() => expect(work.state.get().dirty).toBe(true));
    const session = openBasemap({ view: { map }, source: { basemap: pair } } as unknown as MapInternals);
    expect(session.state.get().layers).toEqual([{ id: tiles.id, title: 'Tiles' }]);
    const kinds = () => session.state.get().kind;
    session.choose('none');
    await vi.waitFor(() => expect(work.state.get().undo).toEqual([{ kind: 'basemap' }]));
    expect((await work.read()).baseMap?.baseMapLayers).toEqual([]);
    session.takeLayer(tiles.id);
    await vi.waitFor(() => expect(work.state.get().undo).toHaveLength(2));
    const document = await work.read();
    expect(document.operationalLayers ?? []).toEqual([]);
    expect(document.baseMap).toMatchObject({
      title: 'Tiles',
      baseMapLayers: [{ layerType: 'WebTiledLayer' }],
    });
    expect(kinds()).toBe('other');
    work.undo();
    expect([kinds(), map.layers.length]).toEqual(['none', 1]);
    work.undo();
    expect(kinds()).toBe('theme');
    work.redo();
    work.redo();
    expect([kinds(), map.layers.length, map.basemap?.baseLayers.at(0)]).toEqual(['other', 0, tiles]);
    session.close();
  });

  it('is not a change when the theme does it', async () => {
    const { work, switchTo, shown, map } = open();
    switchTo('dark');
    expect(shown()).toBe(style('dark'));
    map.add(new GraphicsLayer({ title: 'Drawings' }));
    await vi.waitFor(() =>
      expect(work.state.get().undo).toEqual([{ kind: 'layer-added', layer: 'Drawings' }]),
    );
  });

  it('appears in the saved thumbnail, without the tools’ graphics', async () => {
    const { map, view, work, takeScreenshot, behind } = open();
    const drawings = new GraphicsLayer({ title: 'Drawings' });
    map.addMany([drawings, new GraphicsLayer({ title: 'Measured', listMode: 'hide' })]);
    map.basemap = basemap('dark');
    await work.picture({ width: 300, height: 200 });
    expect(takeScreenshot.mock.calls[0]?.[0].layers).toEqual([map.basemap?.baseLayers.at(0), drawings]);
    // Where nothing is drawn, the thumbnail is not black.
    expect(behind).toEqual(['#ffffff']);
    expect(view.background).toBeNull();
  });

  it('is left out of a picture as are layers that its readers may not see, and a group shows its other members', async () => {
    const { map, work, takeScreenshot } = open();
    const [seen, hidden, inside, beside, alone] = ['seen', 'hidden', 'inside', 'beside', 'alone'].map(
      (id) => new GraphicsLayer({ id, title: id }),
    );
    const part = new GroupLayer({ id: 'part', layers: [inside!, hidden!] });
    const whole = new GroupLayer({ id: 'whole', layers: [beside!] });
    map.addMany([part, whole, new GroupLayer({ id: 'none', layers: [alone!] }), seen!]);
    const layers = new Set(['seen', 'inside', 'beside']);
    await work.picture({ width: 300, height: 200 }, { basemap: false, layers });
    expect(takeScreenshot.mock.calls[0]?.[0].layers).toEqual([inside, whole, seen]);
  });
});
