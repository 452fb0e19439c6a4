import FormTemplate from '@arcgis/core/form/FormTemplate.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import fieldMaps from '../../../testing/portal-content/web-maps/author-field-maps.json' with { type: 'json' };
import type { MapInternals } from '../map-model.ts';
import { checkExpression } from './configure.ts';
import {
  type DesignField,
  fieldsIn,
  type FormJson,
  type FormPlace,
  inputsOf,
  newInput,
  placesOf,
  ruleOf,
  usualForm,
  withElementAt,
  withMoved,
  withNewElement,
  withoutElement,
  withPlaced,
  withRule,
} from './form-json.ts';
import { openFormDesign } from './form-session.ts';

const field = (name: string, more: Partial<DesignField> = {}): DesignField => ({
  name,
  title: name,
  kind: 'text',
  editable: true,
  length: 50,
  choices: undefined,
  ...more,
});
const yesNo = [
  { value: 1, title: 'Yes' },
  { value: 0, title: 'No' },
];

/** `a [b c] d` with a group of b and c. */
const grouped: FormJson = {
  formElements: [
    { type: 'field', fieldName: 'a' },
    {
      type: 'group',
      label: 'G',
      formElements: [
        { type: 'field', fieldName: 'b' },
        { type: 'field', fieldName: 'c' },
      ],
    },
    { type: 'field', fieldName: 'd' },
  ],
};

function shapeOf({ formElements = [] }: FormJson): string {
  const shape = formElements.map(
    (one) => one.fieldName ?? `[${shapeOf({ formElements: one.formElements ?? [] })}]`,
  );
  return shape.join(' ');
}

describe('the elements of a form', () => {
  it('begin with the fields that can be edited, each with its usual input', () => {
    const form = usualForm(
      [field('a'), field('b', { choices: yesNo }), field('c', { editable: false })],
      'T',
    );
    expect(form).toMatchObject({
      title: 'T',
      formElements: [
        { fieldName: 'a', inputType: { type: 'text-box', minLength: 0, maxLength: 50 } },
        { fieldName: 'b', inputType: { type: 'combo-box' } },
      ],
    });
    expect(newInput(field('b', { choices: yesNo }), 'switch')).toEqual({
      type: 'switch',
      onValue: 1,
      offValue: 0,
    });
    expect(inputsOf(field('b', { choices: [...yesNo, { value: 2, title: '?' }] }))).not.toContain('switch');
  });

  it.each<[string, FormPlace, FormPlace, string]>([
    ['down into a group', [0], [1], '[a b c] d'],
    ['down to a member of a group', [0], [1, 0], '[b a c] d'],
    ['up before a group', [2], [1], 'a d [b c]'],
    ['up to a member of a group', [2], [1, 1], 'a [b d c]'],
    ['up out of a group', [1, 0], [1], 'a b [c] d'],
    ['down out of a group', [1, 1], [2], 'a [b] d c'],
    ['within a group', [1, 0], [1, 1], 'a [c b] d'],
    ['as a whole group, down', [1], [2], 'a d [b c]'],
    ['as a whole group, up', [1], [0], '[b c] a d'],
    ['as a whole group, not into itself', [1], [1, 1], 'a [b c] d'],
  ])('are moved %s', (_name, from, to, expected) => {
    expect(shapeOf(withMoved(grouped, from, to))).toBe(expected);
  });

  it.each<[string, FormPlace, number | undefined, number, string]>([
    ['into a group', [0], 1, 1, '[b a c] d'],
    ['to the end of a group', [2], 1, 2, 'a [b c d]'],
    ['within a group', [1, 0], 1, 1, 'a [c b] d'],
    ['out of a group', [1, 0], undefined, 2, 'a [c] b d'],
    ['to the end', [0], undefined, 2, '[b c] d a'],
    ['as a whole group', [1], undefined, 2, 'a d [b c]'],
    ['but not as a group into a group', [1], 1, 0, 'a [b c] d'],
  ])('are placed %s', (_name, from, group, index, expected) => {
    expect(shapeOf(withPlaced(grouped, from, group, index))).toBe(expected);
  });

  it('are never lost by moves, and groups never become members', () => {
    const move = fc.tuple(fc.nat(5), fc.nat(5));
    fc.assert(
      fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
        const start = withNewElement(grouped, { type: 'group', formElements: [] });
        const end = moves.reduce((form, [from, to]) => {
          const rows = placesOf(form);
          const [a, b] = [rows[from]?.place, rows[to]?.place];
          return a && b ? withMoved(form, a, b) : form;
        }, start);
        expect([...fieldsIn(end)].toSorted()).toEqual(['a', 'b', 'c', 'd']);
        expect(placesOf(end)).toHaveLength(6);
        const groups = placesOf(end).filter(({ element }) => element.type === 'group');
        expect(groups.every(({ place }) => place.length === 1)).toBe(true);
      }),
    );
  });

  it('of a removed group stay', () => {
    expect(shapeOf(withoutElement(grouped, [1]))).toBe('a b c d');
  });
});

