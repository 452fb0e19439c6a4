import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApplicationContext } from '../../context/application-context.ts';
import { favouriteIds, setFavourite } from '../../portal/favourites.ts';

export interface Favourites {
  /** Whether the person can have favourites: signed in, and the portal gave them a group for it. */
  possible: boolean;
  has: (itemId: string) => boolean;
  toggle: (itemId: string) => void;
}

/** The person's favourites. A mark shows at once and goes back when the portal refuses; `onError` tells why. */
export function useFavourites(onError: (error: unknown) => void): Favourites {
  const { connection, user } = useApplicationContext();
  const queries = useQueryClient();
  const favGroupId = user?.favGroupId ?? '';
  const key = ['portal', connection.restUrl, user?.username ?? '', 'favourites'];
  const { data: ids = [] } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => favouriteIds(connection, favGroupId, signal),
    enabled: favGroupId !== '',
  });
  const { mutate } = useMutation({
    mutationFn: ({ id, favourite }: { id: string; favourite: boolean }) =>
      setFavourite(connection, favGroupId, id, favourite),
    onMutate: async ({ id, favourite }) => {
      await queries.cancelQueries({ queryKey: key });
      queries.setQueryData<string[]>(key, (now = []) =>
        favourite ? [id, ...now] : now.filter((other) => other !== id),
      );
    },
    onError,
    onSettled: async (_answer, failure, { id, favourite }) => {
      if (failure) {
        queries.setQueryData<string[]>(key, (now = []) =>
          favourite ? now.filter((other) => other !== id) : [id, ...now],
        );
      }
      // The list of favourites itself has changed; a list one is looking at would lose what one may want to mark again.
      const gallery = ['portal', connection.restUrl, user?.username ?? '', 'gallery', favGroupId];
      await queries.invalidateQueries({ queryKey: gallery, refetchType: 'none' });
    },
  });
  return {
    possible: favGroupId !== '',
    has: (id) => ids.includes(id),
    toggle: (id) => mutate({ id, favourite: !ids.includes(id) }),
  };
}
