import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import LabelClass from '@arcgis/core/layers/support/LabelClass.js';
import { describe, expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import type { LayerUse } from './configure.ts';
import { openMissingFields } from './missing-session.ts';
import { usedByForm, usedByLabels, usedByPopup, usedByStyle } from './used-fields.ts';

describe('the fields that a part of a layer reads', () => {
  it('are those of a renderer, its variables and its expressions', () => {
    const used = usedByStyle({
      type: 'uniqueValue',
      field1: 'kind',
      normalizationField: 'area',
      valueExpression: '$feature.n',
      visualVariables: [{ type: 'sizeInfo', field: 'size' }, { valueExpression: '$feature.m' }],
      uniqueValueInfos: [{ value: 'field', symbol: { field: 'none' } }],
      authoringInfo: { field1: { field: 'note' } },
    });
    expect(used.fields).toEqual(['kind', 'area', 'size']);
    expect(used.expressions).toEqual(['$feature.n', '$feature.m']);
  });

  it('are those of statistics of bins, not those that bins have themselves', () => {
    const used = usedByStyle({
      type: 'binning',
      fields: [{ name: 'sum', onStatisticField: 'people', statisticType: 'sum' }],
      drawingInfo: { renderer: { field: 'sum' } },
    });
    expect(used.fields).toEqual(['people']);
  });

  it('are those of labels of either kind', () => {
    const used = usedByLabels([
      { labelExpression: '[name] CONCAT [street]' },
      { labelExpressionInfo: { expression: '$feature.n' }, labelExpression: '[old]', where: 'm > 1' },
    ]);
    expect(used).toEqual({ fields: ['name', 'street'], expressions: ['$feature.n'], conditions: ['m > 1'] });
  });

  it('are those of a popup, in texts, rows and media', () => {
    const used = usedByPopup({
      title: 'Stop {name}',
      fieldInfos: [{ fieldName: 'unused' }],
      popupElements: [
        { type: 'text', text: '<p style="{x: y}">{kind} {expression/expr0} {opened:DateFormat}</p>' },
        { type: 'fields', fieldInfos: [{ fieldName: 'lines' }, { fieldName: 'relationships/0/x' }] },
        { type: 'expression', expressionInfo: { expression: '$feature.m' } },
        {
          type: 'media',
          mediaInfos: [{ type: 'image', value: { sourceURL: '{photo}' } }, { value: { fields: ['a'] } }],
        },
      ],
    });
    expect(used.fields).toEqual(['lines', 'a', 'name', 'kind', 'opened', 'photo']);
    expect(used.expressions).toEqual(['$feature.m']);
  });

  it('are those of a form, in groups too', () => {
    const used = usedByForm({
      formElements: [{ type: 'group', formElements: [{ type: 'field', fieldName: 'kind' }] }],
      expressionInfos: [{ expression: '$feature.n > 1' }],
    });
    expect(used).toEqual({ fields: ['kind'], expressions: ['$feature.n > 1'], conditions: [] });
  });
});

describe('fields that no longer exist', () => {
  const layer = new FeatureLayer({
    id: 'stops',
    source: [],
    objectIdField: 'OBJECTID',
    geometryType: 'point',
    spatialReference: { wkid: 4326 },
    fields: [
      { name: 'OBJECTID', type: 'oid' },
      { name: 'Kind', type: 'string' },
      { name: 'n', type: 'integer' },
    ],
    renderer: { type: 'unique-value', field: 'gone', uniqueValueInfos: [] },
    definitionExpression: "old = 'a' AND kind = 'b' AND n > 1",
    popupTemplate: { title: '{kind} {lost}', content: [] },
  });
  // Its description is known.
  vi.spyOn(layer, 'load').mockResolvedValue(layer);
  layer.labelingInfo = [
    new LabelClass({ labelExpressionInfo: { expression: '$feature.away + $feature["kind"]' } }),
  ];
  const internals = {
    view: { map: { layers: { toArray: () => [layer] } } },
  } as unknown as MapInternals;

  it.each<[LayerUse, string]>([
    ['style', 'gone'],
    ['labels', 'away'],
    ['popup', 'lost'],
    ['filter', 'old'],
  ])('are named for the %s, whatever the case of the others', async (part, name) => {
    const missing = await openMissingFields(internals, 'stops', part);
    await vi.waitFor(() => expect(missing.state.get()).toEqual([name]));
    missing.close();
  });

  it('are not named any longer once they are replaced', async () => {
    const missing = await openMissingFields(internals, 'stops', 'filter');
    await vi.waitFor(() => expect(missing.state.get()).toEqual(['old']));
    layer.definitionExpression = 'n > 1';
    await vi.waitFor(() => expect(missing.state.get()).toEqual([]));
    missing.close();
  });

  it('are none where a condition cannot be parsed', async () => {
    layer.definitionExpression = 'n > > (';
    const missing = await openMissingFields(internals, 'stops', 'filter');
    await expect.poll(() => missing.state.get()).toEqual([]);
    missing.close();
  });
});
