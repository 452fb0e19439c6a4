import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import InputBase from '@mui/material/InputBase';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import type { StyleRow, StyleState } from '../../../map/style/style.ts';
import { radii, textSizes } from '../../../ui/sizes.ts';
import { ColorInput, useFinishWithPanel } from './setting-fields.tsx';
import type { StyleProps } from './style-choices.tsx';
import { SymbolButton, SymbolEditor } from './symbol-fields.tsx';

/** What all symbols have in common: everything of a single one, else what the values do not set. */
export function SymbolFields({ session, state: { kind, geometry, symbol, rows } }: StyleProps) {
  const { t } = useTranslation();
  const single = kind === 'single' || kind === 'size';
  const hasSize = kind === 'size' || kind === 'both';
  if (kind === 'other' || kind === 'heatmap' || kind === 'dots' || kind === 'charts') return null;
  const editor = (
    <SymbolEditor
      symbol={symbol}
      geometry={geometry}
      without={[...(single || rows.length === 0 ? [] : colors), ...(hasSize ? sizes : [])]}
      onChange={(next) => session.setSymbol(next)}
    />
  );
  if (rows.length < 2) return editor;
  return (
    <Box component="fieldset" sx={styles.rows}>
      <Typography component="legend" variant="caption" color="textSecondary" sx={{ p: 0, pb: 0.5 }}>
        {t('layers.symbol.all')}
      </Typography>
      {editor}
    </Box>
  );
}

const colors = ['color'] as const;
const sizes = ['size'] as const;

/** Styles of other programs can have thousands of classes, each with several controls. */
const rowsAtOnce = 50;

/** The legend's lines: each with its colour and a text that can be edited. */
export function StyleRows({ session, state: { kind, rows, geometry } }: StyleProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [limit, setLimit] = useState(rowsAtOnce);
  if (rows.length === 0) return null;
  const ofTypes = kind === 'types' && rows.length > 1;
  return (
    <Box component="fieldset" sx={styles.rows}>
      <Typography component="legend" variant="caption" color="textSecondary" sx={{ p: 0 }}>
        {t('layers.style.legend')}
      </Typography>
      {rows.slice(0, limit).map((row, index) => (
        // A line is known by its position: its label and colour are what is edited.
        <LegendLine
          key={index}
          row={row}
          geometry={geometry}
          onChange={(change) => session.setRow(index, change)}
        >
          {ofTypes && (
            <Box sx={styles.move}>
              <IconButton
                size="small"
                aria-label={t('layers.moveUp', { title: row.label })}
                disabled={index === 0}
                onClick={() => session.moveRow(index, index - 1)}
              >
                <ArrowUpward fontSize="inherit" />
              </IconButton>
              <IconButton
                size="small"
                aria-label={t('layers.moveDown', { title: row.label })}
                disabled={index === rows.length - 1}
                onClick={() => session.moveRow(index, index + 1)}
              >
                <ArrowDownward fontSize="inherit" />
              </IconButton>
              <IconButton
                size="small"
                aria-label={t('layers.removeOf', { title: row.label })}
                onClick={() => session.removeRow(index)}
              >
                <DeleteOutlined fontSize="inherit" />
              </IconButton>
            </Box>
          )}
        </LegendLine>
      ))}
      {rows.length > limit && (
        <Button size="small" onClick={() => setLimit(limit + rowsAtOnce)} sx={{ justifySelf: 'start' }}>
          {t('layers.style.moreRows', { number: number(rows.length - limit) })}
        </Button>
      )}
    </Box>
  );
}

/** What draws other and empty values, with its text in the legend. */
export function OtherValues({ session, state: { kind, geometry, others } }: StyleProps) {
  const { t } = useTranslation();
  if (others === undefined) return null;
  const ofTypes = kind === 'types';
  return (
    <Box>
      <FormControlLabel
        control={
          <Switch
            checked={others !== null}
            onChange={(_event, on) =>
              session.setOthers(on, t(ofTypes ? 'layers.style.otherLabel' : 'layers.style.noData'))
            }
          />
        }
        label={t(ofTypes ? 'layers.style.others' : 'layers.style.showNoData')}
      />
      {others && <LegendLine row={others} geometry={geometry} onChange={session.setOther} />}
    </Box>
  );
}

/** A symbol or colour with its text, and buttons behind them. */
function LegendLine({
  row: { label, color, symbol },
  geometry,
  onChange,
  children,
}: {
  row: StyleRow;
  geometry: StyleState['geometry'];
  onChange: (change: Partial<StyleRow>) => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Box sx={styles.line}>
      {symbol && (
        <SymbolButton
          label={label}
          symbol={symbol}
          geometry={geometry}
          onChange={(change) => onChange({ symbol: change })}
        />
      )}
      {color !== undefined && (
        <ColorInput
          label={t('layers.style.colorOf', { label })}
          value={color}
          onChange={(next) => onChange({ color: next })}
        />
      )}
      <LabelInput label={label} onChange={(next) => onChange({ label: next })} />
      {children}
    </Box>
  );
}

/** A line of the legend, written when it is left or Enter is pressed. */
function LabelInput({ label, onChange }: { label: string; onChange: (label: string) => void }) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<string>();
  const finish = () => {
    if (edited !== undefined && edited.trim() !== '' && edited !== label) onChange(edited.trim());
    setEdited(undefined);
  };
  useFinishWithPanel(finish);
  return (
    <InputBase
      value={edited ?? label}
      onChange={({ target }) => setEdited(target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        if (event.key !== 'Escape' || edited === undefined) return;
        // The panel stays open.
        event.stopPropagation();
        setEdited(undefined);
      }}
      inputProps={{ 'aria-label': t('layers.style.labelOf', { label }), dir: 'auto', maxLength: 200 }}
      sx={styles.label}
    />
  );
}

const styles = {
  rows: { m: 0, p: 0, border: 0, minWidth: 0 },
  line: { display: 'flex', alignItems: 'center', gap: 1, minHeight: 40 },
  move: { display: 'flex', flexShrink: 0 },
  label: {
    flex: 1,
    minWidth: 0,
    px: 1,
    borderRadius: radii.control,
    fontSize: textSizes.normal,
    '&:hover, &.Mui-focused': { backgroundColor: 'action.hover' },
  },
} as const;
