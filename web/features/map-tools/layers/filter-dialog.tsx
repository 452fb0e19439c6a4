import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, useFormats } from '../../../i18n/index.ts';
import { countFeatures, layerFields, setLayerFilter } from '../../../map/layers/layer-fields.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import { usePhone } from '../../../ui/use-screen.ts';
import { ClauseFields, type ClauseFieldsProps } from './clause-fields.tsx';
import {
  type Clause,
  type ClauseGroup,
  filterSql,
  isComplete,
  isGroup,
  type LayerFilter,
} from './filter-sql.ts';
import { readFilter } from './read-filter.ts';

/** Filters a layer's features with readable clauses. Shows the number of matches before it is applied. */
export function FilterDialog({ layer, onClose }: { layer: LayerState; onClose: () => void }) {
  const { t } = useTranslation();
  const model = useMapModel();
  const heading = useId();
  const phone = usePhone();
  const fields = useQuery({
    queryKey: mapKeys.fields(layer.id),
    queryFn: () => (model ? layerFields(model, layer.id) : []),
    gcTime: 0,
  });
  const [edited, setEdited] = useState<LayerFilter>();
  const kindOf = (name: string) => fields.data?.find((field) => field.name === name)?.kind;
  const found = fields.data && readFilter(layer.filter, kindOf);
  const first = fields.data?.[0];
  const empty: Clause = { field: first?.name ?? '', kind: first?.kind ?? 'text', operator: 'is', value: '' };
  const filter = edited ?? found ?? { match: 'all', clauses: [empty] };
  const sql = filterSql(filter);
  const change = (clauses: LayerFilter['clauses']) => setEdited({ ...filter, clauses });
  const add = (clause: Clause | ClauseGroup) => change([...filter.clauses, clause]);
  const apply = (where: string) => {
    if (model) setLayerFilter(model, layer.id, where);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} fullWidth maxWidth="sm" fullScreen={phone}>
      <DialogTitle id={heading}>
        {t('layers.filterOf', { title: layer.title || t('layers.untitled') })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {fields.isPending && <Skeleton variant="rounded" height={88} />}
        {fields.error && (
          <Alert
            severity="error"
            action={<Button onClick={() => void fields.refetch()}>{t('app.tryAgain')}</Button>}
          >
            {errorText(t, fields.error)}
          </Alert>
        )}
        {layer.filter !== '' && fields.data && !found && !edited && (
          <Alert severity="info">
            {t('layers.filter.foreign')}
            <Box component="code" sx={{ display: 'block', mt: 0.5, overflowWrap: 'anywhere' }} dir="ltr">
              {layer.filter}
            </Box>
          </Alert>
        )}
        {fields.data && (
          <>
            {filter.clauses.length > 1 && (
              <MatchChoice match={filter.match} onChange={(match) => setEdited({ ...filter, match })} />
            )}
            {filter.clauses.map((clause, index) => {
              const remove = filter.clauses.length > 1 && {
                onRemove: () => change(filter.clauses.toSpliced(index, 1)),
              };
              const part = { layerId: layer.id, fields: fields.data };
              const replace = (next: Clause | ClauseGroup) => change(filter.clauses.with(index, next));
              // Clauses are only ever removed, never reordered.
              const key = `${index}-${filter.clauses.length}`;
              return isGroup(clause) ? (
                <GroupFields
                  key={key}
                  {...part}
                  {...remove}
                  group={clause}
                  empty={empty}
                  onChange={replace}
                />
              ) : (
                <ClauseFields key={key} {...part} {...remove} clause={clause} onChange={replace} />
              );
            })}
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              <Button
                startIcon={<Add />}
                onClick={() => add(empty)}
                disabled={!filter.clauses.every(isComplete)}
              >
                {t('layers.filter.add')}
              </Button>
              <Button
                startIcon={<Add />}
                onClick={() => add({ match: 'any', clauses: [empty, empty] })}
                disabled={!filter.clauses.every(isComplete)}
              >
                {t('layers.filter.addGroup')}
              </Button>
            </Box>
            <Matches layerId={layer.id} sql={sql} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        {layer.filter !== '' && (
          <Button onClick={() => apply('')} sx={{ marginInlineEnd: 'auto' }}>
            {t('layers.filter.clear')}
          </Button>
        )}
        <Button onClick={onClose}>{t('layers.cancel')}</Button>
        <Button variant="contained" disabled={sql === ''} onClick={() => apply(sql)}>
          {t('layers.filter.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function MatchChoice({
  match,
  onChange,
}: {
  match: LayerFilter['match'];
  onChange: (match: LayerFilter['match']) => void;
}) {
  const { t } = useTranslation();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={match}
      aria-label={t('layers.filter.match')}
      onChange={(_event, next: LayerFilter['match'] | null) => next && onChange(next)}
    >
      <ToggleButton value="all">{t('layers.filter.all')}</ToggleButton>
      <ToggleButton value="any">{t('layers.filter.any')}</ToggleButton>
    </ToggleButtonGroup>
  );
}

/** Conditions that count as one. */
function GroupFields({
  layerId,
  fields,
  group: { match, clauses },
  empty,
  onChange,
  onRemove,
}: Omit<ClauseFieldsProps, 'clause' | 'onChange'> & {
  group: ClauseGroup;
  empty: Clause;
  onChange: (group: ClauseGroup) => void;
}) {
  const { t } = useTranslation();
  return (
    <Box component="fieldset" aria-label={t('layers.filter.group')} sx={groupStyles.box}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <MatchChoice match={match} onChange={(next) => onChange({ match: next, clauses })} />
        {onRemove && (
          <IconButton aria-label={t('layers.filter.removeGroup')} onClick={onRemove} sx={groupStyles.remove}>
            <Close fontSize="small" />
          </IconButton>
        )}
      </Box>
      {clauses.map((clause, index) => (
        <ClauseFields
          key={`${index}-${clauses.length}`}
          layerId={layerId}
          fields={fields}
          clause={clause}
          onChange={(next) => onChange({ match, clauses: clauses.with(index, next) })}
          {...(clauses.length > 1 && {
            onRemove: () => onChange({ match, clauses: clauses.toSpliced(index, 1) }),
          })}
        />
      ))}
      <Button
        size="small"
        startIcon={<Add />}
        onClick={() => onChange({ match, clauses: [...clauses, empty] })}
        sx={{ justifySelf: 'start' }}
      >
        {t('layers.filter.addToGroup')}
      </Button>
    </Box>
  );
}

const groupStyles = {
  box: {
    display: 'grid',
    gap: 1,
    m: 0,
    p: 1.5,
    minWidth: 0,
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.card,
    backgroundColor: 'action.hover',
  },
  remove: { width: sizes.touch, height: sizes.touch },
} as const;

function Matches({ layerId, sql }: { layerId: string; sql: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const model = useMapModel();
  const { data, error } = useQuery({
    queryKey: mapKeys.count(layerId, sql),
    queryFn: () => (model ? countFeatures(model, layerId, sql) : 0),
    enabled: sql !== '',
    gcTime: 0,
  });
  if (error) return <Alert severity="error">{errorText(t, error)}</Alert>;
  return (
    <Typography component="output" color="textSecondary" sx={{ minHeight: 21 }}>
      {sql !== '' && data !== undefined && t('layers.filter.matches', { number: number(data) })}
    </Typography>
  );
}
