import Graphic from '@arcgis/core/Graphic.js';
import Point from '@arcgis/core/geometry/Point.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
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

/** A tool whose layer is still being drawn for the first time, with a feature of that layer. */
async function pendingRig() {
  const view = {
    when: async () => {},
    map: { add() {}, remove() {} },
    whenLayerView: vi.fn<() => Promise<unknown>>(() => drawn.promise),
    focus: vi.fn<() => void>(),
  };
  const drawn = Promise.withResolvers<unknown>();
  const highlights: string[] = [];
  const layerView = {
    featureEffect: null as unknown,
    highlight: (objectId: number) => {
      highlights.push(`on ${objectId}`);
      return { remove: () => highlights.push(`off ${objectId}`) };
    },
  };
  const internals = { view, announcePoint() {}, holdClicks: () => () => {}, takeHeldClicks: () => [] };
  const shapes = await openShapes(internals as unknown as MapInternals, () => {});
  const feature = new Graphic({ geometry: at(0, 0), attributes: { OBJECTID: 7 } });
  feature.getObjectId = () => 7;
  const layer = new FeatureLayer({ objectIdField: 'OBJECTID', geometryType: 'point', source: [] });
  feature.layer = layer;
  return { shapes, view, layer, layerView, highlights, feature, respond: () => drawn.resolve(layerView) };
}

describe('a feature that was left before its layer was drawn', () => {
  it('is neither dimmed nor shown', async () => {
    const { shapes, view, layerView, feature, respond } = await pendingRig();
    const reshaped = shapes.reshape(feature);
    await vi.waitFor(() => expect(view.whenLayerView).toHaveBeenCalled());
    shapes.clear();
    respond();
    await reshaped;
    expect(layerView.featureEffect).toBeNull();
    expect(view.focus).not.toHaveBeenCalled();
  });

  it('is not drawn again', async () => {
    const { shapes, view, feature, respond } = await pendingRig();
    const redrawn = shapes.redraw(feature);
    await vi.waitFor(() => expect(view.whenLayerView).toHaveBeenCalled());
    shapes.clear();
    respond();
    expect(await redrawn).toBeUndefined();
    expect(view.focus).not.toHaveBeenCalled();
  });

  it('is not highlighted', async () => {
    const { shapes, layer, highlights, respond } = await pendingRig();
    const marked = shapes.mark(layer, 7);
    shapes.close();
    respond();
    await marked;
    expect(highlights).toEqual([]);
  });
});

it('a feature is highlighted once, and no more after it is left', async () => {
  const { shapes, layer, highlights, respond } = await pendingRig();
  respond();
  await Promise.all([shapes.mark(layer, 7), shapes.mark(layer, 7)]);
  shapes.clear();
  expect(highlights).toEqual(['on 7', 'off 7']);
});

it('the stored shape of a feature is dimmed, also if it is drawn again before its layer was drawn', async () => {
  const { shapes, view, layerView, feature, respond } = await pendingRig();
  const reshaped = shapes.reshape(feature);
  await vi.waitFor(() => expect(view.whenLayerView).toHaveBeenCalled());
  const redrawn = shapes.redraw(feature);
  respond();
  await reshaped;
  expect(layerView.featureEffect).not.toBeNull();
  shapes.clear();
  await redrawn;
  expect(layerView.featureEffect).toBeNull();
});

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
