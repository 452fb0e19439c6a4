import Graphic from '@arcgis/core/Graphic.js';
import WebMap from '@arcgis/core/WebMap.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import { describe, expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../testing/web/fake-map-model.ts';
import type { MapInternals } from '../map-model.ts';
import { canUngroup, groupLayer, groupOf, groupsFor, moveToGroup, ungroupLayer } from './make-layers.ts';

vi.stubGlobal('location', new URL('http://maps.example/demo/map'));

function places(id: string, more: string[] = []): FeatureLayer {
  return new FeatureLayer({
    id,
    title: id,
    source: [new Graphic({ attributes: { OBJECTID: 1 } })],
    objectIdField: 'OBJECTID',
    geometryType: 'point',
    fields: [{ name: 'OBJECTID', type: 'oid' }, ...more.map((name) => ({ name, type: 'string' as const }))],
    renderer: new SimpleRenderer({ symbol: new SimpleMarkerSymbol() }),
  });
}

function rig(...layers: (FeatureLayer | GroupLayer)[]) {
  const map = new WebMap({ layers });
  const view = { map, destroyed: false };
  const { model } = fakeMapModel({}, { view } as unknown as MapInternals);
  const tree = (): unknown[] =>
    map.layers
      .toArray()
      .map((layer) =>
        layer.type === 'group'
          ? [layer.title, ...(layer as GroupLayer).layers.map(({ id }) => id)]
          : layer.id,
      );
  return { map, model, tree };
}

describe('groups', () => {
  it('take layers, and give them back to their place', async () => {
    const { model, tree } = rig(places('a'), places('b'), places('c'));
    const group = (await groupLayer(model, 'b', 'Houses')) ?? '';
    expect(tree()).toEqual(['a', ['Houses', 'b'], 'c']);
    moveToGroup(model, 'c', group);
    expect(tree()).toEqual(['a', ['Houses', 'b', 'c']]);
    expect(groupOf(model, 'c')).toBe(group);
    moveToGroup(model, 'b', undefined);
    expect(tree()).toEqual(['a', ['Houses', 'c'], 'b']);
    ungroupLayer(model, group);
    expect(tree()).toEqual(['a', 'c', 'b']);
  });

  it('do not take themselves', () => {
    const inner = new GroupLayer({ id: 'inner', title: 'Inner' });
    const outer = new GroupLayer({ id: 'outer', title: 'Outer', layers: [inner] });
    const { model } = rig(outer, places('a'));
    expect(groupsFor(model, 'outer')).toEqual([]);
    expect(groupsFor(model, 'inner').map(({ id }) => id)).toEqual(['outer']);
    expect(groupsFor(model, 'a').map(({ id }) => id)).toEqual(['inner', 'outer']);
  });

  it('of one feature collection stay together', () => {
    const { model } = rig(new GroupLayer({ id: 'fc', layers: [places('fc-sublayer-0')] }), places('a'));
    expect(canUngroup(model, 'fc')).toBe(false);
    expect(groupsFor(model, 'a')).toEqual([]);
  });
});
