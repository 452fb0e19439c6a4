import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApplicationContext } from '../../context/application-context.ts';
import { usePortalIdentity } from '../../context/use-portal-identity.ts';
import { userContent } from '../../portal/user-content.ts';

const pageSize = 20;

/** One page of the person's items, last changed first. */
export function useContent(page: number) {
  const { connection } = useApplicationContext();
  const { who, known } = usePortalIdentity(connection);
  const content = useQuery({
    queryKey: ['portal', connection.restUrl, who, 'content', page],
    queryFn: ({ signal }) =>
      userContent(
        connection,
        {
          username: who,
          start: (page - 1) * pageSize + 1,
          num: pageSize,
          sortField: 'modified',
          sortOrder: 'desc',
        },
        signal,
      ),
    enabled: known && who !== '',
    placeholderData: keepPreviousData,
  });
  return { who, known, content, pages: Math.max(1, Math.ceil((content.data?.total ?? 0) / pageSize)) };
}
