import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { IntegrationPanel } from './integration-panel.tsx';

/** The open integrations beside the map, each in a tab; there when one is active and a place is known (spec §4). */
export function IntegrationsDrawer() {
  const { t } = useTranslation();
  const { integrationsDrawerOpen, openIntegrations, closeIntegration, currentMapLocation } =
    useApplicationContext();
  const [chosen, setChosen] = useState('');
  if (!integrationsDrawerOpen || !currentMapLocation) return null;
  const inTabs = openIntegrations.filter(({ state }) => state === 'active');
  const shown = inTabs.find(({ id }) => id === chosen) ?? inTabs[0];
  if (!shown) return null;
  const closeLabel = t('integration.close', { title: shown.title });
  return (
    <Box component="aside" aria-label={t('integration.drawer')} sx={styles.drawer}>
      <Box sx={styles.top}>
        <Tabs
          value={shown.id}
          onChange={(_event, id: string) => setChosen(id)}
          variant="scrollable"
          scrollButtons="auto"
          sx={{ flex: 1, minWidth: 0 }}
        >
          {inTabs.map(({ id, title }) => (
            <Tab key={id} value={id} label={title} sx={{ textTransform: 'none' }} />
          ))}
        </Tabs>
        <Tooltip title={closeLabel}>
          <IconButton aria-label={closeLabel} onClick={() => closeIntegration(shown.id)}>
            <Close fontSize="small" />
          </IconButton>
        </Tooltip>
      </Box>
      <IntegrationPanel integration={shown} location={currentMapLocation} />
    </Box>
  );
}

const styles = {
  drawer: {
    position: { xs: 'fixed', sm: 'sticky' },
    insetInline: { xs: 0, sm: 'auto' },
    bottom: { xs: 0, sm: 'auto' },
    top: { sm: 'var(--header-height)' },
    width: { sm: 360 },
    height: { xs: '40dvh', sm: 'calc(100dvh - var(--header-height))' },
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    zIndex: { xs: 'drawer', sm: 'auto' },
    backgroundColor: 'background.paper',
    borderInlineStart: { sm: 1 },
    borderTop: { xs: 1, sm: 0 },
    borderColor: 'divider',
  },
  top: {
    display: 'flex',
    alignItems: 'center',
    borderBottom: 1,
    borderColor: 'divider',
    paddingInlineEnd: 0.5,
  },
} as const;
