import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';

/** Arrives with the gallery's filters: few visitors see one. */
const Chip = lazy(() => import('@mui/material/Chip'));

/** Shows who may see an item. Hidden for visitors, who see only public items. */
export function AccessChip({ access }: Pick<PortalItem, 'access'>) {
  const { t } = useTranslation();
  const { user } = useIdentity();
  if (access === 'public' && !user) return null;
  return (
    <Suspense>
      <Chip size="small" label={t(`map.access.${access}`)} sx={outlined} />
    </Suspense>
  );
}

const outlined = { backgroundColor: 'background.paper', border: 1, borderColor: 'divider' } as const;
