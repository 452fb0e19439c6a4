import OpenInNew from '@mui/icons-material/OpenInNew';
import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntegrations } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { sizes } from '../../../../ui/sizes.ts';
import type { IntegrationAddress } from '../host/address.ts';
import { useHub, useStore } from '../host/hub.ts';
import { PinButton } from '../pin-button.tsx';
import { BarButton } from './bar-button.tsx';
import { useFilled } from './use-filled.ts';

export interface PaneBarProps {
  integration: Integration;
  address: IntegrationAddress;
  titled: boolean;
  actions: ReactNode;
}

/** The toolbar above an integration's page: its view and its actions. */
export function PaneBar({ integration, address, titled, actions }: PaneBarProps) {
  const { t } = useTranslation();
  const hub = useHub();
  const { currentMapLocation } = useIntegrations();
  const pose = useStore(hub.sharing).poses.get(integration.id);
  const onMap = useStore(hub.area) !== undefined;
  const place = pose ?? currentMapLocation;
  const href = useFilled(address.template);
  return (
    <Box sx={styles.bar}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {titled && (
          <Typography noWrap sx={{ fontWeight: 500 }}>
            {integration.title}
          </Typography>
        )}
        {place && (
          <Typography variant="body2" color="textSecondary" noWrap data-testid="place" sx={styles.place}>
            <bdi dir="ltr">
              {place.lat.toFixed(5)}, {place.lng.toFixed(5)}
              {pose?.heading !== undefined && ` · ${Math.round(pose.heading) % 360}°`}
            </bdi>
          </Typography>
        )}
      </Box>
      {onMap && <PinButton />}
      <BarButton label={t('integration.capture')} onClick={() => hub.capturing.set(integration.id)}>
        <PhotoCamera />
      </BarButton>
      {!address.own && address.display === 'frame' && (
        <BarButton label={t('integration.newWindow')} href={href}>
          <OpenInNew />
        </BarButton>
      )}
      {actions}
    </Box>
  );
}

const styles = {
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
