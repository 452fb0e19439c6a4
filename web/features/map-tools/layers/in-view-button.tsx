import Crop from '@mui/icons-material/CropFree';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type Clause,
  type ClauseGroup,
  isComplete,
  isGroup,
  type LayerFilter,
} from '../../../conditions/filter-sql.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import {
  canListFeatures,
  featuresInView,
  type ListedFeatures,
} from '../../../map/layers/features-in-view.ts';
import { useMapModel } from '../../../map/map-model.ts';

export interface InViewButtonProps {
  layerId: string;
  filter: LayerFilter;
  onChange: (filter: LayerFilter) => void;
}

/** Adds the condition that a feature is one of those in view now; the map may be moved after that. */
export function InViewButton({ layerId, filter, onChange }: InViewButtonProps) {
  const { t } = useTranslation();
  const model = useMapModel();
  const list = useMutation({
    networkMode: 'always',
    mutationFn: async () => model && featuresInView(model, layerId),
    onSuccess: (found) => {
      if (found && found.ids.length > 0) onChange(withListed(filter, found));
    },
  });
  // Groups contain no groups: conditions of which any is enough cannot be put beside another one.
  const isNested = filter.match === 'any' && filter.clauses.length > 1 && filter.clauses.some(isGroup);
  if (!model || !canListFeatures(model, layerId)) return null;
  return (
    <>
      <Button
        startIcon={<Crop />}
        loading={list.isPending}
        loadingPosition="start"
        disabled={isNested}
        onClick={() => list.mutate()}
      >
        {t('charts.inView')}
      </Button>
      {list.error && (
        <Alert severity="error" sx={{ width: '100%' }}>
          <ErrorMessage error={list.error} />
        </Alert>
      )}
      {list.data?.ids.length === 0 && (
        <Alert severity="info" sx={{ width: '100%' }}>
          {t('inview.empty')}
        </Alert>
      )}
    </>
  );
}

/**
 * A filter with the condition that a feature is listed; it takes the place of an earlier list, and of
 * conditions without a value.
 */
function withListed({ match, clauses }: LayerFilter, { field, ids }: ListedFeatures): LayerFilter {
  const listed: Clause = { field, kind: 'number', operator: 'oneOf', value: '', values: ids.map(String) };
  const isEarlier = (one: Clause | ClauseGroup) =>
    !isGroup(one) && one.field === field && one.operator === 'oneOf';
  const others = clauses.filter((one) => isComplete(one) && !isEarlier(one));
  const plain = others.filter((one): one is Clause => !isGroup(one));
  const isAny = match === 'any' && others.length > 1;
  return { match: 'all', clauses: [...(isAny ? [{ match, clauses: plain }] : others), listed] };
}
