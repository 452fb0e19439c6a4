import Graphic from '@arcgis/core/Graphic.js';
import EsriMap from '@arcgis/core/Map.js';
import Polygon from '@arcgis/core/geometry/Polygon.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import MapNotesLayer from '@arcgis/core/layers/MapNotesLayer.js';
import SimpleFillSymbol from '@arcgis/core/symbols/SimpleFillSymbol.js';
import TextSymbol from '@arcgis/core/symbols/TextSymbol.js';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { addDrawing, graphicsOf } from './drawings-layer.ts';
import { openSketch } from './sketch-session.ts';
import type { SketchStyle } from './sketch.ts';

type Report = (event: object) => void;

/** The SDK's tools: what they change, and how many changes of corners they can undo. */
const sdk = vi.hoisted(() => ({
  graphics: [] as Graphic[],
  corners: 0,
  polygonSymbol: undefined as Graphic['symbol'],
  listeners: [] as [name: string, report: Report][],
  report(event: {
    type: string;
    state?: string;
    graphics?: Graphic[];
    graphic?: Graphic;
    aborted?: boolean;
  }) {
    for (const [name, report] of sdk.listeners) if (name === event.type) report(event);
  },
  end(aborted: boolean) {
    const { graphics } = sdk;
    sdk.graphics = [];
    sdk.corners = 0;
    if (graphics.length > 0) sdk.report({ type: 'update', state: 'complete', aborted, graphics });
  },
}));

vi.mock('@arcgis/core/widgets/Sketch/SketchViewModel.js', () => ({
  default: class {
    on(name: string, report: Report) {
      sdk.listeners.push([name, report]);
      return { remove() {} };
    }
    set polygonSymbol(symbol: Graphic['symbol']) {
      sdk.polygonSymbol = symbol;
    }
    async create() {}
    async update(graphics: Graphic[]) {
      sdk.end(true);
      sdk.graphics = graphics;
      sdk.report({ type: 'update', state: 'start', graphics });
    }
    complete = () => sdk.end(false);
    cancel = () => sdk.end(true);
    canUndo = () => sdk.corners > 0;
    canRedo = () => false;
    destroy() {}
  },
}));

const blue: SketchStyle = { colour: '#0000ff', width: 3, fill: 0.5 };
const red = { ...blue, colour: '#ff0000' };

const blueArea = () =>
  new Graphic({ geometry: area(0), symbol: new SimpleFillSymbol({ color: [0, 0, 255, 0.5] }) });

const area = (x: number) => {
  const ring = [
    [x, 0],
    [x, 10],
    [x + 10, 10],
    [x, 0],
  ];
  return new Polygon({ rings: [ring], spatialReference: SpatialReference.WebMercator });
};

/** Drawings of a map, of which some are in its document. */
async function rig(...first: Graphic[]) {
  const layer = new MapNotesLayer();
  for (const graphic of first) addDrawing(layer, graphic);
  const map = new EsriMap({ layers: [layer] });
  const nothing = () => () => {};
  const internals = {
    view: { when: async () => {}, map, on: () => ({ remove() {} }), focus() {} },
    claimClicks: nothing,
    holdClicks: nothing,
    takeHeldClicks: () => [],
    onLeave: nothing,
    announcePoint() {},
  };
  const sketch = await openSketch(internals as unknown as MapInternals, 'Drawings', blue);
  sketch.draw('polygon');
  const drawings = () => graphicsOf(layer);
  return {
    sketch,
    drawings,
    layer,
    draw(x: number) {
      const graphic = new Graphic({ geometry: area(x), symbol: sdk.polygonSymbol ?? null });
      addDrawing(layer, graphic);
      sdk.report({ type: 'create', state: 'complete', graphic });
    },
    select() {
      sketch.draw(undefined);
      sdk.graphics = drawings();
      sdk.report({ type: 'update', state: 'start', graphics: sdk.graphics });
    },
    moveCorner(x: number) {
      for (const graphic of sdk.graphics) graphic.geometry = area(x);
      sdk.corners++;
    },
    colours: () => drawings().map(({ symbol }) => symbol?.color?.toHex()),
    places: () => drawings().map(({ geometry }) => geometry?.extent?.xmin),
    widths: () => drawings().map(({ symbol }) => (symbol as { outline?: { width: number } }).outline?.width),
  };
}

