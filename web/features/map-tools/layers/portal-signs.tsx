import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../../wire/fold.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { mapKeys } from '../../../map/query-keys.ts';
import {
  fetchPortalSymbol,
  loadPortalSymbols,
  loadSymbolSets,
  type PortalSymbol,
} from '../../../map/style/style.ts';
import type { StyleSymbol } from '../../../map/style/symbol.ts';
import { useRun } from '../../../ui/use-run.ts';
import { ChoiceField } from './setting-fields.tsx';
import { Sign, signGrid } from './symbol-preview.tsx';

/** Pictures that are drawn at once; others are found by their name. */
const maxShown = 200;

/** The symbols that the portal's organisation offers. Nothing where it offers none. */
export function PortalSigns({ onChange }: { onChange: (change: StyleSymbol) => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const [sought, setSought] = useState('');
  const sets = useQuery({ queryKey: mapKeys.symbolSets, queryFn: loadSymbolSets, staleTime: Infinity });
  const id = chosen ?? sets.data?.[0]?.id;
  const symbols = useQuery({
    queryKey: mapKeys.portalSymbols(id ?? ''),
    queryFn: () => loadPortalSymbols(id ?? ''),
    enabled: id !== undefined,
    staleTime: Infinity,
  });
  const { busy, error: failure, run } = useRun();
  const take = (one: PortalSymbol) =>
    run(async (signal) => {
      const symbol = await fetchPortalSymbol(one);
      signal.throwIfAborted();
      onChange(symbol);
    });
  if (sets.error)
    return (
      <Alert severity="error">
        <ErrorMessage error={sets.error} />
      </Alert>
    );
  if (!id || !sets.data) return null;
  const found = symbols.data?.filter((one) => matchesText(one, sought)) ?? [];
  const error = symbols.error ?? failure;
  return (
    <Box component="section" aria-label={t('layers.symbol.portal')} sx={{ display: 'grid', gap: 1 }}>
      <ChoiceField
        label={t('layers.symbol.portal')}
        value={id}
        choices={sets.data.map((one) => ({ value: one.id, title: one.title }))}
        onChange={setChosen}
      />
      {(symbols.data?.length ?? 0) > 12 && (
        <TextField
          fullWidth
          size="small"
          type="search"
          label={t('layers.symbol.searchSet')}
          value={sought}
          onChange={({ target }) => setSought(target.value)}
          slotProps={{ htmlInput: { dir: 'auto', maxLength: 50 } }}
        />
      )}
      {(symbols.isPending || busy) && <LinearProgress aria-label={t('app.loading')} />}
      {error !== undefined && (
        <Alert severity="error">
          <ErrorMessage error={error} />
        </Alert>
      )}
      {found.length > 0 && (
        <Box component="fieldset" aria-label={t('layers.symbol.portal')} sx={signGrid}>
          {found.slice(0, maxShown).map((one) => (
            <Sign key={one.name} label={one.title} chosen={false} onChoose={() => void take(one)}>
              {one.picture ? (
                <Box component="img" alt="" src={one.picture} loading="lazy" sx={styles.picture} />
              ) : (
                one.title.slice(0, 2)
              )}
            </Sign>
          ))}
        </Box>
      )}
      {symbols.data && found.length === 0 && (
        <Typography color="textSecondary">
          {t(symbols.data.length === 0 ? 'layers.symbol.emptySet' : 'layers.symbol.none')}
        </Typography>
      )}
      {found.length > maxShown && (
        <Typography variant="caption" color="textSecondary">
          {t('layers.symbol.more', { number: maxShown })}
        </Typography>
      )}
    </Box>
  );
}

function matchesText({ title, words }: PortalSymbol, sought: string): boolean {
  return fold(`${title} ${words}`).includes(fold(sought.trim()));
}

const styles = { picture: { width: 28, height: 28, objectFit: 'contain' } } as const;
