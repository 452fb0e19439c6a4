import Close from '@mui/icons-material/Close';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../i18n/index.ts';
import type { LayerField } from '../map/layers/layer-fields.ts';
import { radii, sizes } from '../ui/sizes.ts';
import {
  type Clause,
  emptyClause,
  type MissingValue,
  missingValues,
  type Operator,
  operators,
} from './filter-sql.ts';

/** The query for the values that occur in a field. */
export type ValuesOf = (field: string) => {
  queryKey: QueryKey;
  queryFn: () => Promise<(string | number)[]> | (string | number)[];
};

export interface ClauseFieldsProps {
  valuesOf: ValuesOf;
  fields: readonly LayerField[];
  clause: Clause;
  onChange: (clause: Clause) => void;
  /** Whether values that are missing are marked as errors. */
  showMissing?: boolean;
  /** Absent for the only clause. */
  onRemove?: () => void;
}

/** Field, operator, value. */
export function ClauseFields({
  valuesOf,
  fields,
  clause,
  onChange,
  showMissing = false,
  onRemove,
}: ClauseFieldsProps) {
  const { t } = useTranslation();
  const chosen = fields.find(({ name }) => name === clause.field);
  const needsValue = clause.operator !== 'empty' && clause.operator !== 'notEmpty';
  const chooseField = (name: string) => onChange(emptyClause(fields.find((field) => field.name === name)));
  return (
    <Box component="fieldset" aria-label={chosen?.title} sx={styles.clause}>
      <TextField
        select
        size="small"
        label={t('condition.field')}
        value={clause.field}
        onChange={(event) => chooseField(event.target.value)}
      >
        {fields.map(({ name, title }) => (
          <MenuItem key={name} value={name}>
            {title}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        label={t('condition.operator')}
        value={clause.operator}
        onChange={(event) => onChange({ ...clause, operator: event.target.value as Operator })}
      >
        {operators[clause.kind].map((operator) => (
          <MenuItem key={operator} value={operator}>
            {t(`condition.operator.${operator}`)}
          </MenuItem>
        ))}
      </TextField>
      {onRemove && (
        <IconButton aria-label={t('condition.remove')} onClick={onRemove} sx={styles.remove}>
          <Close fontSize="small" />
        </IconButton>
      )}
      {needsValue && (
        <Box sx={{ gridColumn: '1 / span 2' }}>
          <Values
            valuesOf={valuesOf}
            field={chosen}
            clause={clause}
            onChange={onChange}
            {...(showMissing && missingValues(clause))}
          />
        </Box>
      )}
    </Box>
  );
}

type ValueFieldProps = Pick<ClauseFieldsProps, 'valuesOf' | 'clause' | 'onChange'> & {
  field: LayerField | undefined;
  value?: MissingValue;
};

/** Marks a field and says what it lacks. */
function useError(missing: MissingValue | undefined) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (!missing) return undefined;
  const texts = {
    text: () => t('edit.fault.missing'),
    date: () => t('edit.fault.missing'),
    number: () => t('edit.fault.number'),
    days: () => t('edit.fault.between', { least: number(1), most: number(99_999) }),
  };
  return { error: true, helperText: texts[missing]() };
}

/** Suggested numbers of days; others can be typed. */
const spans = [1, 7, 30, 90, 365];

/** The value of a clause, both ends of a range, or a list. */
function Values({ to, ...props }: ValueFieldProps & { to?: MissingValue }) {
  const { t } = useTranslation();
  const { clause, onChange, value: missing } = props;
  const error = useError(missing);
  if (clause.operator === 'oneOf' || clause.operator === 'noneOf') return <ValueList {...props} />;
  if (clause.operator === 'inLast')
    return (
      <Autocomplete
        freeSolo
        disableClearable
        disablePortal
        size="small"
        options={spans.map(String)}
        inputValue={clause.value}
        onInputChange={(_event, value, reason) => {
          if (reason !== 'reset' || value !== '') onChange({ ...clause, value });
        }}
        // All options, whatever was typed.
        filterOptions={(options) => options}
        renderInput={(params) => (
          <TextField {...params} {...error} label={t('condition.days')} type="number" />
        )}
      />
    );
  if (clause.operator !== 'between') return <ValueField {...props} />;
  const { value: _from, ...end } = props;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
        alignItems: 'start',
        gap: 1,
      }}
    >
      <ValueField {...props} label={t('condition.from')} />
      <ValueField
        {...end}
        {...(to && { value: to })}
        label={t('condition.to')}
        clause={{ ...clause, value: clause.to ?? '' }}
        onChange={({ value }) => onChange({ ...clause, to: value })}
      />
    </Box>
  );
}

