import { useQueryClient } from '@tanstack/react-query';
import { useConfiguration, usePortalIdentity } from '../../../../context/application-context.ts';
import { personKeys } from '../../../../portal/query-keys.ts';

/** Returns a function that loads an item again, with one part of its details. */
export function useItemChanged(
  id: string,
  part: 'service' | 'application' | 'itemComments',
): () => Promise<void> {
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const queries = useQueryClient();
  const keys = personKeys(connection, who);
  return async () => {
    await Promise.all(
      [keys[part](id), keys.item(id)].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
}
