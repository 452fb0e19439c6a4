import { unusedName } from './popup-json.ts';

/** How a value is entered (web map specification, `inputType`). */
export interface FormInputJson {
  type?: string;
  minLength?: number;
  maxLength?: number;
  [other: string]: unknown;
}

/** A piece of a form: a field, a group of others, a text. Kinds that cannot be edited here are kept. */
export interface FormElementJson {
  type?: string;
  label?: string;
  description?: string;
  fieldName?: string;
  hint?: string;
  inputType?: FormInputJson;
  text?: string;
  textFormat?: string;
  initialState?: string;
  formElements?: FormElementJson[];
  /** Names of expressions. */
  editableExpression?: string;
  requiredExpression?: string;
  valueExpression?: string;
  visibilityExpression?: string;
  [other: string]: unknown;
}

export interface FormExpressionJson {
  name?: string;
  title?: string;
  expression?: string;
  returnType?: string;
  [other: string]: unknown;
}

/** A form (web map specification, `formInfo`), as far as it is edited here; other members are kept. */
export interface FormJson {
  title?: string;
  description?: string;
  formElements?: FormElementJson[];
  expressionInfos?: FormExpressionJson[];
  [other: string]: unknown;
}

/** A field that a form can show. */
export interface DesignField {
  name: string;
  title: string;
  kind: 'text' | 'number' | 'date' | 'day' | 'time' | 'offset';
  editable: boolean;
  /** Characters of a text. */
  length: number | undefined;
  choices: readonly { value: string | number; title: string }[] | undefined;
}

/** The place of an element: its index, or that of its group and its own. */
export type FormPlace = readonly [number] | readonly [number, number];

/** The inputs that a field can have; the first is the default. */
export function inputsOf({ kind, choices }: DesignField): readonly string[] {
  if (choices) return ['combo-box', 'radio-buttons', ...(choices.length === 2 ? ['switch'] : [])];
  if (kind === 'text') return ['text-box', 'text-area', 'barcode-scanner'];
  if (kind === 'number') return ['text-box'];
  if (kind === 'date') return ['datetime-picker'];
  return [{ day: 'date-picker', time: 'time-picker', offset: 'timestampoffset-picker' }[kind]];
}

/** An input with the members that its type needs. */
export function newInput(field: DesignField, type = inputsOf(field)[0] ?? ''): FormInputJson {
  const [on, off] = field.choices ?? [];
  switch (type) {
    case 'text-box':
    case 'text-area':
    case 'barcode-scanner':
      return field.kind === 'text' && field.length
        ? { type, minLength: 0, maxLength: field.length }
        : { type };
    case 'combo-box':
    case 'radio-buttons':
      return { type, showNoValueOption: true, noValueOptionLabel: '' };
    case 'switch':
      return { type, onValue: on?.value, offValue: off?.value };
    case 'datetime-picker':
      return { type, includeTime: true };
    case 'timestampoffset-picker':
      return { type, includeTimeOffset: true };
    default:
      return { type };
  }
}

export function newField(field: DesignField): FormElementJson {
  return { type: 'field', fieldName: field.name, label: field.title, inputType: newInput(field) };
}

/** The form of a layer without one, as the Edit tool shows it: every field that can be edited. */
export function usualForm(fields: readonly DesignField[], title: string): FormJson {
  return { title, formElements: fields.filter(({ editable }) => editable).map(newField) };
}

/** The names of the fields in a form. */
export function fieldsIn({ formElements = [] }: Pick<FormElementJson, 'formElements'>): Set<string> {
  const names = formElements.flatMap((element) => [
    ...(element.fieldName ? [element.fieldName] : []),
    ...fieldsIn(element),
  ]);
  return new Set(names);
}

/** The elements in the order in which they are shown, with their places. */
export function placesOf(form: FormJson): { place: FormPlace; element: FormElementJson }[] {
  return (form.formElements ?? []).flatMap((element, at) => [
    { place: [at] as const, element },
    ...(element.formElements ?? []).map((inner, index) => ({ place: [at, index] as const, element: inner })),
  ]);
}

function elementAt(form: FormJson, [at, inner]: FormPlace): FormElementJson | undefined {
  const element = form.formElements?.[at];
  return inner === undefined ? element : element?.formElements?.[inner];
}

/** A copy with another list of elements: of the form, or of a group. */
function withList(
  form: FormJson,
  [at, inner]: FormPlace,
  change: (list: readonly FormElementJson[], index: number) => FormElementJson[],
): FormJson {
  const elements = form.formElements ?? [];
  if (inner === undefined) return { ...form, formElements: change(elements, at) };
  const group = elements[at];
  if (!group) return form;
  const inside = change(group.formElements ?? [], inner);
  return { ...form, formElements: elements.with(at, { ...group, formElements: inside }) };
}

export function withElementAt(form: FormJson, place: FormPlace, element: FormElementJson): FormJson {
  return withList(form, place, (list, index) => list.with(index, element));
}

export function withNewElement(form: FormJson, element: FormElementJson): FormJson {
  return { ...form, formElements: [...(form.formElements ?? []), element] };
}

