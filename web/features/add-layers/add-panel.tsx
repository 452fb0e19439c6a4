import Box from '@mui/material/Box';
import Snackbar from '@mui/material/Snackbar';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddedLayer } from '../../map/add/add-layers.ts';
import { AddressForm } from './address-form.tsx';
import { FileForm } from './file-form.tsx';
import { ItemSearchForm } from './item-search-form.tsx';

const places = ['portal', 'address', 'file'] as const;

/** Where the layer comes from; what came is said. */
export function AddPanel() {
  const { t } = useTranslation();
  const [from, setFrom] = useState<(typeof places)[number]>('portal');
  const [added, setAdded] = useState<AddedLayer>();
  return (
    <>
      <Tabs
        value={from}
        onChange={(_event, next: typeof from) => setFrom(next)}
        variant="fullWidth"
        aria-label={t('add.title')}
      >
        {places.map((each) => (
          <Tab key={each} value={each} id={`add-tab-${each}`} label={t(`add.${each}`)} />
        ))}
      </Tabs>
      <Box role="tabpanel" aria-labelledby={`add-tab-${from}`} sx={{ p: 2 }}>
        {from === 'portal' && <ItemSearchForm onAdded={setAdded} />}
        {from === 'address' && <AddressForm onAdded={setAdded} />}
        {from === 'file' && <FileForm onAdded={setAdded} />}
      </Box>
      <Snackbar
        open={added !== undefined}
        autoHideDuration={6000}
        onClose={() => setAdded(undefined)}
        message={t('add.added', { title: added?.title || t('layers.untitled') })}
      />
    </>
  );
}
