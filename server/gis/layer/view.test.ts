import { describe, expect, test } from 'vitest';
import type { HostedLayer } from './layer.ts';
import { type OwnPart, restrictLayer, withoutValues } from './view.ts';

const names = ['OBJECTID', 'GlobalID', 'Name', 'Price', 'İd', 'x'];
const source = {
  service: { id: 1, name: 'Shops', itemId: null },
  layerId: 0,
  tableName: 'shops',
  fields: names.map((name) => ({ name, type: 'esriFieldTypeString' })),
  versions: [],
  editedAt: 0,
} as unknown as HostedLayer;

/** A view that hides all fields but the name. */
const viewOf = (more: object): HostedLayer =>
  restrictLayer(source, {
    service: { id: 2, name: 'View' },
    layerId: 0,
    viewDefinition: { where: null, isVolatile: false, shown: ['Name'], changes: {} },
    relationships: [],
    templates: [],
    types: [],
    versions: [],
    changed: 0,
    ...more,
  } as unknown as OwnPart);

describe('the drawing of a view', () => {
  test.each<[string, object]>([
    ['a field', { field: 'price' }],
    ['a field in a list', { visualVariables: [{ fields: ['Name', 'PRICE'] }] }],
    ['a field in an expression', { valueExpression: '$feature.Price * 2' }],
    ['the last word of an expression', { valueExpression: '2*$feature.x' }],
    ['a field beside an emoji', { valueExpression: '😀Price😀' }],
    ['a field of other letters', { where: "İd = 'a'" }],
    ['braces in a text', { title: 'of {price} €' }],
    ['braces within braces', { title: '{{x}}' }],
    ['an array of expressions', { expressions: ['a', ['Price']] }],
  ])('is left out where it names a hidden field: %s', (_what, renderer) => {
    expect(viewOf({ drawingInfo: { renderer } }).drawingInfo).toBeNull();
  });

  test.each<[string, object]>([
    ['a shown field', { field: 'Name', valueExpression: '$feature.Name' }],
    ['a longer word', { valueExpression: 'Prices + Price_2 + ёx' }],
    ['a word of a text', { title: 'Price, x' }],
    ['braces that do not close', { title: '{price, {x }' }],
    ['a value', { field: 'Name', uniqueValueInfos: [{ value: 'Price', label: 'x' }] }],
  ])('remains where it names none: %s', (_what, renderer) => {
    expect(viewOf({ drawingInfo: { renderer } }).drawingInfo).toEqual({ renderer });
  });

  test('loses only the labels that name one', () => {
    const renderer = { type: 'simple' };
    const labelingInfo = [{ labelExpressionInfo: { expression: '$feature.price' } }];
    expect(viewOf({ drawingInfo: { renderer, labelingInfo } }).drawingInfo).toEqual({ renderer });
  });
});

describe('templates', () => {
  const template = { name: 'Price', prototype: { attributes: { Name: 'a', PRICE: 1 } } };
  test('lose the values of hidden fields, in any case', () => {
    expect(viewOf({ templates: [template] }).templates).toEqual([
      { name: 'Price', prototype: { attributes: { Name: 'a' } } },
    ]);
    expect(template.prototype.attributes).toHaveProperty('PRICE');
  });
  test('are not copied where there is nothing to remove', () => {
    expect(withoutValues([template], ['x'])[0]).toBe(template);
  });
});
