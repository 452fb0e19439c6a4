import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import PushPin from '@mui/icons-material/PushPin';
import PushPinOutlined from '@mui/icons-material/PushPinOutlined';
import SwapVert from '@mui/icons-material/SwapVert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import InputAdornment from '@mui/material/InputAdornment';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import {
  type ColumnSort,
  columnWidths,
  moveColumn,
  pinnedFirst,
  type TableColumn,
  type TableColumns,
  turnSort,
  withinWidths,
} from '../../../map/table/columns.ts';
import type { FeatureTable } from '../../../map/table/feature-table.ts';
import { TouchButton } from '../../../ui/touch-button.tsx';
import { usePhone } from '../../../ui/use-screen.ts';

export interface ColumnsDialogProps {
  table: FeatureTable;
  onClose: () => void;
}

/** Which columns the table shows, in which order, pinned and sorted. */
export function ColumnsDialog({ table, onClose }: ColumnsDialogProps) {
  const { t } = useTranslation();
  const heading = useId();
  const phone = usePhone();
  const [edited, setEdited] = useState<TableColumns>(() => table.columns());
  const { columns, sort } = edited;
  const change = (name: string, part: Partial<TableColumn>) =>
    setEdited({
      sort,
      columns: pinnedFirst(columns.map((column) => (column.name === name ? { ...column, ...part } : column))),
    });
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} fullWidth maxWidth="sm" fullScreen={phone}>
      <DialogTitle id={heading}>{t('table.columns')}</DialogTitle>
      <DialogContent sx={{ px: { xs: 1, sm: 3 } }}>
        <Typography variant="body2" color="textSecondary" sx={{ px: 1 }}>
          {t('table.columns.how')}
        </Typography>
        <List disablePadding sx={{ mt: 1 }}>
          {columns.map((column, index) => (
            <ColumnRow
              key={column.name}
              column={column}
              sort={sort}
              canMove={{
                earlier: columns[index - 1]?.pinned === column.pinned,
                later: columns[index + 1]?.pinned === column.pinned,
              }}
              onChange={(part) => change(column.name, part)}
              onMove={(by) => setEdited({ sort, columns: moveColumn(columns, column.name, by) })}
              onSort={() => setEdited({ columns, sort: turnSort(sort, column.name) })}
            />
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button
          onClick={() => setEdited({ sort, columns: columns.map((column) => ({ ...column, shown: true })) })}
          sx={{ marginInlineEnd: 'auto' }}
        >
          {t('table.columns.all')}
        </Button>
        <Button onClick={onClose}>{t('table.columns.cancel')}</Button>
        <Button
          variant="contained"
          disabled={!columns.some(({ shown }) => shown)}
          onClick={() => {
            table.arrange(edited);
            onClose();
          }}
        >
          {t('table.columns.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ColumnRowProps {
  column: TableColumn;
  sort: readonly ColumnSort[];
  canMove: { earlier: boolean; later: boolean };
  onChange: (part: Partial<TableColumn>) => void;
  onMove: (by: 1 | -1) => void;
  onSort: () => void;
}

function ColumnRow({ column, sort, canMove, onChange, onMove, onSort }: ColumnRowProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { title, shown, pinned, width } = column;
  const at = sort.findIndex(({ name }) => name === column.name);
  const order = sort[at];
  const Arrow = order ? (order.descending ? ArrowDownward : ArrowUpward) : SwapVert;
  const place = number(at + 1);
  const sortLabel = order
    ? t(order.descending ? 'table.columns.descending' : 'table.columns.ascending', { title, place })
    : t('table.columns.sort', { title });
  return (
    <ListItem disablePadding divider sx={styles.row}>
      <Checkbox
        size="small"
        checked={shown}
        onChange={(_event, checked) => onChange({ shown: checked })}
        slotProps={{ input: { 'aria-label': t('table.columns.show', { title }) } }}
      />
      <Typography noWrap title={title} sx={{ ...styles.title, ...(!shown && { color: 'text.secondary' }) }}>
        <bdi>{title}</bdi>
      </Typography>
      <WidthField
        label={t('table.columns.width', { title })}
        width={width}
        onChange={(next) => onChange({ width: next })}
      />
      <TouchButton label={sortLabel} pressed={order !== undefined} onClick={onSort}>
        <Arrow fontSize="small" />
        {sort.length > 1 && order && (
          <Typography component="span" variant="caption" aria-hidden>
            {place}
          </Typography>
        )}
      </TouchButton>
      <TouchButton
        label={t('table.columns.pin', { title })}
        pressed={pinned}
        onClick={() => onChange({ pinned: !pinned })}
      >
        {pinned ? <PushPin fontSize="small" /> : <PushPinOutlined fontSize="small" />}
      </TouchButton>
      <TouchButton
        label={t('table.columns.earlier', { title })}
        disabled={!canMove.earlier}
        onClick={() => onMove(-1)}
      >
        <KeyboardArrowUp fontSize="small" />
      </TouchButton>
      <TouchButton
        label={t('table.columns.later', { title })}
        disabled={!canMove.later}
        onClick={() => onMove(1)}
      >
        <KeyboardArrowDown fontSize="small" />
      </TouchButton>
    </ListItem>
  );
}

interface WidthFieldProps {
  label: string;
  width: number | undefined;
  /** With undefined when it is emptied. */
  onChange: (width: number | undefined) => void;
}

/** The width of a column in pixels: for those who cannot drag its edge. */
function WidthField({ label, width, onChange }: WidthFieldProps) {
  const { least, most, step, usual } = columnWidths;
  const textOf = (value: number | undefined) => (value === undefined ? '' : String(Math.round(value)));
  const [text, setText] = useState(() => textOf(width));
  return (
    <TextField
      size="small"
      type="number"
      value={text}
      placeholder={String(usual)}
      slotProps={{
        input: { endAdornment: <InputAdornment position="end">px</InputAdornment> },
        htmlInput: { 'aria-label': label, title: label, min: least, max: most, step },
      }}
      onChange={({ target: { value } }) => {
        setText(value);
        onChange(value === '' ? undefined : withinWidths(Number(value)));
      }}
      onBlur={() => setText(textOf(width))}
      sx={styles.width}
    />
  );
}

const styles = {
  // On phones the buttons are below the name.
  row: { flexWrap: { xs: 'wrap', sm: 'nowrap' }, justifyContent: 'flex-end' },
  title: { flex: { xs: '1 1 calc(100% - 60px)', sm: '1 1 0' }, minWidth: 0 },
  width: { width: 96, flexShrink: 0, my: 0.5 },
} as const;
