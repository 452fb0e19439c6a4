import { describe, expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../testing/web/fake-map-model.ts';
import type { MapInternals } from '../map-model.ts';
import { moveLayer, removeLayer, setLayerOpacity } from './arrange-layers.ts';

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