describe('a rule of a form', () => {
  it('that is plain is written as Esri’s designers write it', () => {
    const form = withRule(grouped, [1, 0], 'requiredExpression', true);
    expect(form.expressionInfos).toEqual([
      { name: 'expr/system/true', title: 'True', expression: 'true', returnType: 'boolean' },
    ]);
    const element = placesOf(form)[2]?.element ?? {};
    expect(element.requiredExpression).toBe('expr/system/true');
    expect(ruleOf(form, element, 'requiredExpression')).toBe(true);
    expect(withRule(form, [1, 0], 'requiredExpression', undefined).formElements).toEqual(
      grouped.formElements,
    );
  });

  it('has an expression of its own, which goes with its last use', () => {
    const shared: FormJson = {
      formElements: [
        { type: 'field', fieldName: 'a', visibilityExpression: 'expr/x' },
        { type: 'field', fieldName: 'b', visibilityExpression: 'expr/x' },
      ],
      expressionInfos: [
        { name: 'expr/x', expression: '1 == 1' },
        { name: 'expr/unused', expression: '2' },
      ],
    };
    const one = withRule(shared, [0], 'visibilityExpression', { expression: '1 == 2' });
    expect(one.expressionInfos).toMatchObject([
      { name: 'expr/x', expression: '1 == 1' },
      { name: 'expr/unused' },
      { name: 'expr0', expression: '1 == 2' },
    ]);
    const again = withRule(one, [0], 'visibilityExpression', { expression: '3 == 3' });
    expect(again.expressionInfos?.at(-1)).toMatchObject({ name: 'expr0', expression: '3 == 3' });
    expect(withoutElement(again, [0]).expressionInfos).toEqual(shared.expressionInfos);
    expect(withRule(again, [1], 'visibilityExpression', true).expressionInfos).toMatchObject([
      { name: 'expr/unused' },
      { name: 'expr0' },
      { name: 'expr/system/true' },
    ]);
  });

  it('reads whether a field of an older form can be edited', () => {
    const older: FormJson = { formElements: [{ type: 'field', fieldName: 'a', editable: false }] };
    expect(ruleOf(older, older.formElements?.[0] ?? {}, 'editableExpression')).toBe(false);
    expect(withRule(older, [0], 'editableExpression', undefined).formElements).toEqual([
      { type: 'field', fieldName: 'a' },
    ]);
  });

  it('knows more than the feature where it calculates', async () => {
    const expression = 'IIf($editContext.editType == "INSERT", 1, $feature.a)';
    expect(await checkExpression(expression)).toMatchObject({ line: 1 });
    expect(await checkExpression(expression, 'calculation')).toBeUndefined();
    expect(await checkExpression('IIf(', 'calculation')).toMatchObject({ line: 1 });
  });
});

describe('the form of a layer of the map', () => {
  const opened = fieldMaps.operationalLayers.find((layer) => 'formInfo' in layer) as unknown as {
    id: string;
    formInfo: FormJson;
  };
  const open = async () => {
    const layer = new FeatureLayer({
      source: [],
      geometryType: 'point',
      objectIdField: 'OBJECTID',
      fields: [
        { name: 'OBJECTID', type: 'oid', alias: 'OBJECTID' },
        { name: 'name', type: 'string', alias: 'Name', length: 255 },
      ],
    });
    layer.id = opened.id;
    layer.load = async () => layer;
    layer.formTemplate = FormTemplate.fromJSON(structuredClone(opened.formInfo)) as FormTemplate;
    const internals = {
      view: { map: { layers: { toArray: () => [layer] } } },
      source: { webMap: { data: fieldMaps } },
    } as unknown as MapInternals;
    return { layer, session: await openFormDesign(internals, opened.id) };
  };

  it('keeps what its author wrote, also members that the SDK does not know', async () => {
    const { session } = await open();
    const { form } = session.state.get().value;
    expect(form).toEqual(opened.formInfo);
    session.set({ on: true, form: withElementAt(form, [1], { type: 'text', text: 'New' }) });
    const now = session.state.get().value.form;
    expect(now.formElements?.[0]).toEqual(opened.formInfo.formElements?.[0]);
    expect(now.formElements?.[1]).toEqual({ type: 'text', text: 'New' });
  });

  it('is taken away, and restored as it was', async () => {
    const { layer, session } = await open();
    const was = layer.formTemplate;
    session.set({ ...session.state.get().value, on: false });
    expect(layer.formTemplate).toBeNull();
    expect(session.state.get()).toMatchObject({ changed: true, value: { on: false } });
    session.reset();
    expect(layer.formTemplate).toBe(was);
  });
});
