import { expect, it } from 'vitest';
import { faultsOf } from '../../../testing/web/web-map-specification.ts';

const document = {
  version: '2.34',
  authoringApp: 'Mapping',
  authoringAppVersion: '1.0',
  spatialReference: { wkid: 102100 },
  baseMap: { title: '', baseMapLayers: [] },
  operationalLayers: [],
};
const layer = { id: 'a', layerType: 'ArcGISFeatureLayer', url: 'https://gis.example.org/0' };
const symbol = { type: 'esriSMS', style: 'esriSMSCircle', color: [0, 0, 0, 255] };

it('accepts a map of the web map specification', () => {
  const renderer = { type: 'simple', symbol };
  const operationalLayers = [{ ...layer, layerDefinition: { drawingInfo: { renderer } } }];
  expect(faultsOf({ ...document, operationalLayers })).toEqual([]);
});

it.each<[string, object, string]>([
  ['a member that maps do not have', { ...document, colour: 1 }, 'Unrecognized key: "colour"'],
  ['a map without a version', { ...document, version: undefined }, 'version'],
  [
    'a layer of an unknown kind',
    { ...document, operationalLayers: [{ id: 'a', layerType: 'Fog' }] },
    'layerType',
  ],
  [
    'a renderer with a member of another one',
    {
      ...document,
      operationalLayers: [
        { ...layer, layerDefinition: { drawingInfo: { renderer: { type: 'simple', symbol, field1: 'a' } } } },
      ],
    },
    'Unrecognized key: "field1"',
  ],
  [
    'an input with a setting of another one',
    {
      ...document,
      operationalLayers: [
        {
          ...layer,
          formInfo: {
            formElements: [
              {
                type: 'field',
                fieldName: 'a',
                inputType: { type: 'timestampoffset-picker', includeTime: true },
              },
            ],
          },
        },
      ],
    },
    'Unrecognized key: "includeTime"',
  ],
])('rejects %s', (_what, wrong, fault) => {
  expect(faultsOf(wrong).join('\n')).toContain(fault);
});
