import type { FieldFault, FieldValue, FormElement, FormField } from './edit-feature.ts';

/** Parts of the SDK's inputs that a form shows; some of them are not in its declarations. */
export interface FieldInputParts {
  type: 'field';
  name: string;
  label: string;
  description?: string | null;
  hint?: string | null;
  dataType: string;
  inputType?: string | null;
  field: { name: string; type: string };
  element?: { input?: { onValue?: unknown; offValue?: unknown } | null } | null;
  domain?: { type: string; codedValues?: readonly { name: string; code: string | number }[] } | null;
  range?: { min?: number | null; max?: number | null };
  includeTime: boolean;
  minLength: number;
  maxLength: number;
  required: boolean;
  editable: boolean;
  visible: boolean;
  valid: boolean;
  error?: string | null;
  value: unknown;
}
interface GroupInputParts {
  type: 'group';
  id?: string;
  label?: string | null;
  description?: string | null;
  open: boolean;
  visible: boolean;
  inputs: readonly InputParts[];
}
interface TextInputParts {
  type: 'text';
  text?: string | null;
  visible?: boolean;
}
export type InputParts = FieldInputParts | GroupInputParts | TextInputParts | { type: string };

/** The properties of a layer and its editing rules that the inputs do not contain. */
export interface FormRules {
  /** Technical fields: ids and shapes. Shown only if the form's author lists them. */
  idFields: readonly string[];
  /** The time zone of dates; an IANA name. */
  zone: string;
  /** Values of the field that distinguishes types of features. */
  types?: { field: string; choices: readonly { value: string | number; label: string }[] };
  /** Fields with a combination of values that is not allowed. */
  conflicts: ReadonlySet<string>;
}

/** The form described by the SDK's inputs, as data. Read-only fields without a value are omitted. */
export function readForm(inputs: readonly InputParts[], rules: FormRules): FormElement[] {
  return inputs.flatMap((input, index): FormElement[] => {
    if (isGroup(input)) {
      if (!input.visible) return [];
      const elements = readForm(input.inputs, rules).filter((element) => element.kind !== 'group');
      if (elements.length === 0) return [];
      const { label, description, open } = input;
      const key = input.id ?? `group ${index}`;
      return [
        { kind: 'group', key, label: label ?? '', description: description ?? '', open, elements },
      ] as FormElement[];
    }
    if (isText(input))
      return input.text && input.visible !== false
        ? [{ kind: 'text', key: `text ${index}`, text: input.text }]
        : [];
    return isField(input) && isShown(input, rules) ? [readField(input, rules)] : [];
  });
}

const isGroup = (input: InputParts): input is GroupInputParts => input.type === 'group';
const isText = (input: InputParts): input is TextInputParts => input.type === 'text';
const isField = (input: InputParts): input is FieldInputParts => input.type === 'field';

function isShown(input: FieldInputParts, { idFields }: FormRules): boolean {
  if (!input.visible || input.dataType === 'unsupported') return false;
  if (!input.element && idFields.includes(input.name)) return false;
  return input.editable || (input.value !== null && input.value !== undefined && input.value !== '');
}

function readField(input: FieldInputParts, { zone, types, conflicts }: FormRules): FormField {
  const value = valueOf(input.value);
  const choices = choicesOf(input, types);
  return {
    kind: 'field',
    name: input.name,
    label: input.label,
    description: input.description ?? '',
    hint: input.hint ?? '',
    input: inputOf(input, choices.length > 0),
    value,
    required: input.required,
    editable: input.editable,
    fault: faultOf(input) ?? (conflicts.has(input.name) ? 'not-together' : undefined),
    minLength: input.minLength > 0 ? input.minLength : undefined,
    maxLength: input.maxLength > 0 ? input.maxLength : undefined,
    least: input.range?.min ?? undefined,
    most: input.range?.max ?? undefined,
    choices: withValue(choices, value),
    zone,
  };
}

function valueOf(value: unknown): FieldValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function choicesOf(
  { name, domain, element }: FieldInputParts,
  types: FormRules['types'],
): FormField['choices'] {
  const { onValue, offValue } = element?.input ?? {};
  const coded = (domain?.codedValues ?? []).map((one) => ({ value: one.code, label: one.name }));
  if (isCode(onValue) && isCode(offValue))
    return [onValue, offValue].map(
      (value) => coded.find((one) => one.value === value) ?? { value, label: String(value) },
    );
  if (domain?.type === 'coded-value') return coded;
  return types?.field === name ? types.choices : [];
}

const isCode = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** A value that was stored before the list was created remains allowed. */
function withValue(choices: FormField['choices'], value: FieldValue): FormField['choices'] {
  if (choices.length === 0 || value === null || choices.some((one) => one.value === value)) return choices;
  return [...choices, { value, label: String(value) }];
}

const wholeNumbers = ['integer', 'small-integer', 'big-integer', 'long'];

function inputOf(
  { dataType, inputType, field, includeTime }: FieldInputParts,
  choosing: boolean,
): FormField['input'] {
  if (choosing) return inputType === 'switch' ? 'switch' : inputType === 'radio-buttons' ? 'radio' : 'choice';
  if (dataType === 'number') return wholeNumbers.includes(field.type) ? 'whole-number' : 'number';
  if (dataType === 'text') return inputType === 'text-area' ? 'long-text' : 'text';
  if (dataType !== 'date') return 'unsupported';
  if (field.type === 'date-only') return 'date';
  if (field.type === 'time-only') return 'time';
  if (field.type === 'timestamp-offset') return 'date-time-offset';
  return includeTime ? 'date-time' : 'day';
}

/** The SDK's validation errors, by the part of their name that identifies the cause. */
const faults: readonly (readonly [string, FieldFault])[] = [
  ['cannot-be-empty', 'missing'],
  ['too-few-selected-choices', 'missing'],
  ['too-short', 'too-short'],
  ['too-long', 'too-long'],
  ['out-of-range', 'out-of-range'],
  ['invalid-coded-value', 'not-a-choice'],
];

function faultOf({ valid, error }: FieldInputParts): FieldFault | undefined {
  if (valid) return undefined;
  return faults.find(([part]) => error?.includes(part))?.[1] ?? 'malformed';
}
