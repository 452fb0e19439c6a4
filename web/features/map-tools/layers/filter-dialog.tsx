import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ConditionBuilder } from '../../../conditions/condition-builder.tsx';
import { emptyClause, filterSql, isComplete, type LayerFilter } from '../../../conditions/filter-sql.ts';
import { readFilter } from '../../../conditions/read-filter.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import {
  countFeatures,
  layerFields,
  occurringValues,
  setLayerFilter,
} from '../../../map/layers/layer-fields.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { usePhone } from '../../../ui/use-screen.ts';
import { InViewButton } from './in-view-button.tsx';
import { MissingFieldsAlert } from './missing-fields-alert.tsx';

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
  const found =
    fields.data && readFilter(layer.filter, (name) => fields.data.find((field) => field.name === name));
  const filter = edited ?? found ?? { match: 'all', clauses: [emptyClause(fields.data?.[0])] };
  const isReady = filter.clauses.length > 0 && filter.clauses.every(isComplete);
  const sql = isReady ? filterSql(filter) : '';
  const [showMissing, setShowMissing] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const apply = (where: string) => {
    if (model) setLayerFilter(model, layer.id, where);
    onClose();
  };
  const applyFilter = () => {
    if (isReady) return apply(sql);
    flushSync(() => setShowMissing(true));
    content.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} fullWidth maxWidth="sm" fullScreen={phone}>
      <DialogTitle id={heading}>
        {t('layers.filterOf', { title: layer.title || t('layers.untitled') })}
      </DialogTitle>
      <DialogContent ref={content} sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {fields.isPending && <Skeleton variant="rounded" height={88} />}
        {fields.error && (
          <Alert
            severity="error"
            action={<Button onClick={() => void fields.refetch()}>{t('app.tryAgain')}</Button>}
          >
            <ErrorMessage error={fields.error} />
          </Alert>
        )}
        {layer.filter !== '' && <MissingFieldsAlert layerId={layer.id} part="filter" />}
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
            <ConditionBuilder
              fields={fields.data}
              filter={filter}
              showMissing={showMissing}
              onChange={setEdited}
              more={<InViewButton layerId={layer.id} filter={filter} onChange={setEdited} />}
              valuesOf={(field) => ({
                queryKey: mapKeys.values(layer.id, field),
                queryFn: () => (model ? occurringValues(model, layer.id, field) : []),
              })}
            />
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
        <Button variant="contained" disabled={!fields.data?.length} onClick={applyFilter}>
          {t('layers.filter.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

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
  if (error)
    return (
      <Alert severity="error">
        <ErrorMessage error={error} />
      </Alert>
    );
  return (
    <Typography component="output" color="textSecondary" sx={{ minHeight: 21 }}>
      {sql !== '' && data !== undefined && t('layers.filter.matches', { number: number(data) })}
    </Typography>
  );
}
