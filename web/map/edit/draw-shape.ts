import FeatureEffect from '@arcgis/core/layers/support/FeatureEffect.js';
import FeatureFilter from '@arcgis/core/layers/support/FeatureFilter.js';
import Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import type FeatureLayerView from '@arcgis/core/views/layers/FeatureLayerView.js';
import SketchViewModel from '@arcgis/core/widgets/Sketch/SketchViewModel.js';
import type { MapInternals } from '../map-model.ts';
import { moveCornersByKeyboard } from '../sdk/corner-keys.ts';
import { placesOf } from '../sdk/held-clicks.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { changedShapes } from '../sketch/change-drawings.ts';
import { History } from '../sketch/history.ts';
import type { EditShape } from './edit-feature.ts';
import { displayedSymbol, symbolOf, type TemplateChoice } from './template-choices.ts';

type Geometry = NonNullable<Graphic['geometry']>;

/** Draws and changes the shape of the edited feature on the map. */
export interface ShapeEditor {
  canUndo(): boolean;
  canRedo(): boolean;
  undo(): void;
  redo(): void;
  setSnapping(on: boolean): void;
  /** Draws a new one; resolves to its shape, or undefined if the user cancels. */
  draw(choice: TemplateChoice, onReady: () => void): Promise<Geometry | undefined>;
  /** Shows a feature's shape. Until then only its layer shows it. */
  show(feature: Graphic, symbol: Graphic['symbol']): void;
  /** Highlights a feature in its layer. */
  mark(layer: FeatureLayer, objectId: number): Promise<void>;
  /** Lets the user move or reshape the shown shape. */
  reshape(feature: Graphic): Promise<void>;
  /** Moves the shown shape by pixels of the screen, as a step that can be undone. */
  move(right: number, down: number): void;
  /** Draws another shape for a feature; resolves to it, or undefined if the user cancels. */
  redraw(feature: Graphic): Promise<Geometry | undefined>;
  finish(): void;
  clear(): void;
  close(): void;
}

