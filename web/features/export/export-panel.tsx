import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataForm } from './data-form.tsx';
import { MapForm } from './map-form.tsx';

/** Print the map, take a picture of it, or take the features of a layer along. */
export function ExportPanel() {
  const { t } = useTranslation();
  const [kind, setKind] = useState<'map' | 'data'>('map');
  return (
    <>
      <Tabs value={kind} onChange={(_event, next: typeof kind) => setKind(next)} variant="fullWidth">
        <Tab value="map" label={t('export.map')} />
        <Tab value="data" label={t('export.data')} />
      </Tabs>
      <Box sx={{ p: 2 }}>{kind === 'map' ? <MapForm /> : <DataForm />}</Box>
    </>
  );
}
