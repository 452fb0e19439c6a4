import {
  keepPreviousData,
  useInfiniteQuery,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { type AccountOrder, listAccounts, loadAccount } from '../../../../portal/accounts/accounts.ts';
import { listRoles } from '../../../../portal/accounts/roles.ts';
import { portalKeys } from '../../../../portal/query-keys.ts';

/** The organisation's users, page by page. */
export function usePeople(text: string, order: AccountOrder) {
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const orgId = portal?.id ?? '';
  return useInfiniteQuery({
    queryKey: portalKeys(connection).people.list(text, order),
    enabled: orgId !== '',
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      listAccounts(connection, orgId, { text, order, start: pageParam }, signal),
    getNextPageParam: ({ nextStart }) => (nextStart > 0 ? nextStart : undefined),
    placeholderData: keepPreviousData,
  });
}

export function usePerson(username: string) {
  const { connection } = useConfiguration();
  return useQuery({
    queryKey: portalKeys(connection).people.one(username),
    queryFn: ({ signal }) => loadAccount(connection, username, signal),
  });
}

/** The organisation's custom roles. */
export function useCustomRoles() {
  const { connection } = useConfiguration();
  return useQuery({
    queryKey: portalKeys(connection).people.roles,
    queryFn: ({ signal }) => listRoles(connection, signal),
  });
}

/** A mutation of users or groups that invalidates all their queries. */
export function useChange<Input = void, Result = void>(change: (input: Input) => Promise<Result>) {
  const queries = useQueryClient();
  const { connection } = useConfiguration();
  const { all } = portalKeys(connection).people;
  return useMutation({
    mutationKey: all,
    mutationFn: change,
    // Not awaited: the change is over before all lists have been read again.
    onSettled: () => void queries.invalidateQueries({ queryKey: all }),
  });
}

/** Whether a change is under way: a dialog that closed now could not show its error. */
export function useIsChanging(): boolean {
  const { connection } = useConfiguration();
  return useIsMutating({ mutationKey: portalKeys(connection).people.all }) > 0;
}
