import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';

/** Shows who may see an item. Hidden for visitors, who see only public items. */
export function AccessChip({ access }: Pick<PortalItem, 'access'>) {
  const { t } = useTranslation();
  const { user } = useIdentity();
  if (access === 'public' && !user) return null;
  return <Chip size="small" label={t(`map.access.${access}`)} sx={outlined} />;
}

const outlined = { backgroundColor: 'background.paper', border: 1, borderColor: 'divider' } as const;
