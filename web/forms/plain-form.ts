import type { FormElementJson, FormJson } from '../map/configure/form-json.ts';
import type { FieldValue, FormElement } from '../map/edit/edit-feature.ts';
import { type FieldInputParts, type InputParts, readForm } from '../map/edit/read-form.ts';
import { deviceZone } from '../map/layers/time-zone.ts';

/** A field as its service describes it. */
export interface FillField {
  name: string;
  alias?: string | null;
  type: string;
  editable?: boolean;
  nullable?: boolean;
  length?: number;
  defaultValue?: unknown;
  domain?: {
    type: string;
    codedValues?: { name: string; code: string | number }[];
    range?: [number, number];
  } | null;
}

/** A layer as its service describes it, as far as a form needs it. */
export interface FillLayer {
  name: string;
  fields: readonly FillField[];
  objectIdField?: string;
  globalIdField?: string;
  editFieldsInfo?: Record<string, unknown> | null;
  typeIdField?: string | null;
  types?: readonly { id: string | number; name: string }[];
  templates?: readonly { prototype?: { attributes?: Record<string, unknown> } }[];
}

export type FormValues = Readonly<Record<string, FieldValue>>;

/** The values of expressions by their names; those that failed are missing. */
export type ExpressionResults = ReadonlyMap<string, unknown>;

const types: Readonly<Record<string, readonly [dataType: string, type: string]>> = {
  esriFieldTypeString: ['text', 'string'],
  esriFieldTypeGUID: ['text', 'guid'],
  esriFieldTypeSmallInteger: ['number', 'small-integer'],
  esriFieldTypeInteger: ['number', 'integer'],
  esriFieldTypeBigInteger: ['number', 'big-integer'],
  esriFieldTypeSingle: ['number', 'single'],
  esriFieldTypeDouble: ['number', 'double'],
  esriFieldTypeDate: ['date', 'date'],
  esriFieldTypeDateOnly: ['date', 'date-only'],
  esriFieldTypeTimeOnly: ['date', 'time-only'],
  esriFieldTypeTimestampOffset: ['date', 'timestamp-offset'],
};

const findField = ({ fields }: FillLayer, name = '') =>
  fields.find((field) => field.name.toLowerCase() === name.toLowerCase());

/** Fields that people can fill in: not the ids, and not what the server writes itself. */
export function fillableFields(layer: FillLayer): FillField[] {
  const written = [layer.objectIdField, layer.globalIdField, ...Object.values(layer.editFieldsInfo ?? {})];
  return layer.fields.filter(
    ({ name, type, editable }) => editable !== false && types[type] && !written.includes(name),
  );
}

/** The values of a new feature: those of the first template, else the defaults of the fields. */
export function startValues(layer: FillLayer): FormValues {
  const template = layer.templates?.[0]?.prototype?.attributes ?? {};
  return Object.fromEntries(
    fillableFields(layer).map(({ name, defaultValue }) => [
      name,
      valueOf(template[name]) ?? valueOf(defaultValue),
    ]),
  );
}

/** The form of a layer; of one without, all its fields. */
export function formOf(layer: FillLayer, given: unknown): FormJson {
  const form = (typeof given === 'object' && given !== null ? given : {}) as FormJson;
  if (form.formElements && form.formElements.length > 0) return form;
  const formElements = fillableFields(layer).map(({ name }) => ({ type: 'field', fieldName: name }));
  return { ...form, formElements };
}

/** The expressions that decide what the form shows. */
export function expressionsOf(form: FormJson): { name: string; expression: string }[] {
  return (form.expressionInfos ?? []).flatMap(({ name, expression }) =>
    name && expression && !(name in constants) ? [{ name, expression }] : [],
  );
}

const constants: Readonly<Record<string, boolean>> = { 'expr/system/true': true, 'expr/system/false': false };

/** What a form is read from. */
export interface Filling {
  layer: FillLayer;
  form: FormJson;
  values: FormValues;
  results: ExpressionResults;
}

