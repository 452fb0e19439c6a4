import Box from '@mui/material/Box';
import Snackbar from '@mui/material/Snackbar';
import { useState, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch } from 'react-router';
import { useIntegrations } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { waitsForPlace } from '../../../../../wire/integrations/extension-types.ts';
import type { MapLocation } from '../../../../context/locations.ts';
import { ResizeEdge, SheetGrip, sheetHeights } from '../../../../ui/resize-edge.tsx';
import { useStoredSize } from '../../../../ui/use-stored.ts';
import { usePhone } from '../../../../ui/use-screen.ts';
import { ChoosePlaceNote } from '../choose-place-note.tsx';
import { Capture } from '../capture/capture.tsx';
import { showsCoverage } from '../host/address.ts';
import { PoppedOut } from '../pop-out/popped-out.tsx';
import { DrawerPanes } from './drawer-panes.tsx';

/** Pixels beside the map. */
const widths = { least: 300, usual: 460, most: 1600 };

/**
 * The drawer: beside the map, or a sheet below it on phones. The user can resize it. While hidden, its pages stay
 * mounted.
 */
function DrawerFrame({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const [width, setWidth] = useStoredSize('mapping.integrations.width', widths);
  const [height, setHeight] = useStoredSize('mapping.integrations.height', sheetHeights);
  const phone = usePhone();
  useEffect(() => {
    // The map above shrinks by the height of the sheet.
    const root = document.documentElement.style;
    if (phone && !hidden) root.setProperty('--sheet-height', `${height}dvh`);
    return () => void root.removeProperty('--sheet-height');
  }, [phone, height, hidden]);
  const label = t('integration.resize');
  return (
    <Box
      component="aside"
      aria-label={t('integration.drawer')}
      hidden={hidden}
      sx={hidden ? { display: 'none' } : styles.drawer}
      style={phone ? { height: `${height}dvh` } : { width: `min(${width}px, 70vw)` }}
    >
      {phone ? (
        <SheetGrip label={label} height={height} onChange={setHeight} />
      ) : (
        <ResizeEdge label={label} at="start" value={width} {...widths} step={24} onChange={setWidth} />
      )}
      {children}
    </Box>
  );
}

const styles = {
  drawer: {
    containerName: 'drawer',
    containerType: { sm: 'inline-size' },
    position: { xs: 'fixed', sm: 'sticky' },
    insetInline: { xs: 0, sm: 'auto' },
    bottom: { xs: 0, sm: 'auto' },
    top: { sm: 'var(--header-height)' },
    height: { sm: 'calc(100dvh - var(--header-height))' },
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    zIndex: { xs: 'appBar', sm: 1 },
    backgroundColor: 'background.paper',
    borderInlineStart: { sm: 1 },
    borderTop: { xs: 1, sm: 0 },
    borderColor: { xs: 'divider', sm: 'divider' },
  },
} as const;

/**
 * The open integrations: the active ones in the drawer, the popped-out ones in their own windows. Before a location is
 * chosen, only extensions are shown, and those are loaded that show on the map where they have content.
 */
export function OpenIntegrations() {
  const { openIntegrations, currentMapLocation } = useIntegrations();
  const some = openIntegrations.some((each) => loadsWith(each, currentMapLocation));
  return (
    <>
      {some && <DrawerAndWindows />}
      <ChoosePlaceNote onMap={false} />
    </>
  );
}

function loadsWith(integration: Integration, location: MapLocation | undefined): boolean {
  return !waitsForPlace(integration, location) || showsCoverage(integration);
}

function DrawerAndWindows() {
  const { t } = useTranslation();
  const { integrationsDrawerOpen, openIntegrations, currentMapLocation } = useIntegrations();
  // Other pages have no map; there they stay hidden in their current state.
  const onMap = useMatch('/:org/map/*') !== null;
  const [blocked, setBlocked] = useState('');
  const active = openIntegrations.filter(({ state }) => state === 'active');
  const loaded = active.filter((each) => loadsWith(each, currentMapLocation));
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
