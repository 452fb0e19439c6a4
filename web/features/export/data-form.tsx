import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataFormat, layerData } from '../../map/export/layer-data.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useMapModel, useMapState } from '../../map/map-model.ts';
import { flatLayers } from '../../map/map-state.ts';
import { StateMessage } from '../../ui/state-message.tsx';
import { errorText, useFormats } from '../languages/index.ts';

/** The features of a layer as a file. A long one shows how far it is and can be stopped. */
export function DataForm() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const model = useMapModel();
  const layers = useMapState((state) => state.layers);
  const offered = flatLayers(layers).filter(({ hasFeatures, status }) => hasFeatures && status !== 'failed');
  const [chosen, setChosen] = useState<string>();
  const [format, setFormat] = useState<DataFormat>('csv');
  const [written, setWritten] = useState<number>();
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const layerId = chosen ?? offered[0]?.id;
  if (layerId === undefined) return <StateMessage icon={<DownloadOutlined />} title={t('export.noLayers')} />;
  const save = async () => {
    if (!model) return;
    const stop = new AbortController();
    running.current = stop;
    setWritten(0);
    setError(undefined);
    try {
      saveFile(await layerData(model, layerId, format, { signal: stop.signal, onProgress: setWritten }));
    } catch (cause) {
      if (!stop.signal.aborted) setError(cause);
    }
    setWritten(undefined);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        select
        size="small"
        label={t('export.layer')}
        value={layerId}
        onChange={(event) => setChosen(event.target.value)}
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
        label={t('export.format')}
        value={format}
        onChange={(event) => setFormat(event.target.value as DataFormat)}
      >
        <MenuItem value="csv">CSV</MenuItem>
        <MenuItem value="geojson">GeoJSON</MenuItem>
      </TextField>
      {error !== undefined && <Alert severity="error">{errorText(t, error)}</Alert>}
      {written === undefined ? (
        <Button variant="contained" onClick={() => void save()}>
          {t('export.save')}
        </Button>
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <Typography component="output">{t('export.progress', { number: number(written) })}</Typography>
          <Button onClick={() => running.current?.abort()}>{t('layers.cancel')}</Button>
        </Box>
      )}
    </Box>
  );
}
