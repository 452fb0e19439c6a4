import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import type { PortalItem } from '../../portal/portal-types.ts';

/** Says who sees an item; nothing for what everyone sees. */
export function AccessChip({ access }: Pick<PortalItem, 'access'>) {
  const { t } = useTranslation();
  if (access === 'public') return null;
  return <Chip size="small" label={t(`map.access.${access}`)} sx={look} />;
}

const look = { backgroundColor: 'background.paper', border: 1, borderColor: 'divider' } as const;
