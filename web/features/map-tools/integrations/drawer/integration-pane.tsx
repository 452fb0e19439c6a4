import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isExtension } from '../../../../../wire/integrations/extension-types.ts';
import { useIntegrations } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { sizes } from '../../../../ui/sizes.ts';
import type { IntegrationAddress } from '../host/address.ts';
import { useStore } from '../../../../store.ts';
import { OpenInNew } from '../../../../ui/mirrored-icons.ts';
import { ExtensionFrame } from '../extension/extension-frame.tsx';
import { useHub } from '../host/hub.ts';
import { type SetUp, useSetUp } from '../host/use-set-up.ts';
import { BarButton, PinButton } from './bar-button.tsx';
import { IntegrationFrame } from './integration-frame.tsx';
import { SetUpEntries, SetUpNeeded, SignInNeeded } from './set-up-needed.tsx';
import { useFilled } from './integration-frame.tsx';

export interface IntegrationPaneProps {
  integration: Integration;
  shown: boolean;
  /** Shows the title where there is no tab. */
  titled: boolean;
  /** Buttons after the pane's own. */
  actions: ReactNode;
}

/** One integration: a toolbar and its page. The same in the drawer and in a window. */
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
  if (isExtension(integration)) return <ExtensionFrame extension={integration} address={address} />;
  return <IntegrationFrame integration={integration} address={address} shown={shown} />;
}

const styles = {
  pane: { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, minWidth: 0 },
} as const;

/** Replaces a built-in page where the installation has no origin for such pages. */
function PageNowhere() {
  const { t } = useTranslation();
  return (
    <Box role="alert" sx={{ p: 3, display: 'grid', gap: 1, alignContent: 'center', flex: 1 }}>
      <Typography variant="h3">{t('integration.nowhere')}</Typography>
      <Typography color="textSecondary">{t('integration.nowhere.cure')}</Typography>
    </Box>
  );
}

/** For a page that cannot be framed: a link to it at the chosen location. */
function WindowPane({
  integration,
  address,
  missing,
}: {
  integration: Integration;
  address: IntegrationAddress;
  /** The settings required to show the page beside the map. */
  missing: readonly string[];
}) {
  const { t } = useTranslation();
  const href = useFilled(address.template);
  return (
    <Box
      sx={{
        p: 3,
        display: 'grid',
        gap: 1,
        alignContent: 'safe center',
        justifyItems: 'start',
        flex: 1,
        overflowY: 'auto',
      }}
    >
      <Typography variant="h3">{t('integration.window', { title: integration.title })}</Typography>
      <Typography color="textSecondary">
        {t(missing.length > 0 ? 'integration.window.place' : 'integration.window.why')}
      </Typography>
      <Button
        variant="contained"
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        startIcon={<OpenInNew />}
        sx={{ mt: 1 }}
      >
        {t('integration.window.open')}
      </Button>
      {missing.length > 0 && (
        <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', mt: 3 }}>
          <Typography>{t('integration.setUp.beside')}</Typography>
          <SetUpEntries integration={integration} missing={missing} />
        </Box>
      )}
    </Box>
  );
}

interface PaneBarProps {
  integration: Integration;
  address: IntegrationAddress;
  titled: boolean;
  actions: ReactNode;
}

/** The toolbar above an integration's page: its view and its actions. An extension has no view. */
export function PaneBar({ integration, address, titled, actions }: PaneBarProps) {
  const { t } = useTranslation();
  const hub = useHub();
  const { currentMapLocation } = useIntegrations();
  const pose = useStore(hub.sharing).poses.get(integration.id);
  const onMap = useStore(hub.area) !== undefined;
  const shares = !isExtension(integration);
  const place = shares ? (pose ?? currentMapLocation) : undefined;
  const href = useFilled(address.template);
  return (
    <Box sx={barStyles.bar}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {titled && (
          <Typography noWrap sx={{ fontWeight: 500 }}>
            {integration.title}
          </Typography>
        )}
        {place && (
          <Typography variant="body2" color="textSecondary" noWrap data-testid="place" sx={barStyles.place}>
            <bdi dir="ltr">
              {place.lat.toFixed(5)}, {place.lng.toFixed(5)}
              {pose?.heading !== undefined && ` · ${Math.round(pose.heading) % 360}°`}
            </bdi>
          </Typography>
        )}
      </Box>
      {shares && onMap && <PinButton />}
      {shares && (
        <BarButton label={t('integration.capture')} onClick={() => hub.capturing.set(integration.id)}>
          <PhotoCamera />
        </BarButton>
      )}
      {shares && !address.own && address.display === 'frame' && (
        <BarButton label={t('integration.newWindow')} href={href}>
          <OpenInNew />
        </BarButton>
      )}
      {actions}
    </Box>
  );
}

const barStyles = {
  bar: {
    display: 'flex',
    alignItems: 'center',
    minHeight: sizes.touch,
    flexShrink: 0,
    paddingInline: '12px 4px',
    borderBottom: 1,
    borderColor: 'divider',
    backgroundColor: 'background.paper',
  },
  place: { fontVariantNumeric: 'tabular-nums' },
} as const;
