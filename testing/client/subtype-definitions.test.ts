import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTrees } from '../rig/trees-service.ts';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** Subtypes of a hosted layer: kinds of features by the codes of a field, each with defaults and domains of its own. */
let trees: Awaited<ReturnType<typeof createTrees>>;

beforeAll(async () => {
  trees = await createTrees();
});
afterAll(() => trees.stop());
beforeEach(() => trees.plant());

const oak = {
  code: 1,
  name: 'Oak',
  defaultValues: { height: 3 },
  domains: {
    height: { type: 'range', name: 'heights of oaks', range: [0, 40] },
    name: { type: 'inherited' },
  },
};
const elm = { code: 2, name: 'Elm', defaultValues: {}, domains: {} };
const kind = { name: 'kind', type: 'esriFieldTypeInteger' };

const add = (addToDefinition: object) => trees.change('/0/addToDefinition', { addToDefinition });
const update = (updateDefinition: object) => trees.change('/0/updateDefinition', { updateDefinition });
const remove = (deleteFromDefinition: object) =>
  trees.change('/0/deleteFromDefinition', { deleteFromDefinition });
const begin = () =>
  add({ fields: [kind], subtypeField: 'KIND', subtypes: [oak, elm], defaultSubtypeCode: 2 });

test('are added with their field, one by one, and a whole description may be sent back', async () => {
  await begin();
  const lime = { code: 3, name: 'Lime' };
  await add({ subtypes: [lime] });
  const layer = await trees.describeLayer();
  expect(layer).toMatchObject({
    subtypeField: 'kind',
    subtypes: [oak, elm, lime],
    defaultSubtypeCode: 2,
  });
  await update(layer);
  const { subtypes, subtypeField } = await trees.describeLayer();
  expect({ subtypes, subtypeField }).toEqual({ subtypes: layer.subtypes, subtypeField: 'kind' });
  expect(await trees.rows('name')).toHaveLength(3);
});

test('have the codes of their domains as values of the fields', async () => {
  await begin();
  const codedValues = (...codes: unknown[]) => codes.map((code) => ({ name: 'One', code }));
  const coded = (...codes: unknown[]) => ({
    height: { type: 'codedValue', name: 'h', codedValues: codedValues(...codes) },
  });
  await update({ subtypes: [{ ...oak, domains: coded('1') }] });
  await add({ subtypes: [{ code: 3, name: 'Lime', domains: coded('2') }] });
  const { subtypes } = await trees.describeLayer();
  expect(subtypes).toMatchObject([{ domains: coded(1) }, elm, { domains: coded(2) }]);
});

test('are changed by their code, others stay, and another becomes the default', async () => {
  await begin();
  const english = { ...oak, name: 'English oak', domains: {} };
  await update({ subtypes: [english], defaultSubtypeCode: 1 });
  expect(await trees.describeLayer()).toMatchObject({
    subtypes: [{ name: 'English oak', domains: {} }, elm],
    defaultSubtypeCode: 1,
  });
});

test('move to another field with other codes, and end', async () => {
  await begin();
  const tall = { code: 30, name: 'Tall' };
  await update({ subtypeField: 'height', subtypes: [tall] });
  expect(await trees.describeLayer()).toMatchObject({
    subtypeField: 'height',
    subtypes: [tall],
    defaultSubtypeCode: null,
  });
  await update({ subtypeField: null });
  expect(await trees.describeLayer()).not.toHaveProperty('subtypeField');
});

test('are removed by their codes; the features keep theirs', async () => {
  await begin();
  await remove({ subtypes: [{ code: 2 }] });
  expect(await trees.describeLayer()).toMatchObject({ subtypes: [oak], defaultSubtypeCode: null });
  await remove({ subtypes: [{ code: 1 }] });
  expect(await trees.describeLayer()).not.toHaveProperty('subtypes');
  expect(await trees.rows('name,kind')).toHaveLength(3);
});

test('lose the values of a field that is deleted', async () => {
  await begin();
  await remove({ fields: [{ name: 'height' }] });
  expect((await trees.describeLayer()).subtypes).toEqual([
    { ...oak, defaultValues: {}, domains: { name: { type: 'inherited' } } },
    elm,
  ]);
});

