import Snackbar from '@mui/material/Snackbar';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { useHub, useStore } from '../host/hub.ts';
import { PoppedOut } from '../pop-out/popped-out.tsx';
import { DrawerFrame } from './drawer-frame.tsx';
import { DrawerPanes } from './drawer-panes.tsx';

const CaptureDialog = lazy(async () => ({
  default: (await import('../capture/capture-dialog.tsx')).CaptureDialog,
}));

/** The open integrations: those that are active in the drawer (spec §4), those in a window each in its own. */
export function OpenIntegrations() {
  const { t } = useTranslation();
  const hub = useHub();
  const { integrationsDrawerOpen, openIntegrations } = useApplicationContext();
  const [blocked, setBlocked] = useState('');
  const capturing = useStore(hub.capturing);
  const active = openIntegrations.filter(({ state }) => state === 'active');
  const inWindows = openIntegrations.filter(({ state }) => state === 'in-portal');
  const captured = openIntegrations.find(({ id }) => id === capturing);
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
      {captured && (
        <Suspense fallback={null}>
          <CaptureDialog key={captured.id} integration={captured} onClose={() => hub.capturing.set('')} />
        </Suspense>
      )}
      <Snackbar
        open={blocked !== ''}
        message={t('integration.blocked', { title: blocked })}
        autoHideDuration={8000}
        onClose={() => setBlocked('')}
      />
    </>
  );
}
