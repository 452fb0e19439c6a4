import { createFeatureService, queryFeatures } from '@esri/arcgis-rest-feature-service';
import { setItemAccess } from '@esri/arcgis-rest-portal';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ServiceClient } from '../rig/service-client.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
let owner: ServiceClient;
let url = '';

const field = (name: string, type: string, more = {}) => ({ name, type: `esriFieldType${type}`, ...more });
const layer = 'Benches/FeatureServer/0';

beforeAll(async () => {
  owner = new ServiceClient(rig.url, rig.grace.token);
  const made = await createFeatureService({
    item: {
      name: 'Benches',
      capabilities: 'Query,Editing,Create,Update,Delete',
      editorTrackingInfo: {
        enableEditorTracking: true,
        enableOwnershipAccessControl: true,
        allowOthersToUpdate: false,
        allowOthersToDelete: false,
      },
      layers: [
        {
          id: 0,
          name: 'Benches',
          type: 'Feature Layer',
          geometryType: 'esriGeometryPoint',
          spatialReference: { wkid: 4326 },
          fields: [
            field('OBJECTID', 'OID'),
            field('GlobalID', 'GlobalID'),
            field('name', 'String', { length: 12 }),
            field('seats', 'SmallInteger', { nullable: false, defaultValue: 2 }),
            field('width', 'Double'),
            field('placed', 'Date'),
            field('day', 'DateOnly'),
            field('hour', 'TimeOnly'),
          ],
        },
      ],
    } as any,
    authentication: rig.grace,
  });
  url = `${made.serviceurl}/0`;
  await setItemAccess({ id: made.serviceItemId, access: 'org', authentication: rig.grace });
});
beforeEach(async () => {
  await owner.post(`${layer}/deleteFeatures`, { where: '1=1' });
  const adds = [1, 2, 3, 4].map((number) => ({
    attributes: { name: `Bench ${number}`, seats: number, width: number === 4 ? null : number / 2 },
    geometry: { x: number, y: 0 },
  }));
  await owner.post(`${layer}/applyEdits`, { adds });
});

const calculate = (calcExpression: unknown, where = '1=1', client = owner) =>
  client.post(`${layer}/calculate`, { where, calcExpression });

async function values(name: string) {
  const answer: any = await queryFeatures({
    url,
    outFields: [name],
    orderByFields: 'OBJECTID',
    returnGeometry: false,
    authentication: rig.grace,
  });
  return answer.features.map(({ attributes }: any) => attributes[name]);
}

