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
import { takeTyped, type TypedIn } from './typed-before.ts';

const places = ['portal', 'address', 'file'] as const;

/** Where the layer comes from; what came is said. */
export function AddPanel() {
  const { t } = useTranslation();
  const [before] = useState(() => takeTyped(sessionStorage));
  const [from, setFrom] = useState<(typeof places)[number]>(before?.form ?? 'portal');
  const typedIn = (form: TypedIn['form']) => (before?.form === form ? before.text : '');
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
        {from === 'portal' && <ItemSearchForm typedBefore={typedIn('portal')} onAdded={setAdded} />}
        {from === 'address' && <AddressForm typedBefore={typedIn('address')} onAdded={setAdded} />}
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
