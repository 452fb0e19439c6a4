import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { layerFields } from '../../../map/layers/layer-fields.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { flatLayers } from '../../../map/map-state.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import type { PrintChoice } from './print-job.ts';

type Series = PrintChoice['series'];

/** A switch for a map series, with its index layer and the field that names its sheets. */
export function SeriesFields({ series, onChange }: { series: Series; onChange: (series: Series) => void }) {
  const { t } = useTranslation();
  const model = useMapModel();
  const layers = useMapState((state) => state.layers);
  const offered = flatLayers(layers).filter(({ hasFeatures, status }) => hasFeatures && status !== 'failed');
  const layerId = offered.some(({ id }) => id === series?.layerId) ? series?.layerId : undefined;
  const { data: fields = [] } = useQuery({
    queryKey: mapKeys.fields(layerId ?? ''),
    queryFn: () => (model && layerId ? layerFields(model, layerId) : []),
    enabled: layerId !== undefined,
    gcTime: 0,
  });
  if (offered.length === 0) return null;
  const named = fields.some(({ name }) => name === series?.field);
  return (
    <>
      <FormControlLabel
        control={
          <Switch
            checked={series !== undefined}
            onChange={(_event, on) => onChange(on ? { layerId: offered[0]?.id ?? '', field: '' } : undefined)}
          />
        }
        label={t('print.series')}
      />
      {series && (
        <>
          <TextField
            select
            size="small"
            required
            label={t('print.series.layer')}
            value={layerId ?? ''}
            onChange={(event) => onChange({ layerId: event.target.value, field: '' })}
            helperText={t('print.series.how')}
          >
            {offered.map(({ id, title }) => (
              <MenuItem key={id} value={id}>
                {title || t('layers.untitled')}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            size="small"
            required
            label={t('print.series.field')}
            value={named ? series.field : ''}
            onChange={(event) => onChange({ ...series, field: event.target.value })}
          >
            {fields.map(({ name, title }) => (
              <MenuItem key={name} value={name}>
                {title}
              </MenuItem>
            ))}
          </TextField>
        </>
      )}
    </>
  );
}
