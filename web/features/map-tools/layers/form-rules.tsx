import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import {
  type DesignField,
  type FormElementJson,
  type FormInputJson,
  type FormJson,
  type FormPlace,
  type FormRule,
  inputsOf,
  newInput,
  ruleOf,
  type RuleValue,
  withElementAt,
  withRule,
} from '../../../map/configure/form-json.ts';
import { type Choice, ChoiceField } from './setting-fields.tsx';
import { ExpressionField } from './expression-field.tsx';

interface RuleProps {
  element: FormElementJson;
  place: FormPlace;
  form: FormJson;
  onChange: (form: FormJson) => void;
}

/** The initial expression of a rule: always true. */
const newExpression = { expression: 'true' };

/** A setting with a fixed value, or one computed by an expression. */
function Rule({
  label,
  value,
  choices,
  expression,
  calculates = false,
  onChoose,
  onExpression,
}: {
  label: string;
  value: string;
  choices: readonly Choice[];
  /** The expression; undefined for a fixed value. */
  expression: string | undefined;
  calculates?: boolean;
  onChoose: (value: string) => void;
  onExpression: (expression: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <ChoiceField label={label} value={value} choices={choices} onChange={onChoose} />
      {expression !== undefined && (
        <ExpressionField
          label={t('layers.form.expressionOf', { setting: label })}
          value={expression}
          use={calculates ? 'calculation' : 'feature'}
          onChange={onExpression}
        />
      )}
    </>
  );
}

const expressionIn = (value: RuleValue) => (typeof value === 'object' ? value.expression : undefined);

/** A setting that is yes, no, or computed by an expression. */
function PlainRule({
  rule,
  label,
  names,
  usual,
  element,
  place,
  form,
  onChange,
}: RuleProps & {
  rule: FormRule;
  label: string;
  names: { yes: string; no: string; expression: string };
  /** The value if the form has none; it is not written. */
  usual: boolean;
}) {
  const value = ruleOf(form, element, rule);
  const expression = expressionIn(value);
  const plain = typeof value === 'boolean' ? value : usual;
  const set = (next: RuleValue) => onChange(withRule(form, place, rule, next));
  return (
    <Rule
      label={label}
      value={expression === undefined ? (plain ? 'yes' : 'no') : 'expression'}
      choices={[
        { value: 'yes', title: names.yes },
        { value: 'no', title: names.no },
        { value: 'expression', title: names.expression },
      ]}
      expression={expression}
      onChoose={(next) =>
        set(next === 'expression' ? newExpression : (next === 'yes') === usual ? undefined : next === 'yes')
      }
      onExpression={(next) => set({ expression: next })}
    />
  );
}

/** When an element is shown. */
export function VisibleRule(props: RuleProps) {
  const { t } = useTranslation();
  return (
    <PlainRule
      {...props}
      rule="visibilityExpression"
      label={t('layers.form.visible')}
      usual
      names={{
        yes: t('layers.form.always'),
        no: t('layers.form.never'),
        expression: t('layers.form.byExpression'),
      }}
    />
  );
}

/** The input type of a field, and whether a value is required. */
export function FieldSettings({ field, ...props }: RuleProps & { field: DesignField }) {
  const { t } = useTranslation();
  const { element, place, form, onChange } = props;
  const input = element.inputType ?? newInput(field);
  const set = (inputType: FormInputJson) => onChange(withElementAt(form, place, { ...element, inputType }));
  const usual = inputsOf(field);
  // An input type from another program is preserved until another one is chosen.
  const types = input.type && !usual.includes(input.type) ? [input.type, ...usual] : usual;
  const calculated = expressionIn(ruleOf(form, element, 'valueExpression'));
  return (
    <>
      <ChoiceField
        label={t('layers.form.input')}
        value={input.type ?? ''}
        choices={types.map((type) => ({
          value: type,
          title: isKnown(type) ? t(`layers.form.input.${type}`) : type,
        }))}
        onChange={(type) => set(newInput(field, type))}
      />
      {field.kind === 'text' && (input.type === 'text-box' || input.type === 'text-area') && (
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
          <LengthField
            label={t('layers.form.minLength')}
            value={input.minLength}
            most={input.maxLength ?? field.length}
            onChange={(length) => set(withLength(input, 'minLength', length))}
          />
          <LengthField
            label={t('layers.form.maxLength')}
            value={input.maxLength}
            most={field.length}
            onChange={(length) => set(withLength(input, 'maxLength', length))}
          />
        </Box>
      )}
      {field.editable && <EntryRule {...props} calculated={calculated} />}
      {field.editable && calculated === undefined && (
        <PlainRule
          {...props}
          rule="requiredExpression"
          label={t('layers.form.required')}
          usual={false}
          names={{
            yes: t('layers.form.always'),
            no: t('layers.form.never'),
            expression: t('layers.form.byExpression'),
          }}
        />
      )}
    </>
  );
}

/** Whether a field is editable, read-only or calculated. */
function EntryRule({ calculated, ...props }: RuleProps & { calculated: string | undefined }) {
  const { t } = useTranslation();
  const { element, place, form, onChange } = props;
  const editable = ruleOf(form, element, 'editableExpression');
  const expression = calculated ?? expressionIn(editable);
  const set = (edit: RuleValue, value: RuleValue) =>
    onChange(withRule(withRule(form, place, 'editableExpression', edit), place, 'valueExpression', value));
  const values: Readonly<Record<string, () => void>> = {
    yes: () => set(undefined, undefined),
    no: () => set(false, undefined),
    expression: () => set(newExpression, undefined),
    calculated: () => set(false, { expression: `$feature["${element.fieldName}"]` }),
  };
  const value =
    calculated !== undefined
      ? 'calculated'
      : editable === false
        ? 'no'
        : typeof editable === 'object'
          ? 'expression'
          : 'yes';
  return (
    <Rule
      label={t('layers.form.entry')}
      value={value}
      choices={Object.keys(values).map((one) => ({
        value: one,
        title: t(`layers.form.entry.${one as 'yes' | 'no' | 'expression' | 'calculated'}`),
      }))}
      expression={expression}
      calculates={calculated !== undefined}
      onChoose={(next) => values[next]?.()}
      onExpression={(next) => {
        const rule = calculated === undefined ? 'editableExpression' : 'valueExpression';
        onChange(withRule(form, place, rule, { expression: next }));
      }}
    />
  );
}

function withLength(
  input: FormInputJson,
  limit: 'minLength' | 'maxLength',
  length: number | undefined,
): FormInputJson {
  const { [limit]: _before, ...others } = input;
  return length === undefined ? others : { ...others, [limit]: length };
}

/** A number of characters; undefined: no limit. */
function LengthField({
  label,
  value,
  most = 100_000,
  onChange,
}: {
  label: string;
  value: number | undefined;
  most?: number | undefined;
  onChange: (value: number | undefined) => void;
}) {
  return (
    <TextField
      size="small"
      type="number"
      label={label}
      value={value ?? ''}
      onChange={({ target }) => {
        const next = Math.round(Number(target.value));
        if (target.value === '') onChange(undefined);
        else if (next >= 0) onChange(Math.min(next, most));
      }}
      slotProps={{ htmlInput: { min: 0, max: most } }}
    />
  );
}

const knownTypes = [
  'text-box',
  'text-area',
  'barcode-scanner',
  'combo-box',
  'radio-buttons',
  'switch',
  'datetime-picker',
  'date-picker',
  'time-picker',
  'timestampoffset-picker',
] as const;

function isKnown(type: string): type is (typeof knownTypes)[number] {
  return (knownTypes as readonly string[]).includes(type);
}
