import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import LockOutlined from '@mui/icons-material/LockOutlined';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedSharedMap } from '../../../wire/shared-map.ts';
import { useApplicationContext } from '../../context/application-context.ts';
import { StateMessage } from '../../ui/state-message.tsx';
import { ReceiverNotes } from './receiver-notes.tsx';
import { ShareForm } from './share-form.tsx';
import { ShareLinks } from './share-links.tsx';
import { SharedMapsList } from './shared-maps-list.tsx';

/** Shares the map as it is now: a link, its picture for phones, and a piece of page to embed; and what was shared before. */
export function SharePanel() {
  const { t } = useTranslation();
  const { config, user, isAuthorizing, signIn } = useApplicationContext();
  const [created, setCreated] = useState<CreatedSharedMap>();
  const allowed = user !== undefined || config.sharing.anonymous;
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {created && <ShareLinks created={created} onAnother={() => setCreated(undefined)} />}
      {!created && allowed && (
        <>
          <ShareForm onCreated={setCreated} />
          <ReceiverNotes />
        </>
      )}
      {!allowed && (
        <StateMessage
          icon={<LockOutlined />}
          title={t('sharing.signIn')}
          detail={t('sharing.signIn.why')}
          action={
            <Button variant="contained" loading={isAuthorizing} onClick={() => void signIn()}>
              {t('session.signIn')}
            </Button>
          }
        />
      )}
      {user && (
        <>
          <Divider />
          <SharedMapsList />
        </>
      )}
    </Box>
  );
}