/** @param onChange called after every change; with the new shape, if that changed */
export async function openShapes(
  internals: Pick<MapInternals, 'view' | 'announcePoint' | 'holdClicks' | 'takeHeldClicks'>,
  onChange: (shape: Geometry | undefined) => void,
): Promise<ShapeEditor> {
  const { view } = internals;
  await view.when();
  // `hide` keeps it out of the list of layers and of the saved map.
  const layer = new GraphicsLayer({ listMode: 'hide' });
  view.map?.add(layer);
  const sketch = new SketchViewModel({
    view,
    layer,
    updateOnGraphicClick: false,
    creationMode: 'single',
    defaultUpdateOptions: { enableRotation: false, enableScaling: false },
  });
  // Preloads the SDK's drawing code: a tool selected while it loads would lose the first clicks.
  const release = keepFocusOutOf(view.container);
  await sketch.create('point');
  sketch.cancel();
  release();
  const stopKeys = moveCornersByKeyboard(internals, sketch, onChange);
  let shown: Graphic | undefined;
  /** The SDK undoes only changes of corners since the last time that the shape was opened. */
  let steps: History<Geometry> | undefined;
  let effect: FeatureLayerView | undefined;
  let highlight: { remove(): void } | undefined;
  let drawn: ((shape: Geometry | undefined) => void) | undefined;
  /** Numbers of the current feature, and of what was begun last: what arrives for earlier ones has no effect. */
  let subject = 0;
  let turn = 0;
  const unmark = () => {
    highlight?.remove();
    highlight = undefined;
    if (effect) effect.featureEffect = null;
    effect = undefined;
  };
  sketch.on('create', ({ state, graphic }) => {
    if (state === 'complete' || state === 'cancel') {
      const shape = state === 'complete' ? graphic?.geometry : undefined;
      if (graphic) layer.remove(graphic);
      drawn?.(shape ?? undefined);
      drawn = undefined;
    } else onChange(undefined);
  });
  sketch.on('update', ({ graphics, state, aborted }) => {
    const shape = graphics[0]?.geometry ?? undefined;
    if (state === 'complete' && !aborted && shape && isOther(shape, steps?.now)) steps?.push(shape);
    onChange(shape);
  });
  for (const name of ['undo', 'redo'] as const)
    sketch.on(name, ({ graphics }: { graphics?: Graphic[] }) =>
      onChange(shown && graphics?.includes(shown) ? (shown.geometry ?? undefined) : undefined),
    );
  const show: ShapeEditor['show'] = (feature, symbol) => {
    layer.removeAll();
    shown = new Graphic({ geometry: feature.geometry?.clone() ?? null, symbol: symbol ?? null });
    layer.add(shown);
    steps = shown.geometry ? new History(shown.geometry) : undefined;
  };
  const openShape = async (graphic: Graphic) => {
    const type = graphic.geometry?.type;
    const tool = type === 'point' ? 'move' : type === 'multipoint' ? 'transform' : 'reshape';
    await sketch.update([graphic], { tool, toggleToolOnClick: false }).catch(() => {});
  };
  const put = (shape: Geometry | undefined) => {
    if (!shown || !shape) return;
    shown.geometry = shape;
    void openShape(shown);
    onChange(shape);
    const place = shape.type === 'point' ? shape : shape.extent?.center;
    if (place) internals.announcePoint(place);
  };
  /**
   * Shows the shape of a feature above its layer, which shows the stored shape dimmed.
   * @returns whether nothing else was begun meanwhile
   */
  const lift = async (lifted: Graphic): Promise<boolean> => {
    const own = ++turn;
    await raise(lifted);
    return own === turn;
  };
  const raise = async (lifted: Graphic) => {
    if (shown) return;
    const own = subject;
    unmark();
    const symbol = await displayedSymbol(view, lifted);
    if (own !== subject) return;
    show(lifted, symbol);
    const of = lifted.layer as FeatureLayer | null | undefined;
    const objectId = lifted.getObjectId();
    const layerView = of && (await view.whenLayerView(of).catch(() => undefined));
    if (own !== subject || !layerView || typeof objectId !== 'number') return;
    effect = layerView as FeatureLayerView;
    effect.featureEffect = new FeatureEffect({
      filter: new FeatureFilter({ objectIds: [objectId] }),
      includedEffect: 'opacity(25%)',
    });
  };
  const create = async (shape: EditShape, hasZ: boolean, onReady?: () => void) => {
    const own = turn;
    const done = new Promise<Geometry | undefined>((resolve) => (drawn = resolve));
    const letGo = internals.holdClicks();
    try {
      await sketch.create(shape, { hasZ });
    } catch (cause) {
      if (own === turn) throw cause;
    } finally {
      letGo();
    }
    if (own !== turn) return done;
    view.focus();
    const [place] = shape === 'point' && !hasZ ? placesOf(internals.takeHeldClicks()) : [];
    if (place) {
      drawn?.(place);
      drawn = undefined;
      sketch.cancel();
    } else onReady?.();
    return done;
  };
  const clear = () => {
    subject++;
    turn++;
    sketch.cancel();
    drawn?.(undefined);
    drawn = undefined;
    layer.removeAll();
    shown = steps = undefined;
    unmark();
  };
  // A new drawing has steps of its own, and corners that were changed since have no step to redo.
  const canUndoWhole = () => !drawn && steps?.canUndo === true;
  const canRedoWhole = () => !drawn && !sketch.canUndo() && steps?.canRedo === true;
  return {
    canUndo: () => sketch.canUndo() || canUndoWhole(),
    canRedo: () => sketch.canRedo() || canRedoWhole(),
    undo() {
      if (sketch.canUndo()) sketch.undo();
      else if (canUndoWhole()) put(steps?.undo());
    },
    redo() {
      if (sketch.canRedo()) sketch.redo();
      else if (canRedoWhole()) put(steps?.redo());
    },
    setSnapping(on) {
      const layers = view.map?.allLayers.filter((one) => one.visible && hasFeatures(one)).toArray() ?? [];
      sketch.snappingOptions = {
        enabled: on,
        featureSources: layers.map((one) => ({ layer: one })),
      } as unknown as SketchViewModel['snappingOptions'];
    },
    async draw(choice, onReady) {
      clear();
      const own = turn;
      const symbol = await symbolOf(view, choice);
      if (own !== turn) return undefined;
      if (symbol && choice.shape === 'point') sketch.pointSymbol = symbol as SketchViewModel['pointSymbol'];
      const { supportsZ = false } = choice.layer.capabilities?.data ?? {};
      return create(choice.shape, supportsZ, onReady);
    },
    async redraw(feature) {
      const { geometry } = feature;
      if (!geometry) return undefined;
      if (!(await lift(feature))) return undefined;
      sketch.cancel();
      return create(geometry.type as EditShape, geometry.hasZ);
    },
    show,
    async mark(marked, objectId) {
      const own = ++turn;
      const layerView = await view.whenLayerView(marked).catch(() => undefined);
      if (own !== turn || !layerView || shown || !('highlight' in layerView)) return;
      highlight?.remove();
      highlight = (layerView as FeatureLayerView).highlight(objectId);
    },
    async reshape(feature) {
      if (!(await lift(feature)) || !shown) return;
      await openShape(shown);
      view.focus();
    },
    move(right, down) {
      // What was done with its corners before is a step of its own.
      sketch.complete();
      const before = shown?.geometry;
      const [moved] = (before && changedShapes(view, [before], { right, down })) ?? [];
      if (!moved || drawn) return;
      steps?.push(moved);
      put(moved);
    },
    finish: () => sketch.complete(),
    clear,
    close() {
      clear();
      stopKeys();
      sketch.destroy();
      if (!view.destroyed) view.map?.remove(layer);
    },
  };
}

/** Whether two shapes differ: the SDK replaces also those that are only selected. */
function isOther(shape: Geometry, than: Geometry | undefined): boolean {
  return JSON.stringify(shape) !== JSON.stringify(than);
}

/** Returns the focus to its previous element when the SDK moves it into the view, as it does when drawing begins. */
function keepFocusOutOf(container: HTMLElement | null | undefined): () => void {
  const giveBack = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !container?.contains(relatedTarget))
      relatedTarget.focus({ preventScroll: true });
  };
  container?.addEventListener('focusin', giveBack);
  return () => container?.removeEventListener('focusin', giveBack);
}
