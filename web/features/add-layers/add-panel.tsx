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

/** Where the layer comes from; what came is said. */
export function AddPanel() {
  const { t } = useTranslation();
  const [from, setFrom] = useState<'portal' | 'address' | 'file'>('portal');
  const [added, setAdded] = useState<AddedLayer>();
  return (
    <>
      <Tabs value={from} onChange={(_event, next: typeof from) => setFrom(next)} variant="fullWidth">
        <Tab value="portal" label={t('add.portal')} />
        <Tab value="address" label={t('add.address')} />
        <Tab value="file" label={t('add.file')} />
      </Tabs>
      <Box sx={{ p: 2 }}>
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
