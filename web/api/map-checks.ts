import type { MapCheck } from '../../wire/map-check.ts';
import { apiClient } from './api-client.ts';

/**
 * The map doctor's results for maps the user may see: those named (at most 100), or the latest that need attention. For
 * external portals: only public maps that a member has come across.
 *
 * Apart from the other requests about maps, because the gallery loads it after its cards.
 */
export async function getMapChecks(
  organisation: string,
  requested: { ids: readonly string[] } | 'attention',
  signal?: AbortSignal,
): Promise<MapCheck[]> {
  const params = requested === 'attention' ? { attention: true } : { ids: requested.ids.join(',') };
  const { data } = await apiClient.get<unknown>(`/${encodeURIComponent(organisation)}/map-checks`, {
    params,
    signal,
  });
  const { mapChecksSchema } = await import('../../wire/map-check.ts');
  return mapChecksSchema.parse(data).results;
}
