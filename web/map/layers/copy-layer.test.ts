import Graphic from '@arcgis/core/Graphic.js';
import Map from '@arcgis/core/Map.js';
import GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import MapImageLayer from '@arcgis/core/layers/MapImageLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import LabelClass from '@arcgis/core/layers/support/LabelClass.js';
import { expect, it } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { appearanceOf, duplicateLayer } from './copy-layer.ts';

it('the appearance of a layer is also its labels and scales', () => {
  const labelingInfo = [new LabelClass({ labelExpressionInfo: { expression: '$feature.name' } })];
  const layer = new FeatureLayer({ labelingInfo, labelsVisible: false, minScale: 5000, effect: 'blur(2px)' });
  const other = new FeatureLayer();
  Object.assign(other, appearanceOf(layer));
  expect(other.labelingInfo?.[0]?.labelExpressionInfo?.expression).toBe('$feature.name');
  expect(other).toMatchObject({ labelsVisible: false, minScale: 5000, effect: 'blur(2px)' });
});

it('the appearance of a layer is also its table and charts, and what is switched off', () => {
  const charts = [{ type: 'chart', id: 'c' }];
  const layer = new FeatureLayer({
    popupEnabled: false,
    legendEnabled: false,
    attributeTableTemplate: { elements: [{ type: 'field', fieldName: 'name' }] },
  });
  layer.charts = charts;
  const other = new FeatureLayer();
  Object.assign(other, appearanceOf(layer));
  expect(other).toMatchObject({ popupEnabled: false, legendEnabled: false });
  expect(other.attributeTableTemplate?.elements?.[0]).toMatchObject({ fieldName: 'name' });
  expect(other.attributeTableTemplate).not.toBe(layer.attributeTableTemplate);
  expect(other.charts).toEqual(charts);
});

it('a copied group has copies of its layers, their parts and groups, shown alike', async () => {
  const parts = new MapImageLayer({
    url: 'https://gis.example/arcgis/rest/services/a/MapServer',
    title: 'Parts',
    sublayers: [{ id: 3, title: 'Pipes', visible: false }],
  });
  parts.load = async () => parts;
  const ownFeatures = () =>
    new FeatureLayer({
      title: 'Own',
      source: [
        new Graphic({ attributes: { OBJECTID: 1 }, geometry: { type: 'point', x: 1, y: 2 } as never }),
      ],
      objectIdField: 'OBJECTID',
      geometryType: 'point',
      fields: [{ name: 'OBJECTID', type: 'oid' }],
      opacity: 0.4,
    });
  const own = ownFeatures();
  own.load = async () => own;
  own.queryFeatures = async () => ({ features: own.source.toArray() }) as never;
  const inner = new GroupLayer({ title: 'Inner', layers: [own], visible: false });
  const group = new GroupLayer({
    title: 'Outer',
    layers: [inner, parts],
    visibilityMode: 'exclusive',
    opacity: 0.5,
    minScale: 9000,
  });
  const map = new Map({ layers: [group] });
  const id = await duplicateLayer({ view: { map } } as unknown as MapInternals, group.id, 'Outer (copy)');

  const copy = map.layers.at(1) as GroupLayer;
  expect(copy).toMatchObject({
    id,
    title: 'Outer (copy)',
    visibilityMode: 'exclusive',
    opacity: 0.5,
    minScale: 9000,
  });
  const [innerCopy, partsCopy] = copy.layers.toArray() as [GroupLayer, MapImageLayer];
  expect(innerCopy).toMatchObject({ title: 'Inner', visible: false });
  const ownCopy = innerCopy.layers.at(0) as FeatureLayer;
  expect(ownCopy).toMatchObject({ title: 'Own', opacity: 0.4 });
  expect(ownCopy.source.at(0)?.attributes).toEqual({ OBJECTID: 1 });
  expect(partsCopy.sublayers?.at(0)).toMatchObject({ id: 3, title: 'Pipes', visible: false });
  const idsOf = (layer: Layer): string[] => [
    layer.id,
    ...(layer.type === 'group' ? (layer as GroupLayer).layers.toArray().flatMap(idsOf) : []),
  ];
  expect(new Set([...idsOf(group), ...idsOf(copy)]).size).toBe(8);
});
