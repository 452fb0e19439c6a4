import { request } from '@esri/arcgis-rest-request';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import { createTrees, editable } from '../rig/trees-service.ts';

/** Changes of a hosted service that are refused, and by whom it cannot be changed. */
let trees: Awaited<ReturnType<typeof createTrees>>;

beforeAll(async () => {
  trees = await createTrees();
});
afterAll(() => trees.stop());
beforeEach(() => trees.plant());

describe('refused with a reason, and nothing changes', () => {
  const field = (change: object) => ({ updateDefinition: { fields: [change] } });
  test.each<[string, string, object, string]>([
    [
      'a required field without default',
      '/0/addToDefinition',
      { addToDefinition: { fields: [{ name: 'x', type: 'esriFieldTypeString', nullable: false }] } },
      'needs a default',
    ],
    [
      'a second field of the name',
      '/0/addToDefinition',
      { addToDefinition: { fields: [{ name: 'NAME', type: 'esriFieldTypeString' }] } },
      'already',
    ],
    [
      'an unknown type',
      '/0/addToDefinition',
      { addToDefinition: { fields: [{ name: 'x', type: 'esriFieldTypeRaster' }] } },
      'not supported',
    ],
    [
      'a default that does not fit',
      '/0/addToDefinition',
      { addToDefinition: { fields: [{ name: 'x', type: 'esriFieldTypeInteger', defaultValue: 'many' }] } },
      'takes a number',
    ],
    [
      'one good and one bad field',
      '/0/addToDefinition',
      {
        addToDefinition: {
          fields: [
            { name: 'good', type: 'esriFieldTypeInteger' },
            { name: 'name', type: 'esriFieldTypeString' },
          ],
        },
      },
      'already',
    ],
    [
      'what a field does not have',
      '/0/addToDefinition',
      { addToDefinition: { fields: [{ name: 'x', type: 'esriFieldTypeInteger', precision: 3 }] } },
      'precision',
    ],
    [
      'a relationship without a layer',
      '/0/addToDefinition',
      {
        addToDefinition: {
          relationships: [
            {
              relatedTableId: 9,
              cardinality: 'esriRelCardinalityOneToMany',
              role: 'esriRelRoleOrigin',
              keyField: 'name',
            },
          ],
        },
      },
      'relationships',
    ],
    [
      'a unique index of equal values',
      '/0/addToDefinition',
      {
        addToDefinition: {
          fields: [{ name: 'x', type: 'esriFieldTypeInteger', defaultValue: 1 }],
          indexes: [{ name: 'u', fields: 'x', isUnique: true }],
        },
      },
      'share a value',
    ],
    [
      'more indexes than a layer may have',
      '/0/addToDefinition',
      {
        addToDefinition: {
          indexes: Array.from({ length: limits.layerIndexes + 1 }, (_none, index) => ({
            name: `names ${index}`,
            fields: 'name',
          })),
        },
      },
      `at most ${limits.layerIndexes} indexes`,
    ],
    [
      'a field that is named twice',
      '/0/updateDefinition',
      { updateDefinition: { fields: [{ name: 'height' }, { name: 'HEIGHT' }] } },
      'listed twice',
    ],
    [
      'another type',
      '/0/updateDefinition',
      field({ name: 'height', type: 'esriFieldTypeString' }),
      'another type',
    ],
    [
      'no empty values where there are some',
      '/0/updateDefinition',
      field({ name: 'height', nullable: false }),
      'empty in some',
    ],
    ['a length that cuts values', '/0/updateDefinition', field({ name: 'name', length: 3 }), 'longer than 3'],
    [
      'a domain that does not fit',
      '/0/updateDefinition',
      field({
        name: 'height',
        domain: { type: 'codedValue', name: 'd', codedValues: [{ name: 'a', code: 'a' }] },
      }),
      'takes a number',
    ],
    [
      'a domain with a value twice',
      '/0/updateDefinition',
      field({
        name: 'height',
        domain: {
          type: 'codedValue',
          codedValues: [
            { name: 'a', code: 1 },
            { name: 'b', code: '1' },
          ],
        },
      }),
      'contain a duplicate',
    ],
    [
      'a range that ends before it begins',
      '/0/updateDefinition',
      field({ name: 'height', domain: { type: 'range', range: [9, 1] } }),
      'smaller number',
    ],
    [
      'a change of the key',
      '/0/updateDefinition',
      field({ name: 'OBJECTID', nullable: true }),
      'filled in by the server',
    ],
    ['an unknown field', '/0/updateDefinition', field({ name: 'gone', alias: 'Gone' }), 'no field gone'],
    ['another name', '/0/updateDefinition', field({ name: 'tallness' }), 'cannot be renamed'],
    ['a new name', '/0/updateDefinition', field({ name: 'height', newName: 'tallness' }), 'newName'],
    [
      'time of a field without dates',
      '/0/updateDefinition',
      { updateDefinition: { timeInfo: { startTimeField: 'name' } } },
      'is not a date field',
    ],
    [
      'another geometry type',
      '/0/updateDefinition',
      { updateDefinition: { geometryType: 'esriGeometryPolygon' } },
      'cannot be changed',
    ],
    [
      'deleting the key',
      '/0/deleteFromDefinition',
      { deleteFromDefinition: { fields: [{ name: 'OBJECTID' }] } },
      'identifies',
    ],
    [
      'deleting an unknown field',
      '/0/deleteFromDefinition',
      { deleteFromDefinition: { fields: [{ name: 'gone' }] } },
      'no field gone',
    ],
    [
      'a capability that is not supported',
      '/updateDefinition',
      { updateDefinition: { capabilities: 'Query,Map' } },
      'Map is not supported',
    ],
    [
      'offline use without a history',
      '/updateDefinition',
      { updateDefinition: { capabilities: 'Query,Sync' } },
      'Sync needs the history of every layer',
    ],
    [
      'a service without queries',
      '/updateDefinition',
      { updateDefinition: { capabilities: 'Create' } },
      'Query cannot',
    ],
    [
      'creators without tracking',
      '/updateDefinition',
      { updateDefinition: { editorTrackingInfo: { enableOwnershipAccessControl: true } } },
      'needs editor tracking',
    ],
    [
      'hiding the features of others',
      '/updateDefinition',
      {
        updateDefinition: {
          editorTrackingInfo: {
            enableEditorTracking: true,
            enableOwnershipAccessControl: true,
            allowOthersToQuery: false,
          },
        },
      },
      'by sharing',
    ],
    [
      'other settings',
      '/updateDefinition',
      { updateDefinition: { hasVersionedData: true } },
      'hasVersionedData',
    ],
    ['no pages', '/updateDefinition', { updateDefinition: { maxRecordCount: 0 } }, 'maxRecordCount'],
    ['endless pages', '/updateDefinition', { updateDefinition: { maxRecordCount: 1e9 } }, 'maxRecordCount'],
    [
      'a layer that does not exist',
      '/deleteFromDefinition',
      { deleteFromDefinition: { layers: [{ id: 9 }] } },
      'no layer 9',
    ],
    ['truncating attachments that are not there', '/0/truncate', { attachmentOnly: true }, 'attachments'],
    ['work in the background', '/0/truncate', { async: true }, 'async'],
    ['nothing at all', '/0/updateDefinition', {}, 'updateDefinition'],
  ])('%s', async (_what, path, params, words) => {
    const before = [await trees.describeLayer(), await trees.rows(), await request(trees.url, trees.as())];
    await expect(trees.change(path, params as Record<string, unknown>)).rejects.toThrow(words);
    expect([await trees.describeLayer(), await trees.rows(), await request(trees.url, trees.as())]).toEqual(
      before,
    );
  });

  test('deleting a field the layer is drawn by', async () => {
    const renderer = { type: 'uniqueValue', field1: 'height', uniqueValueInfos: [] };
    await trees.change('/0/updateDefinition', { updateDefinition: { drawingInfo: { renderer } } });
    const removal = { deleteFromDefinition: { fields: [{ name: 'height' }] } };
    await expect(trees.change('/0/deleteFromDefinition', removal)).rejects.toThrow('drawn by it');
  });

  test('fields after so many that the database has no room for their columns', async () => {
    const { table } = await trees.database
      .selectFrom('hosted_layer')
      .select('table_name as table')
      .executeTakeFirstOrThrow();
    const columns = Array.from({ length: 1570 }, (_none, number) => `gone_${number}`);
    const alter = (what: string) =>
      sql`alter table ${sql.id('hosted', table)} ${sql.raw(columns.map((name) => what.replace('?', name)).join(', '))}`.execute(
        trees.database,
      );
    await alter('add column ? integer');
    await alter('drop column ?');
    const fields = Array.from({ length: 40 }, (_none, number) => ({
      name: `more_${number}`,
      type: 'esriFieldTypeInteger',
    }));
    const before = await trees.describeLayer();
    await expect(trees.change('/0/addToDefinition', { addToDefinition: { fields } })).rejects.toThrow(
      'deleted fields count too',
    );
    expect(await trees.describeLayer()).toEqual(before);
  });

  test.each([
    ['linus', 403],
    ['visitor', 499],
  ])('%s', async (who, code) => {
    for (const [path, params] of [
      ['', {}],
      ['/0', {}],
      ['/refresh', {}],
      ['/0/refresh', {}],
      ['/0/truncate', {}],
      ['/updateDefinition', { updateDefinition: { capabilities: editable } }],
      ['/addToDefinition', { addToDefinition: { layers: [{ name: 'Taken' }] } }],
      ['/deleteFromDefinition', { deleteFromDefinition: { layers: [{ id: 0 }] } }],
      ['/0/addToDefinition', { addToDefinition: { fields: [] } }],
      ['/0/updateDefinition', { updateDefinition: { name: 'Taken' } }],
      ['/0/deleteFromDefinition', { deleteFromDefinition: { fields: [{ name: 'name' }] } }],
    ] as const) {
      const token = who === 'visitor' ? undefined : await trees.tokenOf(who);
      const form = new URLSearchParams({ f: 'json', ...(token && { token }) });
      for (const [name, value] of Object.entries(params)) form.set(name, JSON.stringify(value));
      const address = `${trees.adminUrl}${path}`;
      const answer: any = await (await fetch(address, { method: 'POST', body: form })).json();
      expect([path, answer.error?.code]).toEqual([path, code]);
    }
    expect(await trees.rows()).toHaveLength(3);
  });
});
