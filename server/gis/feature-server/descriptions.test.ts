import { describe, expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import type { Field } from '../layer/field.ts';
import { type HostedLayer, systemFields } from '../layer/layer.ts';
import { describeLayer as describeNew } from '../storage/describe-layer.ts';
import type { ServiceRights } from './context.ts';
import { layerJson } from './layer-json.ts';
import { serviceJson } from './service-operations.ts';

const editor: ServiceRights = { mayRead: true, mayEdit: true, caller: 'ada' };
const reader: ServiceRights = { mayRead: true, mayEdit: false, caller: null };
const editable = ['Create', 'Delete', 'Query', 'Update', 'Editing'];

function layer(more: Partial<HostedLayer> = {}, capabilities: readonly string[] = ['Query']): HostedLayer {
  const { definition } = describeNew({
    name: 'Trees',
    fields: [
      { name: 'species', type: 'esriFieldTypeString', defaultValue: 'oak' },
      { name: 'fixed', type: 'esriFieldTypeString', editable: false },
    ],
  });
  return {
    ...definition,
    service: {
      id: 1,
      orgId: 'mapping',
      name: 'City',
      itemId: null,
      description: '',
      copyright: 'the city',
      capabilities,
      isView: false,
      hasViews: false,
    },
    layerId: 0,
    name: 'Trees',
    tableName: 't1',
    geometryType: 'esriGeometryPoint',
    wkid: 4326,
    hasZ: false,
    hasM: false,
    featureCount: 0,
    extent: null,
    editedAt: 5,
    versions: [],
    ...more,
  };
}
const shown = (one: HostedLayer, rights = editor) => layerJson(one, rights) as Record<string, any>;
const service = (layers: HostedLayer[], rights = editor) =>
  serviceJson(layers[0]?.service ?? layer().service, layers, rights) as Record<string, any>;

describe('layer description', () => {
  test('derives a bounded number of templates from symbols, with the defaults that have room', () => {
    const uniqueValueInfos = Array.from({ length: 5000 }, (_none, value) => ({ value: `kind ${value}` }));
    const templatesOf = (defaultValue: string) => {
      const [, , species, fixed] = layer().fields as [Field, Field, Field, Field];
      const fields = [...systemFields, species, { ...fixed, editable: true, defaultValue }];
      const renderer = { type: 'uniqueValue', field1: 'species', uniqueValueInfos };
      return shown(layer({ fields, drawingInfo: { renderer } }, editable)).templates;
    };
    const templates = templatesOf('usual');
    expect(templates).toHaveLength(limits.symbolTemplates);
    expect(templates[7].prototype.attributes).toEqual({ species: 'kind 7', fixed: 'usual' });
    const [first] = templatesOf('x'.repeat(4000));
    expect(first.prototype.attributes).toEqual({ species: 'kind 0' });
  });

  test('has an extent in its own units when the layer has no features', () => {
    expect(shown(layer()).extent).toMatchObject({ xmin: -180, ymax: 90, spatialReference: { wkid: 4326 } });
    // 4258 is degrees as well (ETRS89).
    expect(shown(layer({ wkid: 4258 })).extent).toMatchObject({ xmin: -180, ymax: 90 });
    expect(shown(layer({ wkid: 3857 })).extent).toMatchObject({
      xmax: 20_037_508.34,
      spatialReference: { wkid: 102100, latestWkid: 3857 },
    });
  });

  test('is not static when others may edit, even for readers', () => {
    expect(shown(layer({}, editable), reader)).toMatchObject({ capabilities: 'Query', hasStaticData: false });
    expect(shown(layer({}, editable), editor)).toMatchObject({
      capabilities: editable.join(','),
      hasStaticData: false,
    });
    expect(shown(layer(), editor).hasStaticData).toBe(true);
  });

  test('offers a template with editable fields and defaults to users who may add', () => {
    const [template] = shown(layer({}, editable)).templates;
    expect(template.prototype.attributes).toEqual({ species: 'oak' });
    expect(shown(layer({}, editable), reader).templates).toEqual([]);
    expect(shown(layer({ geometryType: 'esriGeometryPolygon' }, editable)).templates[0].drawingTool).toBe(
      'esriFeatureEditToolPolygon',
    );
    const own = { name: 'mine' };
    expect(shown(layer({ templates: [own] }, editable)).templates).toEqual([own]);
  });

  test('offers a template for each symbol, with its value', () => {
    const values = (field1: string) => ({
      renderer: {
        type: 'uniqueValue',
        field1,
        uniqueValueInfos: [{ value: 'oak', label: 'Oaks' }, { value: 'lime' }],
      },
    });
    const offered = (drawingInfo: object) => shown(layer({ drawingInfo }, editable)).templates;
    expect(offered(values('species'))).toMatchObject([
      { name: 'Oaks', prototype: { attributes: { species: 'oak' } } },
      { name: 'lime', prototype: { attributes: { species: 'lime' } } },
    ]);
    expect(offered(values('SPECIES'))).toHaveLength(2);
    // A field that is not editable, two fields together, or no values: one template for all.
    expect(offered(values('OBJECTID'))).toHaveLength(1);
    expect(offered({ renderer: { ...values('species').renderer, field2: 'height' } })).toHaveLength(1);
    expect(offered({ renderer: { ...values('species').renderer, uniqueValueInfos: [] } })).toHaveLength(1);
    expect(offered({ renderer: { type: 'simple' } })).toHaveLength(1);
  });

  test('offers templates with numbers for the symbols of a number, which web maps write as text', () => {
    const fields = layer().fields.map((field) =>
      field.name === 'species' ? { ...field, type: 'esriFieldTypeInteger' as const } : field,
    );
    const uniqueValueInfos = [
      { value: '3', label: 'Three' },
      { value: 4 },
      { value: '<Null>' },
      { value: '' },
    ];
    const drawingInfo = { renderer: { type: 'uniqueValue', field1: 'species', uniqueValueInfos } };
    expect(shown(layer({ drawingInfo, fields }, editable)).templates).toMatchObject([
      { name: 'Three', prototype: { attributes: { species: 3 } } },
      { name: '4', prototype: { attributes: { species: 4 } } },
    ]);
  });
  test('reveals no column names', () => {
    const { fields } = shown(layer());
    expect(fields).toHaveLength(systemFields.length + 2);
    for (const field of fields) expect(field).not.toHaveProperty('column');
  });

  test('has nothing of a map for a table', () => {
    const table = shown(layer({ geometryType: null }));
    expect(table.type).toBe('Table');
    for (const name of ['extent', 'drawingInfo', 'geometryType', 'spatialReference', 'minScale'])
      expect(table).not.toHaveProperty(name);
  });

  test('has attachment properties, time and the item only where they exist', () => {
    expect(shown(layer())).not.toHaveProperty('attachmentProperties');
    expect(shown(layer({ hasAttachments: true })).attachmentProperties).toHaveLength(4);
    expect(shown(layer())).not.toHaveProperty('timeInfo');
    expect(shown(layer({ timeInfo: { startTimeField: 'a', endTimeField: null } })).timeInfo).toMatchObject({
      startTimeField: 'a',
      timeReference: { timeZone: 'UTC' },
    });
    expect(shown(layer())).not.toHaveProperty('serviceItemId');
    expect(shown(layer()).copyrightText).toBe('the city');
  });
});

describe('service description', () => {
  test('has the extent of the world, not of a point, when the service has no features', () => {
    expect(service([layer({ wkid: 3857 })])).toMatchObject({
      units: 'esriMeters',
      fullExtent: { xmin: -20_037_508.34, spatialReference: { wkid: 102100 } },
    });
    expect(service([layer()])).toMatchObject({
      units: 'esriDecimalDegrees',
      fullExtent: { xmin: -180, ymax: 90 },
    });
    expect(service([layer({ wkid: 4258 })]).units).toBe('esriDecimalDegrees');
    expect(service([]).fullExtent).toMatchObject({ xmin: -180 });
  });

  test('joins the extents of its layers in the spatial reference of the first', () => {
    const degrees = layer({ extent: { xmin: 0, ymin: 0, xmax: 10, ymax: 10 } });
    const metres = layer({
      layerId: 1,
      wkid: 3857,
      extent: { xmin: -1_113_194.9, ymin: 0, xmax: 0, ymax: 1 },
    });
    const { fullExtent } = service([degrees, metres]);
    expect(fullExtent.xmin).toBeCloseTo(-10);
    expect([fullExtent.xmax, fullExtent.ymax]).toEqual([10, 10]);
  });

  test('lists layers and tables separately', () => {
    const { layers, tables } = service([layer(), layer({ layerId: 1, name: 'Visits', geometryType: null })]);
    expect(layers.map(({ id }: { id: number }) => id)).toEqual([0]);
    expect(tables).toEqual([{ id: 1, name: 'Visits', type: 'Table' }]);
  });

  test('states the capabilities of each caller', () => {
    expect(service([layer({}, editable)], reader)).toMatchObject({
      capabilities: 'Query',
      hasStaticData: false,
    });
    expect(service([layer({}, editable)])).toMatchObject({ capabilities: editable.join(',') });
  });
});
