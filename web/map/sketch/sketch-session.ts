import Graphic from '@arcgis/core/Graphic.js';
import type Point from '@arcgis/core/geometry/Point.js';
import SimpleFillSymbol from '@arcgis/core/symbols/SimpleFillSymbol.js';
import SimpleLineSymbol from '@arcgis/core/symbols/SimpleLineSymbol.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import TextSymbol from '@arcgis/core/symbols/TextSymbol.js';
import SketchViewModel from '@arcgis/core/widgets/Sketch/SketchViewModel.js';
import type { MapInternals } from '../map-model.ts';
import { moveCornersByKeyboard } from '../sdk/corner-keys.ts';
import { placesOf } from '../sdk/held-clicks.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { createStore } from '../../store.ts';
import { changedShapes } from './change-drawings.ts';
import { DrawingSteps } from './drawing-steps.ts';
import { addDrawing, type Drawings, drawingsLayer, graphicsOf } from './drawings-layer.ts';
import { takeQuickClicks } from './quick-clicks.ts';
import type { Sketch, SketchState, SketchStyle, SketchTool } from './sketch.ts';

/** Draws with the SDK's sketch tools on the map's drawings layer. */
export async function openSketch(
  internals: MapInternals,
  title: string,
  first: SketchStyle,
): Promise<Sketch> {
  const { view, claimClicks, holdClicks, takeHeldClicks, onLeave, announcePoint } = internals;
  // A map that is still opening has no drawings layer yet.
  await view.when();
  const layer = drawingsLayer(view, title);
  await layer.load();
  const steps = new DrawingSteps(layer);
  let style = first;
  let text = '';
  let tool: SketchTool | undefined;
  let selection: readonly Graphic[] = [];
  let ready = false;
  let turn = 0;
  /** The last added point, while the SDK prepares the tool for the next. */
  let lastPoint: Point | undefined;
  let closed = false;
  const sketch = new SketchViewModel({
    view,
    layer,
    defaultUpdateOptions: { tool: 'reshape' },
    // By default it would start to reshape the drawing and receive the clicks for the next one.
    creationMode: 'single',
  });
  // Preloads the SDK's drawing code: a tool selected while it loads would lose the first clicks.
  await sketch.create('point');
  sketch.cancel();
  const release = claimClicks();
  const state = createStore<SketchState>(read());

  function read(): SketchState {
    const [only] = selection;
    const symbol = selection.length === 1 ? only?.symbol : undefined;
    return {
      tool,
      ready,
      count: graphicsOf(layer).length,
      selected: selection.length,
      hasSize: selection.some(({ geometry }) => geometry?.type !== 'point'),
      selectedText: symbol?.type === 'text' ? ((symbol as TextSymbol).text ?? '') : undefined,
      canUndo: steps.canUndo || sketch.canUndo(),
      canRedo: steps.canRedo || sketch.canRedo(),
    };
  }
  const notify = () => state.set(read());
  const remember = (gradual?: string) => {
    steps.remember(gradual);
    notify();
  };
  const applyTheme = () => {
    const { point, polyline, polygon, text: letters } = symbolsFor(style, text);
    sketch.pointSymbol = point;
    sketch.polylineSymbol = polyline;
    sketch.polygonSymbol = polygon;
    sketch.textSymbol = letters;
  };
  /** Starts the next drawing with the selected tool. */
  const next = async () => {
    const own = ++turn;
    // A selecting click is processed asynchronously, and its result would end a drawing started meanwhile.
    sketch.updateOnGraphicClick = tool === undefined;
    // Without text there is nothing to place.
    if (!tool || (tool === 'text' && text.trim() === '')) return;
    const hybrid = tool === 'circle' || tool === 'rectangle';
    const letGo = ready ? () => {} : holdClicks();
    // Another tool may be selected before this one is ready.
    await sketch.create(tool, hybrid ? { mode: 'hybrid' } : null).catch(() => {});
    letGo();
    if (own !== turn || closed) return;
    if (tool === 'point' || tool === 'text') for (const place of placesOf(takeHeldClicks())) put(place);
    lastPoint = undefined;
    ready = true;
    notify();
  };
  const put = (place: Point) => {
    if (tool === 'text' && text.trim() === '') return;
    const { text: letters, point } = symbolsFor(style, text);
    steps.sync();
    addDrawing(layer, new Graphic({ geometry: place, symbol: tool === 'text' ? letters : point }));
    lastPoint = place;
    remember();
  };
  // The SDK reports the end of the change.
  const stopKeys = moveCornersByKeyboard(internals, sketch, () => {});
  const stopQuickClicks = takeQuickClicks(view, () => lastPoint, put);
  /** A drawing is complete, or the SDK cancelled it: Escape, or the layer was removed from the map. */
  const goOn = (done: Graphic | null | undefined) => {
    const own = turn;
    if (!view.map?.layers.includes(layer)) tool = undefined;
    // Deferred: the SDK still cleans up after this one.
    queueMicrotask(() => {
      if (own !== turn || closed) return;
      if (tool && done?.geometry?.type === 'point') lastPoint = done.geometry as Point;
      void next().then(notify);
    });
  };
  const restyle = (graphic: Graphic) => {
    const letters = (graphic.symbol as TextSymbol | null)?.text ?? '';
    const symbols = symbolsFor(style, letters);
    const type = graphic.symbol?.type === 'text' ? 'text' : graphic.geometry?.type;
    graphic.symbol = symbols[type === 'polyline' || type === 'polygon' || type === 'text' ? type : 'point'];
  };
  /** Selects drawings, which takes the SDK some time. */
  const select = (graphics: readonly Graphic[]) => {
    selection = graphics;
    notify();
    if (graphics.length > 0) void sketch.update([...graphics]).catch(() => {});
  };
  /** Changes symbols of the selection, as a step. */
  const restyleSelection = (changeSymbols: () => void, gradual: string | undefined) => {
    const chosen = selection;
    // What was done with its corners before is a step of its own, and one that was undone cannot be redone any more.
    const hasSteps = sketch.canUndo() || sketch.canRedo();
    if (hasSteps) sketch.complete();
    steps.sync();
    changeSymbols();
    remember(gradual);
    if (hasSteps) select(chosen);
  };
  const show = (drawings: Drawings | undefined) => {
    if (!drawings) return notify();
    const before = graphicsOf(layer);
    const places = selection.map((graphic) => before.indexOf(graphic));
    sketch.cancel();
    steps.restore(drawings);
    const after = graphicsOf(layer);
    // Those of whole drawings are undone one after the other, and the next is made with the same drawing.
    select(after.length === before.length ? places.flatMap((place) => after[place] ?? []) : []);
    if (selection.length === 0) void next();
  };

  applyTheme();
  sketch.on('create', (event) => {
    if (event.state === 'complete') {
      steps.sync(event.graphic);
      remember();
    } else notify();
    if (event.state === 'complete' || event.state === 'cancel')
      goOn(event.state === 'complete' ? event.graphic : null);
  });
  sketch.on('update', (event) => {
    selection = event.state === 'complete' ? [] : event.graphics;
    if (event.state === 'start') steps.sync();
    if (event.state === 'complete' && !event.aborted) remember();
    else notify();
  });
  sketch.on('delete', () => remember());
  sketch.on('undo', notify);
  sketch.on('redo', notify);

  const close = () => {
    if (closed) return;
    closed = true;
    unregister();
    release();
    stopQuickClicks();
    stopKeys();
    sketch.destroy();
    // An empty drawings layer is removed from the map.
    if (!view.destroyed && graphicsOf(layer).length === 0) view.map?.layers.remove(layer);
  };
  const unregister = onLeave(close);

  return {
    state,
    draw(chosen) {
      tool = chosen;
      lastPoint = undefined;
      ready = false;
      // Those for the tool before.
      takeHeldClicks();
      sketch.cancel();
      if (chosen && !view.map?.layers.includes(layer)) view.map?.layers.add(layer);
      void next();
      notify();
      view.focus();
    },
    setStyle(chosen) {
      const slider = style.width === chosen.width ? 'fill' : 'width';
      const gradual = style.colour === chosen.colour ? slider : undefined;
      style = chosen;
      applyTheme();
      const graphics = selection;
      if (graphics.length > 0)
        restyleSelection(() => {
          for (const graphic of graphics) restyle(graphic);
        }, gradual);
    },
    setText(letters) {
      const begins = tool === 'text' && (text.trim() === '') !== (letters.trim() === '');
      text = letters;
      applyTheme();
      const texts = selection.filter(({ symbol }) => symbol?.type === 'text');
      // A text keeps its last value, because an empty one could not be seen or selected.
      if (texts.length > 0 && letters.trim() !== '')
        restyleSelection(() => {
          for (const graphic of texts) graphic.symbol = symbolsFor(style, letters).text;
        }, 'text');
      if (begins) {
        ready = false;
        sketch.cancel();
        void next();
      }
      notify();
    },
    setSnapping(on) {
      const layers = view.map?.allLayers.filter((one) => one.visible && hasFeatures(one)).toArray() ?? [];
      sketch.snappingOptions = {
        enabled: on,
        featureSources: layers.map((one) => ({ layer: one })),
      } as unknown as SketchViewModel['snappingOptions'];
    },
    change(change) {
      const chosen = selection.filter(({ geometry }) => geometry);
      const shapes = changedShapes(
        view,
        chosen.flatMap(({ geometry }) => geometry ?? []),
        change,
      );
      if (!shapes) return;
      // What was done with its corners before is a step of its own, and the SDK draws their handles again.
      sketch.complete();
      steps.sync();
      for (const [index, graphic] of chosen.entries()) graphic.geometry = shapes[index] ?? null;
      remember();
      select(chosen);
      const [shape] = shapes;
      const place = shape?.type === 'point' ? shape : shape?.extent?.center;
      if ('right' in change && place) announcePoint(place);
    },
    remove() {
      steps.sync();
      sketch.delete();
    },
    undo: () => (sketch.canUndo() ? sketch.undo() : show(steps.undo())),
    redo: () => (sketch.canRedo() ? sketch.redo() : show(steps.redo())),
    close,
  };
}

/** The symbols of a style. */
function symbolsFor({ colour, width, fill }: SketchStyle, text: string) {
  return {
    point: new SimpleMarkerSymbol({
      color: colour,
      size: 6 + width * 2,
      outline: { color: '#ffffff', width: 1.5 },
    }),
    polyline: new SimpleLineSymbol({ color: colour, width, cap: 'round', join: 'round' }),
    polygon: new SimpleFillSymbol({
      color: [...channels(colour), fill],
      outline: { color: colour, width },
    }),
    text: new TextSymbol({
      text,
      color: colour,
      haloColor: '#ffffff',
      haloSize: 1.5,
      font: { family: 'Noto Sans', size: 8 + width * 2, weight: 'bold' },
    }),
  };
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
