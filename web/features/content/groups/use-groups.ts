import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import type { PortalGroup } from '../../../portal/portal-types.ts';
import { personKeys, portalKeys } from '../../../portal/query-keys.ts';

/** Keys of everything about groups, as the person sees them. */
export function useGroupKeys() {
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  return personKeys(connection, user?.username ?? '').groups;
}

/** A change of groups, after which everything the portal told is asked for again: one's own groups, people, maps. */
export function useGroupChange<Input = void, Result = void>(change: (input: Input) => Promise<Result>) {
  const { connection } = useConfiguration();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: portalKeys(connection).all }),
  });
}

export type Membership = 'owner' | 'admin' | 'member' | 'none';

/** Who the person is in a group, and what they may do there; the portal decides again when they do it. */
export function useGroupRights(group: PortalGroup) {
  const { user } = useIdentity();
  const own = user?.groups.find(({ id }) => id === group.id);
  const membership: Membership =
    group.owner === user?.username
      ? 'owner'
      : (group.userMembership?.memberType ?? own?.userMembership?.memberType ?? (own ? 'member' : 'none'));
  const ofOwnOrganisation = group.orgId === undefined || group.orgId === user?.orgId;
  const holds = (privilege: string) => ofOwnOrganisation && (user?.privileges.includes(privilege) ?? false);
  const runs = membership === 'owner' || membership === 'admin';
  return {
    membership,
    manages: runs || holds('portal:admin:updateGroups'),
    /** Puts people into the group without asking them. */
    adds: holds('portal:admin:assignToGroups'),
    deletes: membership === 'owner' || holds('portal:admin:deleteGroups'),
    leaves: membership === 'admin' || membership === 'member',
  };
}
