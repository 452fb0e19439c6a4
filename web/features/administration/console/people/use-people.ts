import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useApplicationContext } from '../../../../context/application-context.ts';
import { type AccountOrder, listAccounts, loadAccount } from '../../../../portal/accounts/list-accounts.ts';
import { listRoles } from '../../../../portal/accounts/list-roles.ts';

/** Everything asked of the portal about people and groups hangs below one key, so that a change asks again for all. */
export function usePeopleKey(): readonly string[] {
  const { connection } = useApplicationContext();
  return ['portal', connection.restUrl, 'people'];
}

/** The organisation's people, page after page. */
export function usePeople(text: string, order: AccountOrder) {
  const { connection, portal } = useApplicationContext();
  const orgId = portal?.id ?? '';
  return useInfiniteQuery({
    queryKey: [...usePeopleKey(), 'list', text, order],
    enabled: orgId !== '',
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      listAccounts(connection, orgId, { text, order, start: pageParam }, signal),
    getNextPageParam: ({ nextStart }) => (nextStart > 0 ? nextStart : undefined),
    placeholderData: keepPreviousData,
  });
}

export function usePerson(username: string) {
  const { connection } = useApplicationContext();
  return useQuery({
    queryKey: [...usePeopleKey(), 'one', username],
    queryFn: ({ signal }) => loadAccount(connection, username, signal),
  });
}

/** Roles the organisation made besides ArcGIS's own. */
export function useCustomRoles() {
  const { connection } = useApplicationContext();
  return useQuery({
    queryKey: [...usePeopleKey(), 'roles'],
    queryFn: ({ signal }) => listRoles(connection, signal),
  });
}

/** A change of people or groups, after which everything shown of them is asked for again. */
export function useChange<Input = void, Result = void>(change: (input: Input) => Promise<Result>) {
  const queries = useQueryClient();
  const key = usePeopleKey();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
