import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../../../wire/errors.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats, useLanguage } from '../../../i18n/index.ts';
import type { Calculation, CalculationLanguage, CalculationPreview } from '../../../map/table/calculation.ts';
import { type TableScope, tableScopes } from '../../../map/table/columns.ts';
import type { FeatureTable } from '../../../map/table/feature-table.ts';
import { sizes } from '../../../ui/sizes.ts';
import { useRun } from '../../../ui/use-run.ts';
import { usePhone } from '../../../ui/use-screen.ts';

export interface CalculateDialogProps {
  table: FeatureTable;
  selected: number;
  onClose: () => void;
}

/** Calculates a field by an expression: first a preview, then the edit. */
export function CalculateDialog({ table, selected, onClose }: CalculateDialogProps) {
  const { t } = useTranslation();
  const heading = useId();
  const phone = usePhone();
  const { fields, languages } = table.calculable;
  const [calculation, setCalculation] = useState<Calculation>({
    field: fields[0]?.name ?? '',
    language: languages[0] ?? 'arcade',
    expression: '',
    scope: selected > 0 ? 'selected' : 'all',
  });
  const [preview, setPreview] = useState<CalculationPreview>();
  const [agreed, setAgreed] = useState(false);
  // What is being applied cannot be taken back, and its failure must be seen.
  const [applying, setApplying] = useState(false);
  const [stopped, setStopped] = useState(false);
  const { busy, error, run, cancel } = useRun();
  const isPartly = error instanceof MappingError && error.id === 'calculate:partly';
  const change = (part: Partial<Calculation>) => {
    cancel();
    setStopped(false);
    setCalculation({ ...calculation, ...part });
    setPreview(undefined);
    setAgreed(false);
  };
  const show = () => {
    setStopped(false);
    return run(async (signal) => {
      const found = await table.previewCalculation(calculation, signal);
      if (!signal.aborted) setPreview(found);
    });
  };
  const apply = async () => {
    setApplying(true);
    await run(async (signal) => {
      try {
        await table.calculate(calculation, signal);
        if (!signal.aborted) onClose();
      } catch (cause) {
        // Applied again without another preview, an expression may change rows twice.
        setPreview(undefined);
        setAgreed(false);
        throw cause;
      }
    });
    setApplying(false);
  };
  // The dialog stays and says that some rows may be stored.
  const stop = () => {
    cancel();
    setStopped(true);
  };
  const ready = preview && (preview.changes ?? preview.total) > 0 && (preview.undoable || agreed);
  return (
    <Dialog
      open
      onClose={() => !applying && onClose()}
      aria-labelledby={heading}
      fullWidth
      maxWidth="sm"
      fullScreen={phone}
    >
      <DialogTitle id={heading}>{t('table.calculate')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <TextField
          select
          size="small"
          label={t('table.calculate.field')}
          value={calculation.field}
          disabled={applying}
          onChange={({ target }) => change({ field: target.value })}
          sx={{ mt: 1 }}
        >
          {fields.map(({ name, title }) => (
            <MenuItem key={name} value={name}>
              <bdi>{title}</bdi>
            </MenuItem>
          ))}
        </TextField>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={calculation.language}
            disabled={applying}
            aria-label={t('table.calculate.language')}
            onChange={(_event, next: CalculationLanguage | null) => next && change({ language: next })}
          >
            {languages.map((one) => (
              <ToggleButton key={one} value={one} sx={styles.toggle}>
                {one === 'sql' ? 'SQL' : 'Arcade'}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={calculation.scope}
            disabled={applying}
            aria-label={t('table.statistics.rows')}
            onChange={(_event, next: TableScope | null) => next && change({ scope: next })}
          >
            {tableScopes.map((one) => (
              <ToggleButton
                key={one}
                value={one}
                disabled={applying || (one === 'selected' && selected === 0)}
                sx={styles.toggle}
              >
                {t(`table.scope.${one}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        </Box>
        <TextField
          multiline
          minRows={2}
          maxRows={8}
          label={t('table.calculate.expression')}
          value={calculation.expression}
          disabled={applying}
          placeholder={calculation.language === 'sql' ? 'height * 3.28084' : '$feature.height * 3.28084'}
          helperText={t(`table.calculate.how.${calculation.language}`)}
          onChange={({ target }) => change({ expression: target.value })}
          slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false, style: { fontFamily: 'monospace' } } }}
        />
        <LinearProgress
          aria-label={t('app.loading')}
          sx={{ height: 2, visibility: busy || applying ? 'visible' : 'hidden' }}
        />
        {error !== undefined && (
          <Alert severity="error">
            <ErrorMessage error={isPartly ? error.cause : error} />
            {isPartly && <Box>{t('error.database:outcome-unknown')}</Box>}
          </Alert>
        )}
        {stopped && <Alert severity="warning">{t('error.database:outcome-unknown')}</Alert>}
        {preview && (
          <Preview
            preview={preview}
            timeZone={fields.find(({ name }) => name === calculation.field)?.timeZone}
          />
        )}
        {preview && !preview.undoable && (
          <Alert severity="warning">
            {t('table.calculate.final')}
            <FormControlLabel
              control={
                <Checkbox checked={agreed} disabled={applying} onChange={(_event, on) => setAgreed(on)} />
              }
              label={t('table.calculate.agree')}
              sx={{ display: 'flex' }}
            />
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={applying && !stopped ? stop : onClose}>{t('table.columns.cancel')}</Button>
        <Button
          disabled={busy || applying || calculation.expression.trim() === '' || calculation.field === ''}
          onClick={() => void show()}
        >
          {t('table.calculate.preview')}
        </Button>
        <Button variant="contained" disabled={!ready || busy || applying} onClick={() => void apply()}>
          {t('table.calculate.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface PreviewProps {
  preview: CalculationPreview;
  /** The time zone of numbers that are milliseconds since 1970. */
  timeZone: string | undefined;
}

function Preview({ preview: { rows, total, changes }, timeZone }: PreviewProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { formats } = useLanguage();
  const time = new Intl.DateTimeFormat(formats, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone,
  });
  const text = (value: string | number | null) =>
    value === null ? '–' : typeof value === 'string' ? value : timeZone ? time.format(value) : number(value);
  return (
    <>
      <Typography component="output">
        {changes === undefined
          ? t('table.calculate.all', { count: total, total: number(total) })
          : t('table.calculate.changes', { count: total, changes: number(changes), total: number(total) })}
      </Typography>
      {rows.length > 0 && (
        <Table size="small" aria-label={t('table.calculate.first')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('table.calculate.before')}</TableCell>
              <TableCell>{t('table.calculate.after')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ id, before, after }) => (
              <TableRow key={id}>
                <TableCell sx={styles.value}>
                  <bdi>{text(before)}</bdi>
                </TableCell>
                <TableCell sx={{ ...styles.value, ...(before !== after && { fontWeight: 600 }) }}>
                  <bdi>{text(after)}</bdi>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </>
  );
}

const styles = {
  toggle: { minHeight: sizes.touch, px: 1.5 },
  value: { overflowWrap: 'anywhere' },
} as const;
