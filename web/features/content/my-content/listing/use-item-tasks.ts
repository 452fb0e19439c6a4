import { useIdentity } from '../../../../context/application-context.ts';
import { capabilitiesOf } from '../../../../portal/capabilities.ts';
import type { PortalItem } from '../../../../portal/portal-types.ts';

/** Actions on the user's own items. */
export type ItemTask = 'edit' | 'share' | 'move' | 'copy' | 'owner' | 'delete';

/** The actions on selected items that the portal allows; items of a read-only portal can only be copied elsewhere. */
export function useItemTasks(items: readonly PortalItem[]): readonly ItemTask[] {
  const { user, portal } = useIdentity();
  const { change, levels, shareToGroups } = capabilitiesOf(user, portal);
  if (!change) return ['copy'];
  // What is shared can always be made private again.
  const share = levels.length > 1 || shareToGroups || items.some(({ access }) => access !== 'private');
  return [
    'edit',
    ...(share ? (['share'] as const) : []),
    'move',
    'copy',
    ...(user?.role === 'org_admin' ? (['owner'] as const) : []),
    'delete',
  ];
}
