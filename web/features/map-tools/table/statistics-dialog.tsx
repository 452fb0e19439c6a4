import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats, useLanguage } from '../../../i18n/index.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import type { ColumnStatistics } from '../../../map/table/column-statistics.ts';
import { type TableScope, tableScopes } from '../../../map/table/columns.ts';
import type { FeatureTable } from '../../../map/table/feature-table.ts';
import { sizes } from '../../../ui/sizes.ts';
import { usePhone } from '../../../ui/use-screen.ts';

export interface StatisticsDialogProps {
  table: FeatureTable;
  layerId: string;
  selected: number;
  /** Whether the table shows only rows in view. */
  follows: boolean;
  onClose: () => void;
}

/** Statistics of one column, of all rows, those in view or the selected ones. */
export function StatisticsDialog({ table, layerId, selected, follows, onClose }: StatisticsDialogProps) {
  const { t } = useTranslation();
  const heading = useId();
  const own = useId();
  const phone = usePhone();
  const [columns] = useState(() =>
    table.columns().columns.toSorted((a, b) => Number(b.shown) - Number(a.shown)),
  );
  const [field, setField] = useState(columns[0]?.name ?? '');
  const [scope, setScope] = useState<TableScope>(selected > 0 ? 'selected' : follows ? 'view' : 'all');
  const found = useQuery({
    queryKey: mapKeys.columnStatistics(own, layerId, field, scope),
    queryFn: ({ signal }) => table.statistics(field, scope, signal),
    enabled: field !== '',
    gcTime: 0,
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} fullWidth maxWidth="xs" fullScreen={phone}>
      <DialogTitle id={heading}>{t('table.statistics')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <TextField
          select
          size="small"
          label={t('table.statistics.column')}
          value={field}
          onChange={({ target }) => setField(target.value)}
          sx={{ mt: 1 }}
        >
          {columns.map(({ name, title }) => (
            <MenuItem key={name} value={name}>
              <bdi>{title}</bdi>
            </MenuItem>
          ))}
        </TextField>
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          value={scope}
          aria-label={t('table.statistics.rows')}
          onChange={(_event, next: TableScope | null) => next && setScope(next)}
        >
          {tableScopes.map((one) => (
            <ToggleButton
              key={one}
              value={one}
              disabled={one === 'selected' && selected === 0}
              sx={{ minHeight: sizes.touch }}
            >
              {t(`table.scope.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <LinearProgress
          aria-label={t('app.loading')}
          sx={{ height: 2, visibility: found.isFetching ? 'visible' : 'hidden' }}
        />
        {found.error && (
          <Alert
            severity="error"
            action={<Button onClick={() => void found.refetch()}>{t('app.tryAgain')}</Button>}
          >
            <ErrorMessage error={found.error} />
          </Alert>
        )}
        <Box sx={{ minHeight: 240 }}>{found.data && <Facts statistics={found.data} />}</Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('table.statistics.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Facts({ statistics }: { statistics: ColumnStatistics }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { formats } = useLanguage();
  const { count, empty, sum, mean, min, max, deviation, timeZone, distinct, values } = statistics;
  const day = new Intl.DateTimeFormat(formats, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const text = (value: number) => (timeZone ? day.format(value) : number(rounded(value)));
  const facts: [name: string, value: string][] = [
    [t('table.statistics.count'), number(count)],
    [t('table.statistics.empty'), number(empty)],
  ];
  for (const [name, value] of Object.entries({ sum, mean, min, max, deviation } as const))
    if (value !== undefined)
      facts.push([
        t(`table.statistics.${name as 'sum' | 'mean' | 'min' | 'max' | 'deviation'}`),
        text(value),
      ]);
  facts.push([
    t('table.statistics.distinct'),
    distinct === undefined ? t('table.statistics.many', { number: number(values.length) }) : number(distinct),
  ]);
  return (
    <>
      <Box component="dl" sx={styles.facts}>
        {facts.map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {name}
            </Typography>
            <Typography component="dd" variant="body2" sx={styles.value}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
      {values.length > 0 && !timeZone && (
        <>
          <Typography component="h3" variant="body2" color="textSecondary" sx={{ pt: 2, pb: 0.5 }}>
            {t('table.statistics.values')}
          </Typography>
          <Box component="ul" aria-label={t('table.statistics.values')} sx={styles.list}>
            {values.map(({ title, value, count: rows }) => (
              <Box component="li" key={String(value)} sx={styles.row}>
                <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
                  <bdi>{typeof value === 'number' && title === String(value) ? number(value) : title}</bdi>
                </Typography>
                <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {number(rows)}
                </Typography>
              </Box>
            ))}
          </Box>
        </>
      )}
    </>
  );
}

/** Eight significant digits: more are noise of the sum. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(8));
}

const styles = {
  facts: { display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 2, rowGap: 0.75, m: 0 },
  value: { m: 0, textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  list: { m: 0, p: 0, listStyle: 'none' },
  row: { display: 'flex', gap: 2, py: 0.5, borderTop: 1, borderColor: 'divider' },
} as const;
