import CallReceived from '@mui/icons-material/CallReceived';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import type { Integration } from '../../../context/integrations.ts';
import { Capture } from '../capture/capture.tsx';
import { BarButton } from '../drawer/bar-button.tsx';
import { IntegrationPane } from '../drawer/integration-pane.tsx';
import { useHub } from '../host/hub.ts';
import { PopOutTheme } from './pop-out-theme.tsx';
import { usePopOutRoot } from './use-pop-out-root.ts';

/** Milliseconds between looks at whether the window is still there; browsers tell in no other way that can be relied on. */
const lookMilliseconds = 500;

/** An integration in its own window: the same pane, carried there by a portal. However the window goes, it comes back. */
export function PoppedOut({ integration }: { integration: Integration }) {
  const { t } = useTranslation();
  const hub = useHub();
  const { closeIntegrationPortal } = useApplicationContext();
  const { id, title } = integration;
  const [holder] = useState(() => hub.windows.get(id));
  const root = usePopOutRoot(holder, title);

  useEffect(() => {
    const back = () => closeIntegrationPortal(id);
    if (!holder) return back();
    const timer = setInterval(() => holder.closed && back(), lookMilliseconds);
    return () => clearInterval(timer);
  }, [holder, id, closeIntegrationPortal]);

  useEffect(
    () => () => {
      // Not at once: in development effects run twice, and a closed window cannot be opened again.
      setTimeout(() => {
        if (hub.windows.get(id) === holder && !document.querySelector(`[data-popped-out="${id}"]`)) {
          hub.windows.delete(id);
          holder?.close();
          focusBack(id);
        }
      });
    },
    [hub, id, holder],
  );

  return (
    <>
      <span hidden data-popped-out={id} />
      {root &&
        createPortal(
          <PopOutTheme root={root}>
            <Box sx={styles.window}>
              <IntegrationPane
                integration={integration}
                shown
                titled
                actions={
                  <BarButton label={t('integration.back', { title })} onClick={() => holder?.close()}>
                    <CallReceived />
                  </BarButton>
                }
              />
            </Box>
            <Capture integration={integration} />
          </PopOutTheme>,
          root,
        )}
    </>
  );
}

/** Whoever closed the window goes on where it came from. */
function focusBack(id: string): void {
  document.getElementById(`intg-tab-${id}`)?.focus();
}

const styles = {
  window: { display: 'flex', flexDirection: 'column', height: '100dvh', backgroundColor: 'background.paper' },
} as const;