beforeEach(() => {
  Object.assign(sdk, { graphics: [], corners: 0, listeners: [] });
});

describe('a style of selected drawings', () => {
  it('is undone and redone as a step', async () => {
    const { sketch, draw, select, colours } = await rig();
    draw(0);
    select();
    sketch.setStyle(red);
    sketch.undo();
    expect(colours()).toEqual(['#0000ff']);
    sketch.redo();
    expect(colours()).toEqual(['#ff0000']);
  });

  it('can be undone where it is the first change', async () => {
    const { sketch, select } = await rig(blueArea());
    select();
    expect(sketch.state.get().canUndo).toBe(false);
    sketch.setStyle(red);
    expect(sketch.state.get().canUndo).toBe(true);
  });

  it('set by a slider is one step', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { sketch, draw, select, widths } = await rig();
    draw(0);
    select();
    for (const width of [4, 5, 6]) sketch.setStyle({ ...blue, width });
    vi.advanceTimersByTime(5000);
    for (const width of [7, 8]) sketch.setStyle({ ...blue, width });
    expect(widths()).toEqual([8]);
    sketch.undo();
    expect(widths()).toEqual([6]);
    sketch.undo();
    expect(widths()).toEqual([3]);
  });

  it('is a step of its own after corners were moved', async () => {
    const { sketch, draw, select, moveCorner, colours, places } = await rig();
    draw(0);
    select();
    moveCorner(50);
    sketch.setStyle(red);
    expect(sketch.state.get().selected).toBe(1);
    sketch.undo();
    expect([colours(), places()]).toEqual([['#0000ff'], [50]]);
    sketch.undo();
    expect([colours(), places()]).toEqual([['#0000ff'], [0]]);
  });
});

it('a text that is typed is one step', async () => {
  const symbol = new TextSymbol({ text: 'Old' });
  const { sketch, drawings, select } = await rig(new Graphic({ geometry: area(0).extent!.center, symbol }));
  select();
  for (const text of ['OldB', 'OldBr', 'OldBri']) sketch.setText(text);
  sketch.undo();
  expect(drawings().map((one) => (one.symbol as TextSymbol).text)).toEqual(['Old']);
  expect(sketch.state.get().canUndo).toBe(false);
});

describe('drawings that others change', () => {
  it('do not come back with undo of a later step', async () => {
    const { sketch, layer, drawings, draw, places } = await rig();
    draw(0);
    layer.polygonLayer?.remove(drawings()[0]!);
    draw(100);
    expect(places()).toEqual([100]);
    sketch.undo();
    expect(places()).toEqual([]);
    expect(sketch.state.get().canUndo).toBe(false);
  });

  it('count as undone where the map undid them', async () => {
    const { sketch, layer, drawings, draw, places } = await rig();
    draw(0);
    draw(100);
    layer.polygonLayer?.remove(drawings()[1]!);
    sketch.undo();
    expect(places()).toEqual([]);
    sketch.redo();
    sketch.redo();
    expect(places()).toEqual([0, 100]);
  });

  it('are a step where the SDK kept corners of a cancelled change', async () => {
    const { sketch, draw, select, moveCorner, places } = await rig();
    draw(0);
    select();
    moveCorner(50);
    sdk.end(true);
    sketch.undo();
    expect(places()).toEqual([0]);
  });
});

it('drawings that are projected when they are selected are no step', async () => {
  const first = blueArea();
  first.geometry = new Polygon({ rings: [[[0, 0], [0, 1], [1, 1], [0, 0]]] }); // prettier-ignore
  const { sketch, select } = await rig(first);
  first.geometry = area(0);
  select();
  sketch.draw(undefined);
  expect(sketch.state.get().canUndo).toBe(false);
});