/** Chips of a list; the features of a view are too many to show each. */
const maxChips = 50;
const fewChips = 3;

/** Chooses several of the values that occur; others can be typed. */
function ValueList({ valuesOf, field, clause, onChange, value: missing }: ValueFieldProps) {
  const { t } = useTranslation();
  const error = useError(missing);
  const { number } = useFormats();
  const [typed, setTyped] = useState('');
  const chosen = [...(clause.values ?? [])];
  const values = useQuery({
    ...valuesOf(clause.field),
    enabled: !field?.choices && clause.field !== '',
  });
  const titles = new Map(field?.choices?.map(({ value, title }) => [String(value), title]));
  const options = field?.choices ? [...titles.keys()] : (values.data ?? []).map(String);
  return (
    <Autocomplete
      multiple
      freeSolo={!field?.choices}
      disableCloseOnSelect
      disablePortal
      size="small"
      loading={values.isFetching}
      options={options}
      getOptionLabel={(value) => titles.get(value) ?? value}
      value={chosen}
      onChange={(_event, next) => onChange({ ...clause, values: next })}
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      renderValue={(values, getItemProps) => {
        const shown = values.length > maxChips ? values.slice(0, fewChips) : values;
        return [
          ...shown.map((value, index) => {
            const { key, ...item } = getItemProps({ index });
            return <Chip key={key} size="small" label={<bdi>{titles.get(value) ?? value}</bdi>} {...item} />;
          }),
          shown.length < values.length && <span key="others">+{number(values.length - shown.length)}</span>,
        ];
      }}
      onBlur={() => {
        // A value that was typed without Enter counts too.
        const value = typed.trim();
        if (field?.choices || value === '') return;
        setTyped('');
        if (!chosen.includes(value)) onChange({ ...clause, values: [...chosen, value] });
      }}
      renderInput={(params) => <TextField {...params} {...error} label={t('condition.values')} />}
    />
  );
}

function ValueField({
  valuesOf,
  field,
  clause,
  label: ownLabel,
  onChange,
  value: missing,
}: ValueFieldProps & { label?: string }) {
  const { t } = useTranslation();
  const error = useError(missing);
  const exact = clause.operator === 'is' || clause.operator === 'isNot';
  const values = useQuery({
    ...valuesOf(clause.field),
    enabled: exact && !field?.choices && clause.field !== '',
  });
  const label = ownLabel ?? t('condition.value');
  if (clause.kind === 'date') {
    const isDay = clause.operator === 'on' || !clause.value.includes('T');
    // Older conditions name days of UTC; the dates themselves are shown in the time zone of the map.
    const isUtc = !clause.time && field?.time?.sqlZone === 'UTC';
    return (
      <TextField
        fullWidth
        size="small"
        type={isDay ? 'date' : 'datetime-local'}
        {...(isUtc && { helperText: t('edit.utc') })}
        {...error}
        label={label}
        value={isDay ? clause.value.slice(0, 10) : clause.value}
        onChange={(event) => onChange({ ...clause, value: event.target.value })}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    );
  }
  if (exact && field?.choices)
    return (
      <TextField
        select
        fullWidth
        size="small"
        {...error}
        label={label}
        value={clause.value}
        onChange={(event) => onChange({ ...clause, value: event.target.value })}
      >
        {field.choices.map(({ value, title }) => (
          <MenuItem key={value} value={String(value)}>
            {title}
          </MenuItem>
        ))}
      </TextField>
    );
  return (
    <Autocomplete
      freeSolo
      disableClearable
      // Within the dialog's content: its buttons are never covered.
      disablePortal
      size="small"
      options={exact ? (values.data ?? []).map(String) : []}
      inputValue={clause.value}
      onInputChange={(_event, value, reason) => {
        // The combobox would clear itself on blur; keep the input.
        if (reason !== 'reset' || value !== '') onChange({ ...clause, value });
      }}
      renderInput={(params) => (
        <TextField {...params} {...error} label={label} type={clause.kind === 'number' ? 'number' : 'text'} />
      )}
    />
  );
}

const styles = {
  clause: {
    display: 'grid',
    minWidth: 0,
    m: 0,
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: 1,
    p: 1.5,
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.card,
  },
  remove: { width: sizes.touch, height: sizes.touch },
} as const;
