import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { capabilitiesOf } from '../../../portal/capabilities.ts';
import type { PortalGroup } from '../../../portal/portal-types.ts';
import { personKeys, portalKeys } from '../../../portal/query-keys.ts';

/** Keys of everything about groups, as the person sees them. */
export function useGroupKeys() {
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  return personKeys(connection, user?.username ?? '').groups;
}

/** A mutation of groups that invalidates dependent queries: the user's groups, users, maps. */
export function useGroupChange<Input = void, Result = void>(change: (input: Input) => Promise<Result>) {
  const { connection } = useConfiguration();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: changeKey,
    mutationFn: change,
    // Not awaited: the change is over before all lists have been read again.
    onSettled: () => void queries.invalidateQueries({ queryKey: portalKeys(connection).all }),
  });
}

const changeKey = ['group-change'];

/** Whether a change is under way: a dialog that closed now could not show its error. */
export function useIsChanging(): boolean {
  return useIsMutating({ mutationKey: changeKey }) > 0;
}

export type Membership = 'owner' | 'admin' | 'member' | 'none';

/** The user's role and rights in a group; the portal checks them again on each action. */
export function useGroupRights(group: PortalGroup) {
  const { user, portal } = useIdentity();
  const may = capabilitiesOf(user, portal);
  const own = user?.groups.find(({ id }) => id === group.id);
  const membership: Membership =
    group.owner === user?.username
      ? 'owner'
      : (group.userMembership?.memberType ?? own?.userMembership?.memberType ?? (own ? 'member' : 'none'));
  const ofOwnOrganisation = group.orgId === undefined || group.orgId === user?.orgId;
  const runs = membership === 'owner' || membership === 'admin';
  return {
    membership,
    manages: (may.change && runs) || (ofOwnOrganisation && may.updateGroups),
    /** Adds users to the group without an invitation. */
    adds: ofOwnOrganisation && may.assignToGroups,
    deletes: (may.change && membership === 'owner') || (ofOwnOrganisation && may.deleteGroups),
    leaves: may.change && (membership === 'admin' || membership === 'member'),
  };
}