/** A copy without an element, and without expressions that only it used. The elements of a group take its place. */
export function withoutElement(form: FormJson, place: FormPlace): FormJson {
  const gone = elementAt(form, place);
  if (!gone) return form;
  const next = withList(form, place, (list, index) => list.toSpliced(index, 1, ...(gone.formElements ?? [])));
  return rules.reduce((result, rule) => withoutUnused(result, gone[rule]), next);
}

/**
 * A copy with an element at the place of another one: before it when moved up, after it when moved down.
 * Beside elements of a group, and after its heading, it becomes a member; groups stay outside of others.
 */
export function withMoved(form: FormJson, from: FormPlace, to: FormPlace): FormJson {
  const element = elementAt(form, from);
  const target = elementAt(form, to);
  if (!element || !target || element === target) return form;
  const down = to[0] > from[0] || (to[0] === from[0] && (to[1] ?? -1) > (from[1] ?? -1));
  if (element.type === 'group' && to[0] === from[0]) return form;
  if (element.type !== 'group' && target.type === 'group' && down) return withPlaced(form, from, to[0], 0);
  // After an element of the form itself was removed, what followed it has moved up by one.
  if (element.type === 'group' || to[1] === undefined)
    return withPlaced(form, from, undefined, to[0] + (down && from.length === 2 ? 1 : 0));
  const sameGroup = from.length === 2 && from[0] === to[0];
  return withPlaced(form, from, to[0], to[1] + (down && !sameGroup ? 1 : 0));
}

/**
 * A copy with an element at another place; groups stay outside of others.
 *
 * @param group the place of the group; undefined for the form itself
 * @param index its position there, without the element itself
 */
export function withPlaced(
  form: FormJson,
  from: FormPlace,
  group: number | undefined,
  index: number,
): FormJson {
  const element = elementAt(form, from);
  if (!element || (element.type === 'group' && group !== undefined)) return form;
  const without = withList(form, from, (list, at) => list.toSpliced(at, 1));
  // What follows a removed element of the form itself has moved up by one.
  const shifted = from.length === 1 && group !== undefined && group > from[0] ? 1 : 0;
  const to: FormPlace = group === undefined ? [index] : [group - shifted, index];
  return withList(without, to, (list, at) => list.toSpliced(at, 0, element));
}

/** Settings of an element that are computed by an expression. */
export const rules = [
  'visibilityExpression',
  'requiredExpression',
  'editableExpression',
  'valueExpression',
] as const;
export type FormRule = (typeof rules)[number];

/** Expressions that Esri's form designers write for a constant yes or no. */
const plain: Readonly<Record<'true' | 'false', FormExpressionJson>> = {
  true: { name: 'expr/system/true', title: 'True', expression: 'true', returnType: 'boolean' },
  false: { name: 'expr/system/false', title: 'False', expression: 'false', returnType: 'boolean' },
};

/** The value of a setting: yes, no, an Arcade expression, or undefined if the form has none. */
export type RuleValue = boolean | { expression: string } | undefined;

export function ruleOf(form: FormJson, element: FormElementJson, rule: FormRule): RuleValue {
  const name = element[rule];
  if (!name) return rule === 'editableExpression' && element['editable'] === false ? false : undefined;
  if (name === plain.true.name) return true;
  if (name === plain.false.name) return false;
  const expression = form.expressionInfos?.find((one) => one.name === name)?.expression ?? '';
  return { expression };
}

/** A copy with another value of an element's setting. */
export function withRule(form: FormJson, place: FormPlace, rule: FormRule, value: RuleValue): FormJson {
  const element = elementAt(form, place);
  if (!element) return form;
  const was = element[rule];
  const { [rule]: _gone, ...others } = element;
  // Older forms have no expression for whether a field can be edited.
  if (rule === 'editableExpression') delete others['editable'];
  if (value === undefined) return withoutUnused(withElementAt(form, place, others), was);
  const infos = form.expressionInfos ?? [];
  const written = typeof value === 'boolean' ? plain[value ? 'true' : 'false'] : undefined;
  const own =
    !written && was && isCustom(was) && usesOf(form, was) === 1
      ? infos.findIndex(({ name }) => name === was)
      : -1;
  const changed = infos[own];
  if (changed && typeof value === 'object')
    return { ...form, expressionInfos: infos.with(own, { ...changed, ...value }) };
  const title = element.label || element.fieldName || '';
  const returnType = rule === 'valueExpression' ? 'string' : 'boolean';
  const info = written ?? {
    name: unusedName(infos),
    title,
    returnType,
    ...(value as { expression: string }),
  };
  const known = infos.some(({ name }) => name === info.name);
  const next = withElementAt(form, place, { ...others, [rule]: info.name ?? '' });
  return withoutUnused({ ...next, expressionInfos: known ? infos : [...infos, info] }, was);
}

const isCustom = (name: string) => !name.startsWith('expr/system/');

function usesOf(form: FormJson, name: string): number {
  return placesOf(form).flatMap(({ element }) => rules.filter((rule) => element[rule] === name)).length;
}

/** A copy without an expression, if no element uses it any longer. */
function withoutUnused(form: FormJson, name: string | undefined): FormJson {
  if (!name || !isCustom(name) || usesOf(form, name) > 0) return form;
  return { ...form, expressionInfos: (form.expressionInfos ?? []).filter((one) => one.name !== name) };
}
