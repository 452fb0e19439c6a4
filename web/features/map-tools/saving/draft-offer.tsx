import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import type { Draft } from './draft-store.ts';

/** The drafts found, for the notice that offers them. */
export interface Drafts {
  offers: readonly Draft[];
  restore(draft: Draft): Promise<void>;
  dismiss(draft: Draft): Promise<void>;
}

export const DraftsContext = createContext<Drafts | undefined>(undefined);

/** Offers the newest unsaved work stored on this device. */
export function DraftOffer() {
  const { t } = useTranslation();
  const { ago } = useFormats();
  const drafts = useContext(DraftsContext);
  const draft = drafts?.offers[0];
  if (!drafts || !draft) return null;
  return (
    <Alert
      severity="info"
      sx={{
        maxWidth: 420,
        border: 1,
        borderColor: 'divider',
        boxShadow: '0 2px 8px rgb(0 0 0 / 12%)',
        backgroundColor: 'background.paper',
      }}
    >
      {t('saving.draft.found', { when: ago(draft.at) })}
      <Button size="small" sx={{ mt: 0.5, marginInlineEnd: 1 }} onClick={() => void drafts.restore(draft)}>
        {t('saving.draft.restore')}
      </Button>
      <Button size="small" color="inherit" sx={{ mt: 0.5 }} onClick={() => void drafts.dismiss(draft)}>
        {t('saving.draft.discard')}
      </Button>
    </Alert>
  );
}
