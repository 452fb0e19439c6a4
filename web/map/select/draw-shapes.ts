import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import type { QueryProperties } from '@arcgis/core/rest/support/Query.js';
import SketchViewModel from '@arcgis/core/widgets/Sketch/SketchViewModel.js';
import type { MapInternals } from '../map-model.ts';
import { placesOf } from '../sdk/held-clicks.ts';
import { createStore, type Store } from '../../store.ts';
import type { SelectShape } from './select.ts';

export type Shape = NonNullable<QueryProperties['geometry']>;
export type DrawnShape = SelectShape | 'point';

/** What the SDK draws for each shape. */
const sketches = {
  // Also by two clicks, for those who cannot drag.
  rectangle: ['rectangle', 'hybrid'],
  lasso: ['polygon', 'freehand'],
  line: ['polyline', 'click'],
  area: ['polygon', 'click'],
  point: ['point', 'click'],
} as const;

/** Lets the user draw shapes, one at a time, which are removed when they are complete. */
export interface ShapeDrawing<Drawn extends DrawnShape> {
  /** The shape that is being drawn, once clicks on the map draw it; undefined for none. */
  readonly drawing: Store<Drawn | undefined>;
  /** Discards an unfinished shape. @returns undefined if the user stopped */
  draw(shape: Drawn): Promise<Shape | undefined>;
  stop(): void;
  close(): void;
}

export function drawShapes<Drawn extends DrawnShape>({
  view,
  claimClicks,
  holdClicks,
  takeHeldClicks,
}: Pick<MapInternals, 'view' | 'claimClicks' | 'holdClicks' | 'takeHeldClicks'>): ShapeDrawing<Drawn> {
  const drawing = createStore<Drawn | undefined>(undefined);
  const drawings = new GraphicsLayer({ listMode: 'hide' });
  view.map?.add(drawings);
  const sketch = new SketchViewModel({ view, layer: drawings, updateOnGraphicClick: false });
  let drawn: ((shape: Shape | undefined) => void) | undefined;
  let release = () => {};
  let turn = 0;
  const end = (shape: Shape | undefined) => {
    drawings.removeAll();
    drawing.set(undefined);
    release();
    release = () => {};
    drawn?.(shape);
    drawn = undefined;
  };
  sketch.on('create', ({ state, graphic }) => {
    if (state === 'complete') end(graphic?.geometry as Shape | undefined);
    else if (state === 'cancel') end(undefined);
  });
  const stop = () => {
    turn++;
    sketch.cancel();
    end(undefined);
  };
  return {
    drawing,
    stop,
    async draw(shape) {
      stop();
      const own = ++turn;
      release = claimClicks();
      // The first time this loads the SDK's drawing code; only a point can be drawn from the clicks until then.
      const letGo = holdClicks();
      const [tool, mode] = sketches[shape];
      const done = new Promise<Shape | undefined>((resolve) => (drawn = resolve));
      try {
        await sketch.create(tool, { mode });
      } catch (cause) {
        // Of an earlier shape: another one was chosen before it was ready.
        if (own !== turn) return done;
        end(undefined);
        throw cause;
      } finally {
        letGo();
      }
      if (own !== turn || !drawn) return done;
      const [place] = shape === 'point' ? placesOf(takeHeldClicks()) : [];
      if (place) {
        end(place);
        sketch.cancel();
      } else drawing.set(shape);
      return done;
    },
    close() {
      stop();
      sketch.destroy();
      if (!view.destroyed) view.map?.remove(drawings);
    },
  };
}
