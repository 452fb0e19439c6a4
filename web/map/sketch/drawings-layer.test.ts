import Collection from '@arcgis/core/core/Collection.js';
import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import MapNotesLayer from '@arcgis/core/layers/MapNotesLayer.js';
import { expect, it } from 'vitest';
import { shownDrawings } from './drawings-layer.ts';

const notes = (title: string, visible = true) => new MapNotesLayer({ title, visible });
const group = (layers: Layer[], visible = true) => new GroupLayer({ layers, visible });

it('finds visible drawings in the map and in visible groups', () => {
  const layers = new Collection<Layer>([
    notes('At the top'),
    notes('Hidden', false),
    new GraphicsLayer(),
    group([notes('In a group'), notes('Hidden in a group', false), group([notes('In two groups')])]),
    group([notes('In a hidden group')], false),
  ]);
  expect(shownDrawings(layers).map(({ title }) => title)).toEqual([
    'At the top',
    'In a group',
    'In two groups',
  ]);
});