/** The elements of a form in their present state, as the Edit tool shows them. */
export function readPlainForm(filling: Filling): FormElement[] {
  const { layer, form } = filling;
  const typed = layer.typeIdField && layer.types && layer.types.length > 0;
  return readForm(inputsOf(filling, form.formElements ?? []), {
    idFields: [layer.objectIdField ?? '', layer.globalIdField ?? ''],
    zone: deviceZone(),
    ...(typed && {
      types: {
        field: findField(layer, layer.typeIdField ?? '')?.name ?? '',
        choices: (layer.types ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
    }),
    conflicts: new Set(),
  });
}

/** The attributes to send: of fields that are shown, and calculated ones. */
export function filledAttributes(filling: Filling): Record<string, FieldValue> {
  const { layer, form, values } = filling;
  const sent: Record<string, FieldValue> = {};
  const visit = (elements: readonly FormElementJson[], inside: boolean) => {
    for (const element of elements) {
      const shown = inside && isShown(filling, element);
      const field = findField(layer, element.fieldName);
      if (field && (shown || element.valueExpression)) sent[field.name] = values[field.name] ?? null;
      visit(element.formElements ?? [], shown);
    }
  };
  visit(form.formElements ?? [], true);
  // A template's values of fields that the form does not show.
  const start = startValues(layer);
  const inForm = new Set(Object.keys(sent));
  for (const [name, value] of Object.entries(start))
    if (!inForm.has(name) && value !== null && !isInForm(form.formElements ?? [], name)) sent[name] = value;
  return sent;
}

function isInForm(elements: readonly FormElementJson[], name: string): boolean {
  return elements.some(
    (one) => one.fieldName?.toLowerCase() === name.toLowerCase() || isInForm(one.formElements ?? [], name),
  );
}

/** The values with those of calculated fields. */
export function withCalculated({ layer, form, values, results }: Filling): FormValues {
  const next: Record<string, FieldValue> = { ...values };
  const visit = (elements: readonly FormElementJson[]) => {
    for (const element of elements) {
      const field = findField(layer, element.fieldName);
      const name = element.valueExpression;
      if (field && name && results.has(name)) next[field.name] = fitted(field, results.get(name));
      visit(element.formElements ?? []);
    }
  };
  visit(form.formElements ?? []);
  return next;
}

/** A calculated value as the field stores it. */
function fitted({ type }: FillField, value: unknown): FieldValue {
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return value.getTime();
  if (types[type]?.[0] === 'text') return String(value as string);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

function valueOf(value: unknown): FieldValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The value of a rule; undefined without one, and of one that is not known or has failed. */
function ruleOf({ results }: Filling, name: string | undefined): unknown {
  if (!name) return undefined;
  return name in constants ? constants[name] : results.get(name);
}

/** Whether an element is shown, by its own condition. */
export function isShown(filling: Filling, { visibilityExpression }: FormElementJson): boolean {
  return ruleOf(filling, visibilityExpression) !== false;
}

function inputsOf(filling: Filling, elements: readonly FormElementJson[]): InputParts[] {
  return elements.flatMap((element): InputParts[] => {
    const visible = isShown(filling, element);
    if (element.type === 'group') {
      const { label = '', description = '', initialState, formElements = [] } = element;
      const inputs = inputsOf(filling, formElements);
      return [{ type: 'group', label, description, open: initialState !== 'collapsed', visible, inputs }];
    }
    if (element.type === 'text') return [{ type: 'text', text: element.text ?? '', visible }];
    const field = findField(filling.layer, element.fieldName);
    return field ? [inputOf(filling, element, field, visible)] : [];
  });
}

function inputOf(
  filling: Filling,
  element: FormElementJson,
  field: FillField,
  visible: boolean,
): FieldInputParts {
  const { name, alias, domain, length } = field;
  const [dataType, type] = types[field.type] ?? ['unsupported', ''];
  const input = element.inputType ?? {};
  const settled = element.editableExpression
    ? ruleOf(filling, element.editableExpression) !== false
    : element['editable'] !== false;
  const required = field.nullable === false || ruleOf(filling, element.requiredExpression) === true;
  const value = filling.values[name] ?? null;
  const range = domain?.type === 'range' ? { min: domain.range?.[0], max: domain.range?.[1] } : {};
  const longest = [input.maxLength, dataType === 'text' ? length : undefined].filter(
    (each): each is number => typeof each === 'number' && each > 0,
  );
  const parts = {
    type: 'field' as const,
    name,
    label: element.label || alias || name,
    description: element.description ?? null,
    hint: element.hint ?? null,
    dataType,
    inputType: input.type ?? null,
    field: { name, type },
    element: { input: { onValue: input['onValue'], offValue: input['offValue'] } },
    domain:
      domain?.type === 'codedValue' ? { type: 'coded-value', codedValues: domain.codedValues ?? [] } : null,
    range: { min: range.min ?? null, max: range.max ?? null },
    includeTime: input['includeTime'] !== false,
    minLength: typeof input.minLength === 'number' ? input.minLength : 0,
    maxLength: longest.length > 0 ? Math.min(...longest) : 0,
    required,
    editable: field.editable !== false && settled && !element.valueExpression,
    visible,
    value,
  };
  const error = faultIn(parts);
  return { ...parts, valid: error === undefined, error: error ?? null };
}

/** The name of what is wrong with a value, as `readForm` knows it. */
function faultIn({
  value,
  required,
  editable,
  visible,
  ...parts
}: Omit<FieldInputParts, 'valid' | 'error'>): string | undefined {
  if (!visible || !editable) return undefined;
  if (value === null || value === '') return required ? 'cannot-be-empty' : undefined;
  const { dataType, minLength, maxLength, range, domain } = parts;
  if (domain?.codedValues && !domain.codedValues.some(({ code }) => code === value))
    return 'invalid-coded-value';
  if (dataType === 'number' && (typeof value !== 'number' || Number.isNaN(value))) return 'malformed';
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return 'malformed';
    if (value < (range?.min ?? -Infinity) || value > (range?.max ?? Infinity)) return 'out-of-range';
    if (parts.field.type.includes('integer') && !Number.isInteger(value)) return 'malformed';
  }
  if (typeof value === 'string' && dataType === 'text') {
    if (value.length < minLength) return 'too-short';
    if (maxLength > 0 && value.length > maxLength) return 'too-long';
  }
  return undefined;
}
