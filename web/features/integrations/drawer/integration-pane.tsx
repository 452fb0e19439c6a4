import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Integration } from '../../../context/integrations.ts';
import { type SetUp, useSetUp } from '../host/use-set-up.ts';
import { IntegrationFrame } from './integration-frame.tsx';
import { PageNowhere } from './page-nowhere.tsx';
import { PaneBar } from './pane-bar.tsx';
import { SetUpNeeded, SignInNeeded } from './set-up-needed.tsx';
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
  const setUp = useSetUp(integration);
  return (
    <Box sx={styles.pane}>
      <PaneBar integration={integration} address={setUp.address} titled={titled} actions={actions} />
      <PanePage integration={integration} shown={shown} setUp={setUp} />
    </Box>
  );
}

function PanePage({
  integration,
  shown,
  setUp: { state, missing, address },
}: Pick<IntegrationPaneProps, 'integration' | 'shown'> & { setUp: SetUp }) {
  const { t } = useTranslation();
  const { title } = integration;
  if (state === 'asking') return <LinearProgress aria-label={t('integration.loading', { title })} />;
  if (address.template !== '' && address.display === 'window')
    return <WindowPane integration={integration} address={address} missing={missing} />;
  if (state === 'unset') return <SetUpNeeded integration={integration} missing={missing} />;
  if (state === 'sign-in') return <SignInNeeded title={title} />;
  if (address.template === '') return <PageNowhere />;
  return <IntegrationFrame integration={integration} address={address} shown={shown} />;
}

const styles = {
  pane: { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, minWidth: 0 },
} as const;
