import { useQueries, useQuery } from '@tanstack/react-query';
import type { MapCheck } from '../../../../wire/map-check.ts';
import { getMapChecks } from '../../../api/maps.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { opensInViewer } from '../../../context/item-address.ts';

/** Maps per request: one page of the gallery, so that a further page requests only its own maps. */
const idsPerQuestion = 10;

/** The map doctor's results by map id. They are optional: empty while loading or on failure. */
export function useMapChecks(ids: readonly string[]): ReadonlyMap<string, MapCheck> {
  const { org, connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const parts = Array.from({ length: Math.ceil(ids.length / idsPerQuestion) }, (_, part) =>
    ids.slice(part * idsPerQuestion, (part + 1) * idsPerQuestion),
  );
  const answers = useQueries({
    queries: parts.map((asked) => ({
      queryKey: apiKeys(org).mapChecks(who, asked),
      queryFn: ({ signal }: { signal: AbortSignal }) => getMapChecks(org, { ids: asked }, signal),
      enabled: known,
    })),
  });
  return new Map(answers.flatMap(({ data = [] }) => data.map((check) => [check.id, check] as const)));
}

/** Ids of the maps among items that are shown. */
export function latestMaps(items: readonly PortalItem[]): string[] {
  return items.filter(opensInViewer).map(({ id }) => id);
}

/** Ids of the maps that need attention; undefined until they are known. */
export function useFlaggedMaps(wanted: boolean) {
  const { org, connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  return useQuery({
    queryKey: apiKeys(org).mapChecks(who, 'attention'),
    queryFn: async ({ signal }) => (await getMapChecks(org, 'attention', signal)).map(({ id }) => id),
    enabled: known && wanted,
  });
}
