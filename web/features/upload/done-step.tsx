import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApplicationContext } from '../../context/application-context.ts';
import { addMapOf } from '../../portal/uploads/add-map-of.ts';
import { StateMessage } from '../../ui/state-message.tsx';
import { errorText } from '../languages/index.ts';
import type { LookedInto } from './upload-state.ts';

export interface DoneStepProps {
  file: LookedInto;
  serviceItemId: string;
  title: string;
  onClose: () => void;
}

/** The layer is there; a map that shows it is one press away. */
export function DoneStep({ file, serviceItemId, title, onClose }: DoneStepProps) {
  const { t } = useTranslation();
  const { org, config, connection, user } = useApplicationContext();
  const navigate = useNavigate();
  const layers = file.preview.layers.flatMap(({ name, geometryType }, id) =>
    geometryType === null ? [] : [{ id, name }],
  );
  const map = useMutation({
    mutationFn: () => {
      const basemap = basemapOf(config.map.basemap.light, title);
      return addMapOf(connection, user?.username ?? '', { itemId: serviceItemId, title, layers, basemap });
    },
    onSuccess: (id) => navigate(`/${org}/map/wid/${id}`),
  });
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <StateMessage icon={<CheckCircle color="success" />} title={t('upload.done', { title })} />
        {map.error && <Alert severity="error">{errorText(t, map.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('upload.close')}</Button>
        {layers.length > 0 && (
          <Button variant="contained" loading={map.isPending} onClick={() => map.mutate()}>
            {t('upload.makeMap')}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

/** The organisation's basemap as web maps have it; none leaves the layer alone on its map. */
function basemapOf(address: string, title: string): object {
  if (!address) return { title, baseMapLayers: [] };
  const service = new URL(address, location.origin).href.replace(/\/$/, '');
  const styleUrl = /\/VectorTileServer$/i.test(service) ? `${service}/resources/styles/root.json` : service;
  return {
    title,
    baseMapLayers: [
      { id: 'basemap', title, layerType: 'VectorTileLayer', styleUrl, visibility: true, opacity: 1 },
    ],
  };
}
