import WebMap from '@arcgis/core/WebMap.js';
import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeMapModel } from '../../../testing/web/fake-map-model.ts';
import { trackWork } from '../document/sdk/track-work.ts';
import type { MapInternals } from '../map-model.ts';
import { moveLayer, placeLayer, removeLayer, setLayerOpacity } from './arrange-layers.ts';
import { ungroupLayer } from './make-layers.ts';

/** The part of the SDK's collection that is used: an array that can be reordered. */
class FakeCollection<One> {
  readonly all: One[];
  constructor(all: One[]) {
    this.all = all;
  }
  get length() {
    return this.all.length;
  }
  toArray() {
    return [...this.all];
  }
  indexOf(one: One) {
    return this.all.indexOf(one);
  }
  remove(one: One) {
    this.all.splice(this.indexOf(one), 1);
  }
  add(one: One, at: number) {
    this.all.splice(at, 0, one);
  }
  reorder(one: One, at: number) {
    this.remove(one);
    this.add(one, at);
  }
}

const layer = (id: string, listMode = 'show') => ({ id, listMode, opacity: 1, destroy: vi.fn<() => void>() });

/** A map with layers in drawing order: the last one topmost. */
function rig(...layers: ReturnType<typeof layer>[]) {
  const collection = new FakeCollection(layers);
  const stops: (() => void)[] = [];
  const view = { map: { layers: collection }, destroyed: false };
  const { model } = fakeMapModel({}, {
    view,
    onLeave(stop: () => void) {
      stops.push(stop);
      return () => {};
    },
  } as unknown as MapInternals);
  return { model, view, leave: () => stops.forEach((stop) => stop()), ids: () => layers.map(({ id }) => id) };
}