describe('calculating fields', () => {
  test('sets a value where the condition holds', async () => {
    expect(await calculate([{ field: 'NAME', value: 'Old bench' }], 'seats > 2')).toEqual({
      updatedFeatureCount: 2,
    });
    expect(await values('name')).toEqual(['Bench 1', 'Bench 2', 'Old bench', 'Old bench']);
  });

  test('sets several fields to expressions of the values before', async () => {
    const answer = await owner.post(`${layer}/calculate`, {
      where: '1=1',
      calcExpression: [
        { field: 'width', sqlExpression: 'seats * 1.5' },
        { field: 'seats', sqlExpression: 'CASE WHEN width IS NULL THEN 9 ELSE seats + 1 END' },
        { field: 'name', sqlExpression: "UPPER(name) || '!'" },
        { field: 'placed', sqlExpression: "TIMESTAMP '2026-05-17 10:00:00'" },
        { field: 'day', value: '2026-05-17' },
      ],
      returnEditMoment: true,
    });
    expect(answer).toEqual({ updatedFeatureCount: 4, editMoment: expect.any(Number) });
    expect(await values('width')).toEqual([1.5, 3, 4.5, 6]);
    expect(await values('seats')).toEqual([2, 3, 4, 9]);
    expect(await values('name')).toEqual(['BENCH 1!', 'BENCH 2!', 'BENCH 3!', 'BENCH 4!']);
    expect(await values('placed')).toEqual(Array(4).fill(Date.UTC(2026, 4, 17, 10)));
    expect(await values('day')).toEqual(Array(4).fill('2026-05-17'));
    const ends = [
      { field: 'placed', sqlExpression: "CAST('9999-12-31 23:59:59.999' AS TIMESTAMP)" },
      { field: 'day', sqlExpression: "'0001-01-01'" },
      { field: 'hour', sqlExpression: "'23:59'" },
    ];
    expect(await calculate(ends, 'seats = 9')).toEqual({ updatedFeatureCount: 1 });
  });

  test('empties a field, and counts nothing where nothing matches', async () => {
    expect(await calculate({ field: 'width', value: null }, 'seats = 1')).toEqual({ updatedFeatureCount: 1 });
    expect(await values('width')).toEqual([null, 1, 1.5, null]);
    expect(await calculate([{ field: 'width', value: 1 }], 'seats = 77')).toEqual({ updatedFeatureCount: 0 });
  });

  test('is refused with the reason, and changes nothing', async () => {
    const cases: [unknown, string, RegExp][] = [
      [[{ field: 'name', value: 'Much too long a name' }], '1=1', /at most 12 characters/],
      [[{ field: 'name', sqlExpression: "name || ' by the river'" }], '1=1', /For 4 features/],
      [[{ field: 'seats', sqlExpression: 'width' }], '1=1', /For 1 features/],
      [[{ field: 'seats', value: 40_000 }], '1=1', /whole number up to 32767/],
      [[{ field: 'seats', sqlExpression: 'seats * 20000' }], '1=1', /cannot be computed/],
      [[{ field: 'width', sqlExpression: 'name' }], '1=1', /requires a number, but the expression is text/],
      [[{ field: 'day', sqlExpression: 'name' }], '1=1', /cannot be computed/],
      [[{ field: 'placed', sqlExpression: "CAST('infinity' AS TIMESTAMP)" }], '1=1', /For 4 features/],
      [
        [{ field: 'placed', sqlExpression: "CURRENT_TIMESTAMP + INTERVAL '99999' MONTH" }],
        '1=1',
        /years 1 to 9999/,
      ],
      [[{ field: 'day', sqlExpression: "'-infinity'" }], 'seats = 1', /For 1 features/],
      [[{ field: 'day', sqlExpression: "'0044-03-15 BC'" }], '1=1', /For 4 features/],
      [[{ field: 'hour', sqlExpression: "'24:00'" }], '1=1', /For 4 features/],
      [[{ field: 'nothing', value: 1 }], '1=1', /no field nothing/],
      [[{ field: 'OBJECTID', value: 1 }], '1=1', /cannot be changed/],
      [
        [
          { field: 'width', value: 1 },
          { field: 'Width', value: 2 },
        ],
        '1=1',
        /only once/,
      ],
      [[{ field: 'width', sqlExpression: '(select 1)' }], '1=1', /At character/],
      [[{ field: 'width', value: 1 }], 'seats = ', /At character/],
      [[], '1=1', /list such as/],
      [[{ field: 'width', value: 1 }], '', /condition/],
    ];
    const before = [await values('name'), await values('seats'), await values('width')];
    for (const [expression, where, reason] of cases) {
      const answer = await calculate(expression, where);
      expect(JSON.stringify(answer)).toMatch(reason);
      expect(answer.error.code).toBe(400);
    }
    expect([await values('name'), await values('seats'), await values('width')]).toEqual(before);
  });

  test('changes only what a member may edit, and records the editor', async () => {
    const grace = owner;
    const linus = new ServiceClient(rig.url, rig.linus.token);
    const adds = [{ attributes: { name: 'By linus' }, geometry: { x: 9, y: 9 } }];
    await linus.post(`${layer}/applyEdits`, { adds });
    expect(await calculate([{ field: 'width', value: 7 }], '1=1', linus)).toEqual({ updatedFeatureCount: 1 });
    expect(await values('width')).toEqual([0.5, 1, 1.5, null, 7]);
    expect(await calculate([{ field: 'width', value: 8 }], '1=1', grace)).toEqual({ updatedFeatureCount: 5 });
    const { editFieldsInfo } = await grace.get(layer);
    expect(await values(editFieldsInfo.editorField)).toEqual(Array(5).fill('grace'));
    expect(
      (await calculate([{ field: 'width', value: 8 }], '1=1', new ServiceClient(rig.url))).error.code,
    ).toBe(499);
  });
});

describe('validateSQL', () => {
  test.each([
    ["name LIKE 'B%' AND seats > 2", 'where', true],
    ['seats * 2 + width', 'expression', true],
    ['seats >', 'where', false],
    ['secret = 1', 'where', false],
    ['seats; drop table x', 'expression', false],
  ])('of %s as %s is %s', async (sql, sqlType, isValidSQL) => {
    const answer = await owner.get(`${layer}/validateSQL`, { sql, sqlType });
    expect(answer.isValidSQL).toBe(isValidSQL);
    expect(answer.validationErrors).toHaveLength(isValidSQL ? 0 : 1);
  });

  test('runs no statements', async () => {
    const answer = await owner.get(`${layer}/validateSQL`, { sql: 'select 1', sqlType: 'statement' });
    expect(JSON.stringify(answer.error)).toContain('statements are never run');
    expect(await owner.get(layer)).toMatchObject({ supportsCalculate: true, supportsValidateSQL: true });
  });
});
