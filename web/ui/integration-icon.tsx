import Engineering from '@mui/icons-material/EngineeringOutlined';
import OpenInBrowser from '@mui/icons-material/OpenInBrowserOutlined';
import Panorama from '@mui/icons-material/PanoramaPhotosphereOutlined';
import Streetview from '@mui/icons-material/StreetviewOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { IntegrationType } from '../../wire/integrations/kinds.ts';

const icons = {
  cyclomedia: Streetview,
  streetview: Streetview,
  cityworks: Engineering,
  panorama: Panorama,
  panoramax: Panorama,
  url: OpenInBrowser,
} as const satisfies Record<IntegrationType, typeof Engineering>;

/** The sign of an integration's type. Takes what an icon of MUI takes, so that it can stand for one. */
export function IntegrationIcon({ type, ...icon }: { type: IntegrationType } & SvgIconProps) {
  const Icon = icons[type];
  return <Icon fontSize="small" {...icon} />;
}
