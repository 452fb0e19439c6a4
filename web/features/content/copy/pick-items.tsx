import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { itemTypeName, useFormats, useItemTexts } from '../../../i18n/index.ts';
import type { Party } from '../../../portal/copy/report.ts';
import { searchItems } from '../../../portal/search-items.ts';
import { quoted } from '../../../../wire/search-text.ts';
import { sizes } from '../../../ui/sizes.ts';
import { copyKeys } from './query-keys.ts';

/** Items offered; who has more selects fewer at a time. */
const max = 100;

/** Chooses among the person's items at another portal. */
export function PickItems({ source, onPick }: { source: Party; onPick: (ids: readonly string[]) => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { titleOf } = useItemTexts();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const found = useQuery({
    queryKey: copyKeys(source).own,
    queryFn: ({ signal }) =>
      searchItems(
        source,
        { q: `owner:${quoted(source.user.username)}`, num: max, sortField: 'modified', sortOrder: 'desc' },
        signal,
      ),
    staleTime: 0,
  });
  if (found.error)
    return (
      <Alert severity="error">
        <ErrorMessage error={found.error} />
      </Alert>
    );
  if (!found.data) return <Skeleton height={200} />;
  const { results, total } = found.data;
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography variant="h2">{t('copy.pick', { portal: source.portal.name || source.url })}</Typography>
      {total > results.length && (
        <Typography color="textSecondary">
          {t('copy.pick.more', { number: number(results.length) })}
        </Typography>
      )}
      {results.length === 0 && <Typography color="textSecondary">{t('copy.pick.none')}</Typography>}
      <FormGroup>
        {results.map((item) => (
          <FormControlLabel
            key={item.id}
            control={<Checkbox checked={chosen.has(item.id)} onChange={() => toggle(item.id)} />}
            label={
              <>
                <bdi>{titleOf(item)}</bdi>{' '}
                <Typography component="span" variant="body2" color="textSecondary">
                  {itemTypeName(t, item.type)}
                </Typography>
              </>
            }
          />
        ))}
      </FormGroup>
      <Button
        variant="contained"
        disabled={chosen.size === 0}
        sx={{ minHeight: sizes.touch }}
        onClick={() => onPick([...chosen])}
      >
        {t('copy.continue')}
      </Button>
    </Box>
  );
}
