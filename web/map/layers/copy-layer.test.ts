import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import LabelClass from '@arcgis/core/layers/support/LabelClass.js';
import { expect, it } from 'vitest';
import { appearanceOf } from './copy-layer.ts';

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