describe('are refused with a reason, and nothing changes', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ['without a field', () => update({ subtypes: [oak] }), 'subtypeField'],
    ['the default code of a missing subtype', () => update({ defaultSubtypeCode: 9 }), 'no subtype 9'],
    ['a code that exists', () => add({ subtypes: [elm] }), 'a subtype 2 already'],
    [
      'a code twice',
      () =>
        add({
          subtypes: [
            { code: 5, name: 'A' },
            { code: 5, name: 'B' },
          ],
        }),
      'same code',
    ],
    ['a code that is not a number', () => add({ subtypes: [{ code: 'oak', name: 'Oak' }] }), 'number'],
    ['a code too large', () => add({ subtypes: [{ code: 3_000_000_000, name: 'Oak' }] }), 'kind'],
    ['no name', () => add({ subtypes: [{ code: 5 }] }), 'name'],
    [
      'in another field',
      () => add({ subtypeField: 'height', subtypes: [{ code: 5, name: 'A' }] }),
      'in the field kind',
    ],
    ['in a field of texts', () => update({ subtypeField: 'name', subtypes: [elm] }), 'whole numbers'],
    ['in a missing field', () => update({ subtypeField: 'gone', subtypes: [elm] }), 'no field gone'],
    ['another field without subtypes', () => update({ subtypeField: 'height' }), 'needs subtypes'],
    ['an empty list', () => update({ subtypes: [] }), 'deleteFromDefinition'],
    [
      'a default that does not fit',
      () => update({ subtypes: [{ ...elm, defaultValues: { height: 'tall' } }] }),
      'Subtype Elm',
    ],
    [
      'a default of a missing field',
      () => update({ subtypes: [{ ...elm, defaultValues: { gone: 1 } }] }),
      'no field gone',
    ],
    [
      'a domain that does not fit',
      () =>
        update({ subtypes: [{ ...elm, domains: { name: { type: 'range', name: 'n', range: [0, 1] } } }] }),
      'no order',
    ],
    [
      'a domain of another kind',
      () => update({ subtypes: [{ ...elm, domains: { name: { type: 'free' } } }] }),
      'domains',
    ],
    ['removing a missing one', () => remove({ subtypes: [{ code: 1 }, { code: 9 }] }), 'no subtype 9'],
    ['deleting their field', () => remove({ fields: [{ name: 'kind' }] }), 'holds the subtype'],
    [
      'a good field with a bad subtype',
      () => add({ fields: [{ name: 'x', type: 'esriFieldTypeInteger' }], subtypes: [elm] }),
      'already',
    ],
  ])('%s', async (what, act, words) => {
    if (what !== 'without a field') await begin();
    const before = [await trees.describeLayer(), await trees.rows()];
    await expect(act()).rejects.toThrow(words);
    expect([await trees.describeLayer(), await trees.rows()]).toEqual(before);
  });

  test('by members', async () => {
    await expect(
      trees.change(
        '/0/addToDefinition',
        { addToDefinition: { fields: [kind], subtypeField: 'kind', subtypes: [oak] } },
        'linus',
      ),
    ).rejects.toThrow(/permission/i);
  });
});

describe('in a view', () => {
  let rig: TreesView;
  beforeAll(async () => {
    rig = await createTreesView();
    const added = { subtypeField: 'code', subtypes: [young, old] };
    await changeSource('addToDefinition', added);
    await rig.createOaks('Oaks');
  });
  afterAll(() => rig.stop());

  const young = { code: 1, name: 'Young', defaultValues: { name: 'Sapling' }, domains: {} };
  const old = {
    code: 2,
    name: 'Old',
    defaultValues: { name: 'Oak', secret: 'hush, a default' },
    domains: {},
  };
  const changeSource = (operation: string, definition: object) =>
    rig.ask(`${rig.adminOf('Trees')}/0/${operation}`, { [operation]: definition });
  const change = (operation: string, definition: object) =>
    rig.ask(`${rig.adminOf('Oaks')}/0/${operation}`, { [operation]: definition });
  const describeView = () => rig.ask(`${rig.addressOf('Oaks')}/0`);

  test('are those of its source, without the values of hidden fields, and may be changed', async () => {
    const withoutSecret = { ...old, defaultValues: { name: 'Oak' } };
    expect(await describeView()).toMatchObject({ subtypeField: 'code', subtypes: [young, withoutSecret] });
    await change('updateDefinition', { subtypes: [{ ...young, name: 'Sapling' }] });
    await change('updateDefinition', { subtypes: [{ code: 3, name: 'Ancient' }] });
    await expect(change('deleteFromDefinition', { subtypes: [{ code: 2 }] })).rejects.toThrow(
      'with updateDefinition',
    );
    expect((await describeView()).subtypes.map(({ name }: { name: string }) => name)).toEqual([
      'Sapling',
      'Old',
      'Ancient',
    ]);
    expect((await rig.ask(`${rig.source}/0`)).subtypes).toEqual([young, old]);
  });

  test('are hidden with their field', async () => {
    await change('updateDefinition', { fields: [{ name: 'code', visible: false }] });
    expect(await describeView()).not.toHaveProperty('subtypeField');
    expect(await describeView()).not.toHaveProperty('subtypes');
  });
});
