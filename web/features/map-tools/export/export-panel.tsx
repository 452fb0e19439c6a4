import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAudience } from '../../../context/audience.ts';
import { useOpenTool } from '../../../context/open-map.ts';
import { useHostedExport } from '../../../context/use-hosted-export.ts';
import type { DataFormat } from '../../../map/export/layer-data.ts';
import { useLayerData } from '../../../map/export/use-layer-data.ts';
import { useMapState } from '../../../map/map-model.ts';
import { flatLayers } from '../../../map/map-state.ts';
import { saveFile } from '../../../ui/browser.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { MapForm, useHeldFocus } from './map-form.tsx';

const kinds = ['map', 'data'] as const;

/** Print the map, export an image of it, or export the features of a layer. */
export function ExportPanel() {
  const { t } = useTranslation();
  const [kind, setKind] = useState<(typeof kinds)[number]>('map');
  return (
    <>
      <Tabs
        value={kind}
        onChange={(_event, next: typeof kind) => setKind(next)}
        variant="fullWidth"
        aria-label={t('export.title')}
      >
        {kinds.map((each) => (
          <Tab key={each} value={each} id={`export-tab-${each}`} label={t(`export.${each}`)} />
        ))}
      </Tabs>
      <Box role="tabpanel" aria-labelledby={`export-tab-${kind}`} sx={{ p: 2 }}>
        {kind === 'map' ? <MapForm /> : <DataForm />}
      </Box>
    </>
  );
}

/** The features of a layer as a file. A long export shows its progress and can be cancelled. */
function DataForm() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const layers = useMapState((state) => state.layers);
  const opening = useMapState((state) => state.status === 'opening');
  const offered = flatLayers(layers).filter(
    ({ hasFeatures, status, closedToExport }) => hasFeatures && status !== 'failed' && !closedToExport,
  );
  const [chosen, setChosen] = useState<string>();
  const [wanted, setWanted] = useState<string>('csv');
  const { written, error, saved, save, run, stop } = useLayerData(saveFile);
  const hostedExport = useHostedExport();
  const busy = written !== undefined;
  const button = useHeldFocus(busy);
  const layer = offered.find(({ id }) => id === chosen) ?? offered[0];
  if (layer === undefined) return opening ? <FormSkeleton /> : <NoLayers />;
  const { id: layerId, hosted, title, filter } = layer;
  const portalFormats = hostedExport.formatsOf(hosted);
  const portalFormat = portalFormats.find((name) => name === wanted);
  const format: DataFormat = wanted === 'geojson' ? 'geojson' : 'csv';
  const start = () => {
    if (hosted && portalFormat)
      void run((job) => hostedExport.write(hosted, { format: portalFormat, title, filter }, job));
    else void save(layerId, format);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        select
        size="small"
        label={t('export.layer')}
        value={layerId}
        disabled={busy}
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
        value={portalFormat ?? format}
        disabled={busy}
        onChange={(event) => setWanted(event.target.value)}
      >
        <MenuItem value="csv">CSV</MenuItem>
        <MenuItem value="geojson">GeoJSON</MenuItem>
        {portalFormats.map((name) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {saved?.itemId && <Alert severity="success">{t('export.inContent')}</Alert>}
      {error !== undefined && (
        <Alert severity="error" action={<Button onClick={start}>{t('app.tryAgain')}</Button>}>
          <ErrorMessage error={error} />
        </Alert>
      )}
      {busy ? (
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <Typography component="output">{t('export.progress', { number: number(written) })}</Typography>
          <Button key="stop" ref={button} onClick={stop}>
            {t('layers.cancel')}
          </Button>
        </Box>
      ) : (
        <Button key="start" ref={button} variant="contained" onClick={start}>
          {t('export.save')}
        </Button>
      )}
    </Box>
  );
}

function NoLayers() {
  const { t } = useTranslation();
  const openTool = useOpenTool();
  const { mayUse } = useAudience();
  return (
    <StateMessage
      icon={<DownloadOutlined />}
      title={t('export.noLayers')}
      action={mayUse('add') && <Button onClick={() => openTool('add')}>{t('layers.add')}</Button>}
    />
  );
}

/** Not animated, like every skeleton beside a map that is being drawn. */
function FormSkeleton() {
  const { t } = useTranslation();
  return (
    <Box component="output" aria-label={t('app.loading')} sx={{ display: 'grid', gap: 2 }}>
      {['layer', 'format', 'save'].map((part) => (
        <Skeleton key={part} animation={false} variant="rounded" height={40} />
      ))}
    </Box>
  );
}
