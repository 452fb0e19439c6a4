import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataForm } from './data-form.tsx';
import { MapForm } from './map-form.tsx';

const kinds = ['map', 'data'] as const;

/** Print the map, take a picture of it, or take the features of a layer along. */
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
