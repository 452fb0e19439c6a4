import type Graphic from '@arcgis/core/Graphic.js';
import type TextSymbol from '@arcgis/core/symbols/TextSymbol.js';
import SketchViewModel from '@arcgis/core/widgets/Sketch/SketchViewModel.js';
import type { MapInside } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { createStore } from '../store.ts';
import { type Drawings, drawingsLayer, graphicsOf, restore, snapshot } from './drawings-layer.ts';
import { History } from './history.ts';
import type { Sketch, SketchState, SketchStyle, SketchTool } from './sketch-types.ts';
import { symbolsFor } from './symbols.ts';

/** Draws with the SDK's sketching on the map's layer of drawings. */
export async function openSketch(
  { view, claimClicks, onLeave }: MapInside,
  title: string,
  first: SketchStyle,
): Promise<Sketch> {
  const layer = drawingsLayer(view, title);
  await layer.load();
  const release = claimClicks();
  const history = new History<Drawings>(snapshot(layer));
  let style = first;
  let text = '';
  let tool: SketchTool | undefined;
  let selection: readonly Graphic[] = [];
  let closed = false;
  const sketch = new SketchViewModel({ view, layer, defaultUpdateOptions: { tool: 'reshape' } });
  const state = createStore<SketchState>(read());

  function read(): SketchState {
    const [only] = selection;
    const symbol = selection.length === 1 ? only?.symbol : undefined;
    return {
      tool,
      count: graphicsOf(layer).length,
      selected: selection.length,
      selectedText: symbol?.type === 'text' ? ((symbol as TextSymbol).text ?? '') : undefined,
      canUndo: history.canUndo || sketch.canUndo(),
      canRedo: history.canRedo || sketch.canRedo(),
    };
  }
  const tell = () => state.set(read());
  const remember = () => {
    history.push(snapshot(layer));
    tell();
  };
  const dress = () => {
    const { point, polyline, polygon, text: letters } = symbolsFor(style, text || '…');
    sketch.pointSymbol = point;
    sketch.polylineSymbol = polyline;
    sketch.polygonSymbol = polygon;
    sketch.textSymbol = letters;
  };
  const next = () => {
    if (tool) void sketch.create(tool, tool === 'circle' || tool === 'rectangle' ? { mode: 'hybrid' } : null);
  };
  const restyle = (graphic: Graphic) => {
    const letters = (graphic.symbol as TextSymbol | null)?.text ?? '';
    const symbols = symbolsFor(style, letters);
    const type = graphic.symbol?.type === 'text' ? 'text' : graphic.geometry?.type;
    graphic.symbol = symbols[type === 'polyline' || type === 'polygon' || type === 'text' ? type : 'point'];
  };
  const show = (drawings: Drawings | undefined) => {
    if (!drawings) return;
    sketch.cancel();
    selection = [];
    restore(layer, drawings);
    tell();
    next();
  };

  dress();
  sketch.on('create', (event) => {
    if (event.state === 'complete') {
      remember();
      // Its own turn: the SDK still tidies up after this one.
      queueMicrotask(() => !closed && next());
    } else tell();
  });
  sketch.on('update', (event) => {
    selection = event.state === 'complete' ? [] : event.graphics;
    if (event.state === 'complete' && !event.aborted) remember();
    else tell();
  });
  sketch.on('delete', remember);
  sketch.on('undo', tell);
  sketch.on('redo', tell);

  const close = () => {
    if (closed) return;
    closed = true;
    release();
    sketch.destroy();
    // A layer without drawings is no use to the map.
    if (!view.destroyed && graphicsOf(layer).length === 0) view.map?.layers.remove(layer);
  };
  onLeave(close);

  return {
    state,
    draw(chosen) {
      tool = chosen;
      sketch.cancel();
      if (chosen && !view.map?.layers.includes(layer)) view.map?.layers.add(layer);
      next();
      tell();
      view.focus();
    },
    setStyle(chosen) {
      style = chosen;
      dress();
      for (const graphic of selection) restyle(graphic);
    },
    setText(letters) {
      text = letters;
      dress();
      for (const graphic of selection)
        if (graphic.symbol?.type === 'text') graphic.symbol = symbolsFor(style, letters || '…').text;
      tell();
    },
    setSnapping(on) {
      const layers = view.map?.allLayers.filter((one) => one.visible && hasFeatures(one)).toArray() ?? [];
      sketch.snappingOptions = {
        enabled: on,
        featureSources: layers.map((one) => ({ layer: one })),
      } as unknown as SketchViewModel['snappingOptions'];
    },
    remove: () => sketch.delete(),
    undo: () => (sketch.canUndo() ? sketch.undo() : show(history.undo())),
    redo: () => (sketch.canRedo() ? sketch.redo() : show(history.redo())),
    close,
  };
}
