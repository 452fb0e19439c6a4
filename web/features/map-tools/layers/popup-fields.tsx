import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Tune from '@mui/icons-material/Tune';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/index.ts';
import {
  moved,
  type PopupElementJson,
  type PopupFieldJson,
  rowsOf,
  usualField,
  withRows,
} from '../../../map/configure/popup-json.ts';
import type { LayerField } from '../../../map/layers/layer-fields.ts';
import { textSizes } from '../../../ui/sizes.ts';
import type { PopupPartProps } from './popup-elements.tsx';
import { ChoiceField } from './setting-fields.tsx';

/** The list of fields of a popup: shown ones in their order, then the others. */
export function PopupFields({
  session,
  popup,
  element,
  index,
  onChange,
}: PopupPartProps & { element: PopupElementJson; index: number }) {
  const rows = rowsOf(popup, element);
  const expressions = (popup.expressionInfos ?? []).map<PopupFieldJson>(({ name = '', title }) => ({
    fieldName: `expression/${name}`,
    label: title || name,
    visible: true,
  }));
  const known = new Map(popup.fieldInfos?.map((one) => [one.fieldName, one]));
  const others = [
    ...session.fields.map((field) => ({ ...usualField(field), ...known.get(field.name), visible: true })),
    ...expressions,
  ].filter(({ fieldName }) => !rows.some((row) => row.fieldName === fieldName));
  const set = (next: readonly PopupFieldJson[]) => onChange(withRows(popup, index, next));
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row, place) => (
        <FieldRow
          key={row.fieldName}
          row={row}
          field={session.fields.find(({ name }) => name === row.fieldName)}
          onToggle={() => set(rows.toSpliced(place, 1))}
          onChange={(next) => set(rows.with(place, next))}
          {...(place > 0 && { onUp: () => set(moved(rows, place, place - 1)) })}
          {...(place < rows.length - 1 && { onDown: () => set(moved(rows, place, place + 1)) })}
          shown
        />
      ))}
      {others.map((row) => (
        <FieldRow
          key={row.fieldName}
          row={row}
          field={undefined}
          onToggle={() => set([...rows, row])}
          shown={false}
        />
      ))}
    </Box>
  );
}

interface FieldRowProps {
  row: PopupFieldJson;
  field: LayerField | undefined;
  shown: boolean;
  onToggle: () => void;
  onChange?: (row: PopupFieldJson) => void;
  onUp?: () => void;
  onDown?: () => void;
}

function FieldRow({ row, field, shown, onToggle, onChange, onUp, onDown }: FieldRowProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const title = row.label || row.fieldName || '';
  return (
    <Box component="li">
      <Box sx={styles.row}>
        <FormControlLabel
          control={<Checkbox size="small" checked={shown} onChange={onToggle} />}
          label={title}
          sx={styles.name}
          slotProps={{ typography: { variant: 'body2', color: shown ? undefined : 'textSecondary' } }}
        />
        {shown && (
          <>
            <IconButton
              size="small"
              aria-label={t('layers.moveUp', { title })}
              disabled={!onUp}
              onClick={onUp}
            >
              <ArrowUpward fontSize="small" />
            </IconButton>
            <IconButton
              size="small"
              aria-label={t('layers.moveDown', { title })}
              disabled={!onDown}
              onClick={onDown}
            >
              <ArrowDownward fontSize="small" />
            </IconButton>
            <IconButton
              size="small"
              aria-label={t('layers.popup.formatOf', { title })}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              <Tune fontSize="small" />
            </IconButton>
          </>
        )}
      </Box>
      {open && onChange && <FieldFormat row={row} field={field} onChange={onChange} />}
    </Box>
  );
}

/** Date formats of the web map specification, with options for `Intl` that show an example. */
const dateFormats: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  shortDate: { dateStyle: 'short' },
  longMonthDayYear: { dateStyle: 'long' },
  dayShortMonthYear: { dateStyle: 'medium' },
  longDate: { dateStyle: 'full' },
  shortDateShortTime: { dateStyle: 'short', timeStyle: 'short' },
  longMonthYear: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
};

/** An example date whose day cannot be read as a month. */
const exampleDay = new Date(2026, 11, 30, 18);

/** A field's name in the popup, and how its values are written. */
function FieldFormat({
  row,
  field,
  onChange,
}: {
  row: PopupFieldJson;
  field: LayerField | undefined;
  onChange: (row: PopupFieldJson) => void;
}) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const { format } = row;
  return (
    <Box sx={styles.format}>
      <TextField
        fullWidth
        size="small"
        label={t('layers.popup.alias')}
        value={row.label ?? ''}
        onChange={({ target }) => onChange({ ...row, label: target.value })}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 250 } }}
      />
      {field?.kind === 'number' && !field.choices && (
        <>
          <ChoiceField
            label={t('layers.popup.places')}
            value={String(format?.places ?? 0)}
            choices={[0, 1, 2, 3, 4, 5, 6].map((places) => ({
              value: String(places),
              title: String(places),
            }))}
            onChange={(places) => onChange({ ...row, format: { ...format, places: Number(places) } })}
          />
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={format?.digitSeparator ?? false}
                onChange={(_event, digitSeparator) =>
                  onChange({ ...row, format: { places: 0, ...format, digitSeparator } })
                }
              />
            }
            label={t('layers.popup.thousands')}
            slotProps={{ typography: { variant: 'body2' } }}
          />
        </>
      )}
      {field?.kind === 'date' && (
        <ChoiceField
          label={t('layers.popup.date')}
          value={format?.dateFormat ?? 'shortDate'}
          choices={Object.entries(dateFormats).map(([value, options]) => ({
            value,
            title: new Intl.DateTimeFormat(formats, options).format(exampleDay),
          }))}
          onChange={(dateFormat) => onChange({ ...row, format: { ...format, dateFormat } })}
        />
      )}
    </Box>
  );
}

const styles = {
  row: { display: 'flex', alignItems: 'center', minHeight: 40 },
  name: { flex: 1, minWidth: 0, marginInlineEnd: 0, overflowWrap: 'anywhere' },
  format: {
    display: 'grid',
    gap: 1,
    py: 1,
    paddingInlineStart: 4,
    fontSize: textSizes.small,
  },
} as const;
