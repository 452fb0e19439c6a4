import Graphic from '@arcgis/core/Graphic.js';
import Point from '@arcgis/core/geometry/Point.js';
import Polyline from '@arcgis/core/geometry/Polyline.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import { describe, expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { openShapes } from './draw-shape.ts';

type Report = (event: object) => void;
/** What the tests read of a point or a line. */
type Shape = Pick<Point, 'x' | 'y'> & Pick<Polyline, 'paths'>;

/** The SDK's tool: the graphic that it changes, and how many changes of corners it can undo. */
const sdk = vi.hoisted(() => ({
  graphic: undefined as Graphic | undefined,
  changes: 0,
  listeners: [] as [name: string, report: Report][],
}));

vi.mock('@arcgis/core/widgets/Sketch/SketchViewModel.js', () => ({
  default: class {
    on(name: string, report: Report) {
      sdk.listeners.push([name, report]);
      return { remove() {} };
    }
    async create() {}
    async update([graphic]: Graphic[]) {
      this.complete();
      sdk.graphic = graphic;
    }
    complete() {
      const { graphic } = sdk;
      sdk.graphic = undefined;
      sdk.changes = 0;
      const event = { state: 'complete', aborted: false, graphics: [graphic] };
      if (graphic) for (const [name, report] of sdk.listeners) if (name === 'update') report(event);
    }
    canUndo = () => sdk.changes > 0;
    canRedo = () => false;
    cancel() {}
    destroy() {}
  },
}));

const spatialReference = SpatialReference.WebMercator;
const at = (x: number, y: number) => new Point({ x, y, spatialReference });

/** A feature that is being moved, in a view of two metres per pixel. */
async function rig(geometry: Point | Polyline) {
  sdk.graphic = undefined;
  sdk.changes = 0;
  sdk.listeners.splice(0);
  const view = {
    when: async () => {},
    map: { add() {} },
    container: document.createElement('div'),
    focus() {},
    spatialReference,
    toScreen: ({ x, y }: Point) => ({ x: x / 2, y: -y / 2 }),
    toMap: ({ x, y }: { x: number; y: number }) => at(2 * x, -2 * y),
  };
  const announcePoint = vi.fn<(point: Point) => void>();
  const changed = vi.fn<(shape: unknown) => void>();
  const shapes = await openShapes({ view, announcePoint } as unknown as MapInternals, changed);
  const feature = new Graphic({ geometry });
  shapes.show(feature, null);
  await shapes.reshape(feature);
  return { shapes, announcePoint, shape: () => changed.mock.lastCall?.[0] as Shape };
}

describe('a whole feature', () => {
  it('is moved by pixels of the screen, and each move is a step', async () => {
    const { shapes, shape, announcePoint } = await rig(at(0, 0));
    const place = () => [shape().x, shape().y];
    expect(shapes.canUndo()).toBe(false);
    shapes.move(10, 0);
    shapes.move(0, 10);
    expect(place()).toEqual([20, -20]);
    expect(announcePoint.mock.lastCall?.[0].y).toBe(-20);
    shapes.undo();
    expect(place()).toEqual([20, 0]);
    shapes.undo();
    expect(place()).toEqual([0, 0]);
    expect(shapes.canUndo()).toBe(false);
    shapes.redo();
    expect(place()).toEqual([20, 0]);
  });

  it('returns to what its corners were before it was moved', async () => {
    const { shapes, shape } = await rig(at(0, 0));
    if (sdk.graphic) sdk.graphic.geometry = at(5, 5);
    sdk.changes = 1;
    shapes.move(10, 0);
    expect([shape().x, shape().y]).toEqual([25, 5]);
    shapes.undo();
    expect([shape().x, shape().y]).toEqual([5, 5]);
    shapes.undo();
    expect([shape().x, shape().y]).toEqual([0, 0]);
  });

  it('keeps its heights', async () => {
    const paths = [
      [
        [0, 0, 7],
        [100, 0, 9],
      ],
    ];
    const { shapes, shape } = await rig(new Polyline({ paths, hasZ: true, spatialReference }));
    shapes.move(10, 0);
    expect(shape().paths).toEqual([
      [
        [20, 0, 7],
        [120, 0, 9],
      ],
    ]);
  });
});
