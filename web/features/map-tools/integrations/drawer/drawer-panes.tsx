import Close from '@mui/icons-material/Close';
import PictureInPicture from '@mui/icons-material/PictureInPictureAltOutlined';
import Splitscreen from '@mui/icons-material/SplitscreenOutlined';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIntegrations } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { waitsForPlace } from '../../../../../wire/integrations/extension-types.ts';
import { usePhone } from '../../../../ui/use-screen.ts';
import { useStore } from '../../../../store.ts';
import { useHub, type IntegrationsHub } from '../host/hub.ts';
import { useSetUp } from '../host/use-set-up.ts';
import { BarButton } from './bar-button.tsx';
import { IntegrationPane } from './integration-pane.tsx';

export interface DrawerPanesProps {
  /** The active ones; at least one. */
  integrations: readonly Integration[];
  /** Called when the browser blocked the window. */
  onBlocked: (title: string) => void;
}

/** The active integrations, in tabs or all at once. Every page stays mounted, so that none loses its state. */
export function DrawerPanes({ integrations, onBlocked }: DrawerPanesProps) {
  const { t } = useTranslation();
  const hub = useHub();
  const { org } = useConfiguration();
  const { closeIntegration, openIntegrationInPortal, currentMapLocation } = useIntegrations();
  const chosen = useStore(hub.shownTab);
  const choices = useStore(hub.choices);
  // Those that wait for a location are loaded, but have nothing to show yet.
  const tabs = integrations.filter((each) => !waitsForPlace(each, currentMapLocation));
  const shownId = (tabs.find(({ id }) => id === chosen) ?? tabs[0])?.id ?? '';
  const phone = usePhone();
  // A sheet on a phone has room for one; there only the tabs apply.
  const several = tabs.length > 1 && !phone;
  const sideBySide = several && choices.sideBySide;
  const popOut = (integration: Integration) => {
    if (openPopOut(hub, org, integration)) openIntegrationInPortal(integration.id);
    else onBlocked(integration.title);
  };
  return (
    <>
      <Box sx={styles.top}>
        <Tabs
          value={shownId || false}
          onChange={(_event, id: string) => hub.shownTab.set(id)}
          variant="scrollable"
          scrollButtons="auto"
          aria-label={t('integration.drawer')}
          sx={{ flex: 1, minWidth: 0 }}
        >
          {tabs.map(({ id, title }) => (
            <Tab key={id} value={id} label={title} id={`intg-tab-${id}`} aria-controls={`intg-panel-${id}`} />
          ))}
        </Tabs>
        {several && (
          <BarButton
            label={t('integration.sideBySide')}
            pressed={sideBySide}
            onClick={() => hub.choices.set({ ...choices, sideBySide: !sideBySide })}
          >
            <Splitscreen />
          </BarButton>
        )}
      </Box>
      <Box sx={{ ...styles.panes, ...(sideBySide && styles.sideBySide) }}>
        {integrations.map((integration) => {
          const shown = integration.id === shownId || (sideBySide && tabs.includes(integration));
          return (
            <Box
              key={integration.id}
              role="tabpanel"
              id={`intg-panel-${integration.id}`}
              aria-labelledby={`intg-tab-${integration.id}`}
              hidden={!shown}
              sx={{ ...styles.pane, ...(!shown && { display: 'none' }) }}
            >
              <IntegrationPane
                integration={integration}
                shown={shown}
                titled={sideBySide}
                actions={
                  <PaneActions
                    integration={integration}
                    onPopOut={() => popOut(integration)}
                    onClose={() => closeIntegration(integration.id)}
                  />
                }
              />
            </Box>
          );
        })}
      </Box>
    </>
  );
}

function PaneActions({
  integration,
  onPopOut,
  onClose,
}: {
  integration: Integration;
  onPopOut: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { state, address } = useSetUp(integration);
  const { title } = integration;
  return (
    <>
      {/* Only a page can be popped out, not a link or a set-up notice. */}
      {state === 'ready' && address.display === 'frame' && (
        <BarButton label={t('integration.popOut', { title })} onClick={onPopOut}>
          <PictureInPicture />
        </BarButton>
      )}
      <BarButton label={t('integration.close', { title })} onClick={onClose}>
        <Close />
      </BarButton>
    </>
  );
}

const styles = {
  top: {
    display: 'flex',
    alignItems: 'center',
    minHeight: 48,
    flexShrink: 0,
    paddingInlineEnd: 0.5,
    borderBottom: 1,
    borderColor: 'divider',
  },
  panes: { flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' },
  /** Side by side in a wide drawer, stacked in a narrow one; scrolls if there is not enough room. */
  sideBySide: {
    overflow: 'auto',
    '& > *': { minHeight: 240 },
    '& > * + *': { borderTop: 1, borderColor: 'divider' },
    '@container drawer (min-width: 640px)': {
      flexDirection: 'row',
      '& > *': { minHeight: 0, minWidth: 280 },
      '& > * + *': { borderTop: 0, borderInlineStart: 1, borderColor: 'divider' },
    },
  },
  pane: { flex: 1, minHeight: 0, minWidth: 0, display: 'flex' },
} as const;

/**
 * Opens a window for an integration. Call it during the click, because browsers block it later. An existing window is
 * focused.
 *
 * @returns false when the browser blocked the window
 */
function openPopOut(hub: IntegrationsHub, org: string, { id }: Integration): boolean {
  const existing = hub.windows.get(id);
  if (existing && !existing.closed) {
    existing.focus();
    return true;
  }
  const width = Math.min(960, Math.round(screen.availWidth * 0.6));
  const height = Math.min(720, Math.round(screen.availHeight * 0.7));
  const opened = window.open(
    `/integrations/${org}/pop-out`,
    `mapping-${org}-${id}`,
    `popup,width=${width},height=${height}`,
  );
  if (!opened) return false;
  hub.windows.set(id, opened);
  return true;
}