describe('the layer order', () => {
  it('counts positions from the top, as the list does', () => {
    const { model, ids } = rig(layer('a'), layer('b'), layer('c'));
    moveLayer(model, 'a', 0);
    expect(ids()).toEqual(['b', 'c', 'a']);
    moveLayer(model, 'a', 2);
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  it('skips unlisted layers', () => {
    const { model, ids } = rig(layer('a'), layer('hidden', 'hide'), layer('c'));
    moveLayer(model, 'a', 0);
    expect(ids()).toEqual(['hidden', 'c', 'a']);
  });

  it('ends at top and bottom', () => {
    const { model, ids } = rig(layer('a'), layer('b'));
    moveLayer(model, 'b', -5);
    expect(ids()).toEqual(['a', 'b']);
    moveLayer(model, 'b', 99);
    expect(ids()).toEqual(['b', 'a']);
  });

  it('is unchanged for a removed layer', () => {
    const { model, ids } = rig(layer('a'), layer('b'));
    moveLayer(model, 'nowhere', 0);
    expect(ids()).toEqual(['a', 'b']);
  });
});

describe('a layer and its group', () => {
  /**
   * `a`, the group `g` of `b`, a hidden layer and `c`, the empty group `h`, the layers of a collection; from
   * the top.
   */
  function tree() {
    const plain = (id: string, listMode: Layer['listMode'] = 'show') =>
      new GraphicsLayer({ id, title: id, listMode });
    const group = (id: string, ...layers: Layer[]) =>
      new GroupLayer({ id, title: id, layers: layers.toReversed() });
    const map = new WebMap({
      layers: [
        group('collection', plain('collection-sublayer-1'), plain('collection-sublayer-0')),
        group('h'),
        group('g', plain('b'), plain('hidden', 'hide'), plain('c')),
        plain('a'),
      ],
    });
    const stops: (() => void)[] = [];
    const internals = {
      view: { map, destroyed: false },
      source: { webMap: undefined, basemap: { light: '', dark: '' } },
      onLeave: (stop: () => void) => stops.push(stop),
    } as unknown as MapInternals;
    onTestFinished(() => stops.forEach((stop) => stop()));
    const { model } = fakeMapModel({}, internals);
    const shapeOf = (layers: Layer[]): string =>
      layers
        .toReversed()
        .map((one) => (one instanceof GroupLayer ? `${one.id}(${shapeOf(one.layers.toArray())})` : one.id))
        .join(' ');
    return { model, internals, shape: () => shapeOf(map.layers.toArray()) };
  }
  const collection = 'collection(collection-sublayer-1 collection-sublayer-0)';

  it.each<[string, string, string | undefined, number, string]>([
    ['to the top of a group', 'a', 'g', 0, `g(a b hidden c) h() ${collection}`],
    ['between its members', 'a', 'g', 1, `g(b hidden a c) h() ${collection}`],
    ['to its end', 'a', 'g', 2, `g(b hidden c a) h() ${collection}`],
    ['into an empty group', 'a', 'h', 0, `g(b hidden c) h(a) ${collection}`],
    ['out of its group, above it', 'c', undefined, 1, `a c g(b hidden) h() ${collection}`],
    ['out of its group, to the end', 'b', undefined, 4, `a g(hidden c) h() ${collection} b`],
    ['into another group', 'b', 'h', 0, `a g(hidden c) h(b) ${collection}`],
    ['with its own layers into another group', 'g', 'h', 0, `a h(g(b hidden c)) ${collection}`],
    ['within its group', 'b', 'g', 1, `a g(hidden c b) h() ${collection}`],
    ['among the layers of the map', 'a', undefined, 1, `g(b hidden c) a h() ${collection}`],
    ['not into itself', 'g', 'g', 0, `a g(b hidden c) h() ${collection}`],
    ['not into a collection', 'a', 'collection', 0, `a g(b hidden c) h() ${collection}`],
    ['not out of one', 'collection-sublayer-0', 'g', 0, `a g(b hidden c) h() ${collection}`],
    ['not out of one to the map', 'collection-sublayer-0', undefined, 0, `a g(b hidden c) h() ${collection}`],
  ])('moves %s', (_where, id, group, place, expected) => {
    const { model, shape } = tree();
    placeLayer(model, id, group, place);
    expect(shape()).toBe(expected);
  });

  it('are named when a move is undone', async () => {
    const { model, internals, shape } = tree();
    const work = trackWork(internals);
    const before = shape();
    const undone = async (change: () => void) => {
      change();
      await vi.waitFor(() => expect(work.state.get().undo).toBeDefined());
      const { undo } = work.state.get();
      work.undo();
      expect(shape()).toBe(before);
      return undo;
    };
    expect(await undone(() => placeLayer(model, 'a', 'g', 1))).toEqual([
      { kind: 'group', layer: 'a', to: 'g' },
    ]);
    expect(await undone(() => placeLayer(model, 'b', undefined, 0))).toEqual([{ kind: 'group', layer: 'b' }]);
    expect(await undone(() => ungroupLayer(model, 'g'))).toMatchObject([
      { kind: 'group', layer: 'b' },
      { kind: 'group' },
      { kind: 'group' },
      { kind: 'layer-removed', layer: 'g' },
    ]);
  });
});

describe('a removed layer', () => {
  it('is restored to its position', () => {
    const { model, ids } = rig(layer('a'), layer('b'), layer('c'));
    const undo = removeLayer(model, 'b');
    expect(ids()).toEqual(['a', 'c']);
    undo();
    undo();
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  it('is destroyed with the map, unless it was restored', () => {
    const [gone, back] = [layer('gone'), layer('back')];
    const { model, leave } = rig(gone, back);
    removeLayer(model, 'gone');
    removeLayer(model, 'back')();
    leave();
    expect(gone.destroy).toHaveBeenCalledOnce();
    expect(back.destroy).not.toHaveBeenCalled();
  });

  it('is not restored to a closed map', () => {
    const { model, view, ids } = rig(layer('a'));
    const undo = removeLayer(model, 'a');
    view.destroyed = true;
    undo();
    expect(ids()).toEqual([]);
  });
});

it.each([
  [0.4, 0.4],
  [-1, 0],
  [7, 1],
])('an opacity of %d is normalised to %d', (requested, expected) => {
  const one = layer('a');
  const { model } = rig(one);
  setLayerOpacity(model, 'a', requested);
  expect(one.opacity).toBe(expected);
});
