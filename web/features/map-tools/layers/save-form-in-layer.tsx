import SaveAs from '@mui/icons-material/SaveAsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity, usePortalIdentity } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import type { FormValue } from '../../../map/configure/configure.ts';
import { itemOfLayer, type LayerItem } from '../../../map/layers/layer-fields.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { saveForm } from '../../../portal/forms/save-form.ts';
import { loadItem } from '../../../portal/item-details.ts';
import { mayOverwriteItem } from '../../../portal/may-change-item.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { personKeys } from '../../../portal/query-keys.ts';

interface SaveFormInLayerProps {
  layerId: string;
  value: FormValue;
}

/** Saves the form in the item of the layer, for users who may change that. */
export function SaveFormInLayer({ layerId, value }: SaveFormInLayerProps) {
  const { connection } = useConfiguration();
  const { user, portal } = useIdentity();
  const { who, known } = usePortalIdentity(connection);
  const model = useMapModel();
  const layer = useMemo(() => model && itemOfLayer(model, layerId), [model, layerId]);
  const { data: item } = useQuery({
    queryKey: personKeys(connection, who).item(layer?.id ?? ''),
    queryFn: ({ signal }) => loadItem(connection, layer?.id ?? '', signal),
    enabled: known && who !== '' && layer !== undefined,
  });
  if (!layer || item?.type !== 'Feature Service' || !mayOverwriteItem(item, user, portal)) return null;
  return <SaveButton key={layerId} layer={layer} item={item} value={value} />;
}

function SaveButton({
  layer,
  item,
  value: { on, form },
}: {
  layer: LayerItem;
  item: PortalItem;
  value: FormValue;
}) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (to: { form: unknown; isUndo?: true }) => ({
      ...to,
      before: await saveForm(connection, item, layer, to.form),
    }),
    onSuccess: () => queries.invalidateQueries({ queryKey: personKeys(connection, who).form(item.id) }),
  });
  const { data: done, error, isPending } = save;
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Button
        size="small"
        variant="outlined"
        startIcon={<SaveAs fontSize="small" />}
        disabled={isPending}
        onClick={() => save.mutate({ form: on ? form : undefined })}
      >
        {t('layers.form.toLayer')}
      </Button>
      <Typography variant="caption" color="textSecondary">
        {t('layers.form.toLayer.why')}
      </Typography>
      {error && (
        <Alert severity="error" sx={{ width: '100%' }}>
          <ErrorMessage error={error} />
        </Alert>
      )}
      {done && !done.isUndo && (
        <Alert
          severity="success"
          sx={{ width: '100%' }}
          action={
            <Button
              color="inherit"
              disabled={isPending}
              onClick={() => save.mutate({ form: done.before, isUndo: true })}
            >
              {t('layers.undo')}
            </Button>
          }
        >
          {t('layers.form.inLayer')}
        </Alert>
      )}
    </Box>
  );
}
