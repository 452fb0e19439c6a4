import MoreVert from '@mui/icons-material/MoreVert';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DesignField,
  type FormElementJson,
  type FormJson,
  type FormPlace,
  withElementAt,
  withMoved,
  withoutElement,
} from '../../../map/configure/form-json.ts';
import { radii, sizes, textSizes } from '../../../ui/sizes.ts';
import { FieldSettings, VisibleRule } from './form-rules.tsx';
import { SortableRow } from './sortable-row.tsx';

/** The title of an element in the list. */
export function titleOf(t: TFunction, { type, label, fieldName, text }: FormElementJson): string {
  if (type === 'text') return text?.split('\n')[0] || t('layers.form.text');
  if (type === 'group') return label || t('layers.form.group');
  return label || fieldName || t('layers.form.other');
}

export interface FormElementRowProps {
  id: string;
  element: FormElementJson;
  place: FormPlace;
  /** The positions above and below, if it can be moved there. */
  before: FormPlace | undefined;
  after: FormPlace | undefined;
  fields: readonly DesignField[];
  form: FormJson;
  onChange: (form: FormJson) => void;
  /** The rows of the elements of a group. */
  children: ReactNode;
}

/** An element of a form: grip, title that opens its settings, menu. */
export function FormElementRow({
  id,
  element,
  place,
  before,
  after,
  children,
  ...part
}: FormElementRowProps) {
  const { t } = useTranslation();
  const { form, onChange } = part;
  const [open, setOpen] = useState(false);
  const title = titleOf(t, element);
  return (
    <SortableRow
      id={id}
      title={title}
      members={children}
      head={
        <>
          <ButtonBase aria-expanded={open} onClick={() => setOpen(!open)} sx={styles.title}>
            <Box component="span" dir="auto" sx={{ ...(element.type === 'group' && { fontWeight: 500 }) }}>
              {title}
            </Box>
            {element.fieldName && element.fieldName !== title && (
              <Box component="span" dir="ltr" sx={styles.name}>
                {element.fieldName}
              </Box>
            )}
          </ButtonBase>
          <ElementMenu
            title={title}
            onUp={before && (() => onChange(withMoved(form, place, before)))}
            onDown={after && (() => onChange(withMoved(form, place, after)))}
            onRemove={() => onChange(withoutElement(form, place))}
          />
        </>
      }
    >
      {open && (
        <Box component="fieldset" aria-label={title} sx={styles.settings}>
          <ElementSettings {...part} element={element} place={place} />
        </Box>
      )}
    </SortableRow>
  );
}

function ElementMenu({
  title,
  onUp,
  onDown,
  onRemove,
}: {
  title: string;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const item = (text: string, act: (() => void) | undefined) => (
    <MenuItem
      disabled={!act}
      onClick={() => {
        setAnchor(null);
        act?.();
      }}
    >
      {text}
    </MenuItem>
  );
  return (
    <>
      <IconButton
        aria-label={t('layers.more', { title })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ width: sizes.touch, height: sizes.touch, flexShrink: 0 }}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {item(t('layers.up'), onUp)}
        {item(t('layers.down'), onDown)}
        {item(t('layers.form.remove'), onRemove)}
      </Menu>
    </>
  );
}

/** The settings of a field, a group or a text; other kinds have only a label. */
function ElementSettings({
  element,
  place,
  fields,
  form,
  onChange,
}: Pick<FormElementRowProps, 'element' | 'place' | 'fields' | 'form' | 'onChange'>) {
  const { t } = useTranslation();
  const set = (next: FormElementJson) => onChange(withElementAt(form, place, next));
  const text = (label: string, member: 'label' | 'description' | 'hint' | 'text', rows = 1) => (
    <TextField
      fullWidth
      size="small"
      label={label}
      value={element[member] ?? ''}
      multiline={rows > 1}
      {...(rows > 1 && { minRows: rows, maxRows: 8 })}
      onChange={({ target }) => set({ ...element, [member]: target.value })}
      slotProps={{ htmlInput: { dir: 'auto', maxLength: member === 'text' ? 10_000 : 1000 } }}
    />
  );
  const visible = <VisibleRule element={element} place={place} form={form} onChange={onChange} />;
  if (element.type === 'text')
    return (
      <>
        {text(t(element.textFormat === 'markdown' ? 'layers.form.markdown' : 'layers.form.text'), 'text', 2)}
        {visible}
      </>
    );
  const field = fields.find(({ name }) => name === element.fieldName);
  return (
    <>
      {text(t('layers.form.label'), 'label')}
      {text(t('layers.form.description'), 'description')}
      {element.type === 'group' && (
        <FormControlLabel
          control={
            <Switch
              size="small"
              checked={element.initialState !== 'collapsed'}
              onChange={(_event, on) => set({ ...element, initialState: on ? 'expanded' : 'collapsed' })}
            />
          }
          label={t('layers.form.expanded')}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
      {element.type === 'field' && text(t('layers.form.hint'), 'hint')}
      {element.type === 'field' && !field && (
        <Typography variant="body2" role="alert" color="error">
          {t('layers.form.noField', { field: element.fieldName ?? '' })}
        </Typography>
      )}
      {field && (
        <FieldSettings field={field} element={element} place={place} form={form} onChange={onChange} />
      )}
      {visible}
    </>
  );
}

const styles = {
  title: {
    flex: 1,
    minWidth: 0,
    minHeight: sizes.touch,
    display: 'grid',
    justifyContent: 'start',
    justifyItems: 'start',
    alignContent: 'center',
    textAlign: 'start',
    fontFamily: 'inherit',
    fontSize: textSizes.normal,
    lineHeight: 1.35,
    overflowWrap: 'anywhere',
    borderRadius: radii.control,
    px: 0.5,
  },
  name: { fontSize: textSizes.small, color: 'text.secondary' },
  settings: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 1.5,
    m: 0,
    minWidth: 0,
    border: 0,
    p: 0,
    pt: 1,
    pb: 2,
    paddingInlineStart: 4,
  },
} as const;
