import { useQuery } from '@tanstack/react-query';
import { useConfiguration } from '../../web/context/application-context.ts';
import { personKeys } from '../../web/portal/query-keys.ts';

/** The titles of Ada's content, as a page that was open before has them until it is known that they have changed. */
export function OwnContent({ titles }: { titles: readonly string[] }) {
  const { connection } = useConfiguration();
  const { data } = useQuery({
    queryKey: personKeys(connection, 'ada').content(),
    queryFn: async () => [...titles],
  });
  return <output>{data?.join()}</output>;
}
