import Engineering from '@mui/icons-material/EngineeringOutlined';
import OpenInBrowser from '@mui/icons-material/OpenInBrowserOutlined';
import Panorama from '@mui/icons-material/PanoramaPhotosphereOutlined';
import Streetview from '@mui/icons-material/StreetviewOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import type { Integration } from '../../context/integrations.ts';

const icons = {
  cyclomedia: Streetview,
  streetview: Streetview,
  cityworks: Engineering,
  panorama: Panorama,
  panoramax: Panorama,
  url: OpenInBrowser,
} as const;

/** The sign of an integration's type, at the start of a row. */
export function IntegrationIcon({ type }: { type: Integration['type'] }) {
  const Icon = icons[type];
  return (
    <ListItemIcon>
      <Icon fontSize="small" />
    </ListItemIcon>
  );
}
