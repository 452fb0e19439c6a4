import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../../wire/fold.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import type { ServiceList, Swatch } from '../../../map/add/add-layers.ts';
import { mapKeys } from '../../../map/query-keys.ts';

/** Lists with at least this many layers can be searched. */
const many = 10;

/** Legends are read from the service for at most this many chosen layers. */
const maxLegends = 20;

export interface ServiceChoiceProps {
  service: ServiceList;
  busy: boolean;
  onAdd: (ids: readonly string[]) => void;
  onBack: () => void;
}

/** The layers that a service offers, of which one or several are chosen. */
export function ServiceChoice({ service, busy, onAdd, onBack }: ServiceChoiceProps) {
  const { t } = useTranslation();
  const { title, offers } = service;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const wanted = fold(search.trim());
  const found = offers.filter((one) => fold(one.title).includes(wanted));
  const all = found.length > 0 && found.every(({ id }) => chosen.has(id));
  const choose = (ids: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids)
      if (on) next.add(id);
      else next.delete(id);
    setChosen(next);
  };
  return (
    <Box component="section" aria-label={t('add.service')} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, marginInlineStart: -1 }}>
        <IconButton aria-label={t('add.service.back')} onClick={onBack}>
          <ArrowBack fontSize="small" sx={{ '[dir=rtl] &': { transform: 'scaleX(-1)' } }} />
        </IconButton>
        <Typography component="h3" dir="auto" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {title || t('add.service')}
        </Typography>
      </Box>
      {offers.length >= many && (
        <TextField
          size="small"
          label={t('add.service.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={all}
            indeterminate={!all && found.some(({ id }) => chosen.has(id))}
            onChange={(_event, on) =>
              choose(
                found.map(({ id }) => id),
                on,
              )
            }
          />
        }
        label={t('add.service.all')}
      />
      <Box component="ul" sx={styles.list}>
        {found.map(({ id, title: name, kind, legend, swatches }) => (
          <li key={id}>
            <FormControlLabel
              control={
                <Checkbox size="small" checked={chosen.has(id)} onChange={(_event, on) => choose([id], on)} />
              }
              label={
                <>
                  <Box component="span" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                    {name}
                  </Box>{' '}
                  <Typography component="span" variant="caption" color="textSecondary">
                    {t(`add.service.kind.${kind}`)}
                  </Typography>
                </>
              }
              sx={{ marginInlineEnd: 0, minHeight: 40 }}
            />
            {swatches && chosen.has(id) && <Swatches title={name} swatches={swatches} />}
            {service.legendOf && chosen.has(id) && chosen.size <= maxLegends && (
              <ReadSwatches title={name} id={id} read={service.legendOf} />
            )}
            {legend && chosen.has(id) && (
              <Box
                component="img"
                src={legend}
                alt={t('add.service.legend', { title: name })}
                sx={styles.legend}
              />
            )}
          </li>
        ))}
      </Box>
      <Button
        variant="contained"
        loading={busy}
        disabled={chosen.size === 0}
        onClick={() => onAdd(offers.filter(({ id }) => chosen.has(id)).map(({ id }) => id))}
      >
        {t('add.service.add')}
      </Button>
    </Box>
  );
}

/** The legend of a layer. */
function Swatches({ title, swatches }: { title: string; swatches: readonly Swatch[] }) {
  const { t } = useTranslation();
  if (swatches.length === 0) return null;
  return (
    <Box component="ul" aria-label={t('add.service.legend', { title })} sx={styles.swatches}>
      {swatches.map(({ label, picture }, index) => (
        <Box key={`${index}`} component="li" sx={styles.swatch}>
          <img src={picture} alt="" />
          <Typography variant="caption" dir="auto">
            {label}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** The legend of a layer that is read when the layer is chosen; adding a layer works without it. */
function ReadSwatches({
  title,
  id,
  read,
}: {
  title: string;
  id: string;
  read: NonNullable<ServiceList['legendOf']>;
}) {
  const { data, error, isPending } = useQuery({
    queryKey: mapKeys.offeredLegend(useId(), id),
    queryFn: () => read(id),
    retry: false,
    gcTime: 0,
  });
  if (isPending) return <Skeleton variant="rounded" width={20} height={20} sx={styles.pending} />;
  if (error)
    return (
      <Typography variant="caption" color="error" sx={styles.pending}>
        <ErrorMessage error={error} />
      </Typography>
    );
  return <Swatches title={title} swatches={data} />;
}

const styles = {
  pending: { display: 'block', marginInlineStart: 4, mb: 1 },
  list: { m: 0, p: 0, listStyle: 'none', maxHeight: '50vh', overflow: 'auto' },
  swatches: { m: 0, p: 0, marginInlineStart: 4, mb: 1, listStyle: 'none' },
  swatch: { display: 'flex', alignItems: 'center', gap: 1, minHeight: 24 },
  legend: {
    display: 'block',
    maxWidth: '100%',
    marginInlineStart: 4,
    mb: 1,
    backgroundColor: 'common.white',
  },
} as const;
