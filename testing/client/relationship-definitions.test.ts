import { createFeatureService, queryRelated } from '@esri/arcgis-rest-feature-service';
import { setItemAccess } from '@esri/arcgis-rest-portal';
import { request } from '@esri/arcgis-rest-request';
import { beforeAll, describe, expect, test } from 'vitest';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
let url = '';
let admin = '';

const field = (name: string, type: string, more = {}) => ({ name, type: `esriFieldType${type}`, ...more });
const system = [field('OBJECTID', 'OID'), field('GlobalID', 'GlobalID')];

beforeAll(async () => {
  const made = await createFeatureService({
    item: {
      name: 'Stops',
      capabilities: 'Query,Editing,Create,Update,Delete',
      layers: [
        {
          id: 0,
          name: 'Stops',
          type: 'Feature Layer',
          geometryType: 'esriGeometryPoint',
          fields: [...system, field('code', 'String', { length: 10 }), field('line', 'Integer')],
        },
      ],
      tables: [
        {
          id: 1,
          name: 'Inspections',
          type: 'Table',
          fields: [...system, field('stop', 'GUID'), field('stop_code', 'String'), field('state', 'String')],
        },
        {
          id: 2,
          name: 'Lines',
          type: 'Table',
          fields: [...system, field('line', 'Integer'), field('name', 'String')],
        },
      ],
    } as any,
    authentication: rig.grace,
  });
  url = made.serviceurl;
  await setItemAccess({ id: made.serviceItemId, access: 'org', authentication: rig.grace });
  admin = url.replace('/rest/', '/rest/admin/');
  const { addResults } = await send(`${url}/0/applyEdits`, {
    adds: [
      { attributes: { code: 'A', line: 1 }, geometry: { x: 0, y: 0 } },
      { attributes: { code: 'B', line: 1 }, geometry: { x: 1, y: 0 } },
    ],
  });
  await send(`${url}/1/applyEdits`, {
    adds: [
      { attributes: { stop: addResults[0].globalId, stop_code: 'A', state: 'good' } },
      { attributes: { stop: addResults[0].globalId, stop_code: 'A', state: 'bad' } },
      { attributes: { stop: addResults[1].globalId, stop_code: 'B', state: 'new' } },
    ],
  });
  await send(`${url}/2/applyEdits`, {
    adds: [{ attributes: { line: 1, name: 'North' } }, { attributes: { line: 1, name: 'South' } }],
  });
});

const send = (address: string, params: object, authentication = rig.grace): Promise<any> =>
  request(address, { params: { ...params }, authentication });
const add = (layer: number, side: object, who = rig.grace) =>
  send(`${admin}/${layer}/addToDefinition`, { addToDefinition: { relationships: [side] } }, who);
const remove = (layer: number, which: object) =>
  send(`${admin}/${layer}/deleteFromDefinition`, { deleteFromDefinition: { relationships: [which] } });

const origin = {
  name: 'Inspections of stops',
  relatedTableId: 1,
  cardinality: 'esriRelCardinalityOneToMany',
  role: 'esriRelRoleOrigin',
  keyField: 'GlobalID',
  composite: false,
};
const destination = { ...origin, relatedTableId: 0, role: 'esriRelRoleDestination', keyField: 'STOP' };

async function related(layer: number, relationshipId: number, name: string): Promise<unknown[]> {
  const answer: any = await queryRelated({
    url: `${url}/${layer}`,
    objectIds: [1, 2],
    relationshipId,
    outFields: '*',
    authentication: rig.grace,
  });
  return answer.relatedRecordGroups.map(({ relatedRecords }: any) =>
    relatedRecords.map(({ attributes }: any) => attributes[name]),
  );
}

