import Snackbar from '@mui/material/Snackbar';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch } from 'react-router';
import { useApplicationContext } from '../../../context/application-context.ts';
import { Capture } from '../capture/capture.tsx';
import { showsCoverage } from '../host/coverage.ts';
import { PoppedOut } from '../pop-out/popped-out.tsx';
import { DrawerFrame } from './drawer-frame.tsx';
import { DrawerPanes } from './drawer-panes.tsx';

/** The open integrations: the active ones in the drawer, the popped-out ones each in a window of its own. */
export function OpenIntegrations() {
  const { t } = useTranslation();
  const { integrationsDrawerOpen, openIntegrations } = useApplicationContext();
  // Elsewhere there is no map beside which they could stand; they wait as they were.
  const onMap = useMatch('/:org/map/*') !== null;
  const [blocked, setBlocked] = useState('');
  const active = openIntegrations.filter(({ state }) => state === 'active');
  const loaded = integrationsDrawerOpen ? active : active.filter(showsCoverage);
  const inWindows = openIntegrations.filter(({ state }) => state === 'in-portal');
  return (
    <>
      {loaded.length > 0 && (
        <DrawerFrame hidden={!onMap || !integrationsDrawerOpen}>
          <DrawerPanes integrations={loaded} onBlocked={setBlocked} />
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
