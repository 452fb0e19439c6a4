import Snackbar from '@mui/material/Snackbar';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { Capture } from '../capture/capture.tsx';
import { PoppedOut } from '../pop-out/popped-out.tsx';
import { DrawerFrame } from './drawer-frame.tsx';
import { DrawerPanes } from './drawer-panes.tsx';

/** The open integrations: the active ones in the drawer, the popped-out ones each in a window of its own. */
export function OpenIntegrations() {
  const { t } = useTranslation();
  const { integrationsDrawerOpen, openIntegrations } = useApplicationContext();
  const [blocked, setBlocked] = useState('');
  const active = openIntegrations.filter(({ state }) => state === 'active');
  const inWindows = openIntegrations.filter(({ state }) => state === 'in-portal');
  return (
    <>
      {integrationsDrawerOpen && active.length > 0 && (
        <DrawerFrame>
          <DrawerPanes integrations={active} onBlocked={setBlocked} />
        </DrawerFrame>
      )}
      {inWindows.map((integration) => (
        <PoppedOut key={integration.id} integration={integration} />
      ))}
      {active.map((integration) => (
        <Capture key={integration.id} integration={integration} />
      ))}
      <Snackbar
        open={blocked !== ''}
        message={t('integration.blocked', { title: blocked })}
        autoHideDuration={8000}
        onClose={() => setBlocked('')}
      />
    </>
  );
}