describe('relationships of a layer', () => {
  test('are added side by side, followed by queries, and deleted from both sides', async () => {
    await add(0, origin);
    await add(1, destination);
    const { relationships } = await send(`${url}/1`, {});
    expect(relationships).toEqual([
      expect.objectContaining({ id: 0, relatedTableId: 0, role: 'esriRelRoleDestination', keyField: 'stop' }),
    ]);
    expect(await related(0, 0, 'state')).toEqual([['good', 'bad'], ['new']]);
    expect(await related(1, 0, 'code')).toEqual([['A'], ['A']]);
    const listed = await send(`${url}/relationships`, {});
    expect(listed.relationships).toMatchObject([{ originLayerId: 0, destinationLayerId: 1 }]);
    const deleting = send(`${admin}/1/deleteFromDefinition`, {
      deleteFromDefinition: { fields: [{ name: 'stop' }] },
    });
    await expect(deleting).rejects.toThrow(/relates the layer/);
    await remove(1, { id: 0 });
    expect((await send(`${url}/0`, {})).relationships).toEqual([]);
    await expect(related(0, 0, 'state')).rejects.toThrow(/no such relationship/);
  });

  test('are added to a service, both sides at once, many to many by keys', async () => {
    const both = {
      name: 'Lines of stops',
      cardinality: 'esriRelCardinalityManyToMany',
      keyField: 'line',
      id: 4,
    };
    await send(`${admin}/addToDefinition`, {
      addToDefinition: {
        layers: [{ id: 0, relationships: [{ ...both, role: 'esriRelRoleOrigin', relatedTableId: 2 }] }],
        tables: [{ id: 2, relationships: [{ ...both, role: 'esriRelRoleDestination', relatedTableId: 0 }] }],
      },
    });
    expect(await related(0, 4, 'name')).toEqual([
      ['North', 'South'],
      ['North', 'South'],
    ]);
    expect(await related(2, 4, 'code')).toEqual([
      ['A', 'B'],
      ['A', 'B'],
    ]);
    await add(0, origin);
    const unclear = send(`${url}/0/queryRelatedRecords`, { objectIds: '1' });
    await expect(unclear).rejects.toThrow(/several relationships/);
    await remove(0, { name: origin.name });
    await remove(0, { name: 'Lines of stops' });
    expect((await send(`${url}/2`, {})).relationships).toEqual([]);
  });

  test('described by one side relate the fields of one name, as their description says', async () => {
    const line = { ...origin, name: 'Lines', relatedTableId: 2, keyField: 'line' };
    for (const [layer, side] of [
      [0, line],
      [2, { ...line, relatedTableId: 0, role: 'esriRelRoleDestination' }],
    ] as const) {
      await add(layer, side);
      const listed = await send(`${url}/relationships`, {});
      expect(listed.relationships).toEqual([
        expect.objectContaining({
          originLayerId: 0,
          originPrimaryKey: 'line',
          destinationLayerId: 2,
          originForeignKey: 'line',
        }),
      ]);
      const found = layer === 0 ? ['North', 'South'] : ['A', 'B'];
      expect(await related(layer, 0, layer === 0 ? 'name' : 'code')).toEqual([found, found]);
      await remove(layer, { id: 0 });
    }
  });

  test.each(['OBJECTID', 'GlobalID'])(
    'described by one side are not those with the same %s',
    async (keyField) => {
      await add(0, { ...origin, keyField });
      const listed = await send(`${url}/relationships`, {});
      expect(listed.relationships).toMatchObject([{ originPrimaryKey: keyField, originForeignKey: null }]);
      await expect(related(0, 0, 'state')).rejects.toThrow(/Inspections has no key field/);
      await remove(0, { id: 0 });
    },
  );

  test.each<[string, number, object, RegExp]>([
    ['with a layer that does not exist', 0, { ...origin, relatedTableId: 9 }, /no layer 9/],
    ['with itself', 0, { ...origin, relatedTableId: 0 }, /itself/],
    ['by a field that does not exist', 0, { ...origin, keyField: 'height' }, /no field height/],
    ['that are composite', 0, { ...origin, composite: true }, /Composite/],
    ['with attributes', 0, { ...origin, relationshipTableId: 2 }, /Attributed relationships/],
    ['of an unknown cardinality', 0, { ...origin, cardinality: 'many' }, /cardinality/],
    ['with other members', 0, { ...origin, rules: [{ ruleID: 1 }] }, /rules/],
  ])('are refused %s', async (_what, layer, side, problem) => {
    await expect(add(layer, side)).rejects.toThrow(problem);
    expect((await send(`${url}/${layer}`, {})).relationships).toEqual([]);
  });

  test('are refused when their sides do not fit each other', async () => {
    await add(0, { ...origin, id: 7 });
    for (const [change, problem] of [
      [{ keyField: 'stop_code' }, /cannot be compared/],
      [{ role: 'esriRelRoleOrigin' }, /origin/],
      [{ cardinality: 'esriRelCardinalityOneToOne' }, /cardinality/],
      [{ relatedTableId: 2 }, /belongs to other layers/],
    ] as const) {
      const side = { ...destination, id: 7, ...change };
      const key = 'relatedTableId' in change ? { keyField: 'state' } : {};
      await expect(add(1, { ...side, ...key })).rejects.toThrow(problem);
    }
    await expect(remove(1, { id: 7 })).rejects.toThrow(/no such relationship/);
    await remove(0, { id: 7 });
  });

  test('are changed by the owner and administrators only', async () => {
    await expect(add(0, origin, rig.linus)).rejects.toThrow(/not have permission/i);
    expect((await send(`${url}/0`, {})).relationships).toEqual([]);
  });
});
