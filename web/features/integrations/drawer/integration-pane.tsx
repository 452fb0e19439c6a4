import Box from '@mui/material/Box';
import { type ReactNode, useMemo } from 'react';
import { useApplicationContext } from '../../../context/application-context.ts';
import type { Integration } from '../../../context/integrations.ts';
import { addressOf } from '../host/address.ts';
import { IntegrationFrame } from './integration-frame.tsx';
import { PageNowhere } from './page-nowhere.tsx';
import { PaneBar } from './pane-bar.tsx';
import { WindowPane } from './window-pane.tsx';

export interface IntegrationPaneProps {
  integration: Integration;
  shown: boolean;
  /** Shows the title: where no tab does. */
  titled: boolean;
  /** Buttons after the pane's own. */
  actions: ReactNode;
}

/** One integration: a bar and its page. The same in the drawer and in a window. */
export function IntegrationPane({ integration, shown, titled, actions }: IntegrationPaneProps) {
  const { org, config } = useApplicationContext();
  const address = useMemo(
    () => addressOf(integration, org, { application: location.origin, pages: config.integrationsUrl }),
    [integration, org, config.integrationsUrl],
  );
  return (
    <Box sx={styles.pane}>
      <PaneBar integration={integration} address={address} titled={titled} actions={actions} />
      {address.template === '' ? (
        <PageNowhere />
      ) : address.display === 'window' ? (
        <WindowPane integration={integration} address={address} />
      ) : (
        <IntegrationFrame integration={integration} address={address} shown={shown} />
      )}
    </Box>
  );
}

const styles = {
  pane: { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, minWidth: 0 },
} as const;
