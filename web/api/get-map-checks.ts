import { type MapCheck, mapChecksSchema } from '../../wire/map-check.ts';
import { apiClient } from './api-client.ts';

/**
 * The map doctor's results for maps the user may see: those named (at most 100), or the latest that need attention. For
 * external portals: only public maps that a member has come across.
 */
export async function getMapChecks(
  organisation: string,
  asked: { ids: readonly string[] } | 'attention',
  signal?: AbortSignal,
): Promise<MapCheck[]> {
  const params = asked === 'attention' ? { attention: true } : { ids: asked.ids.join(',') };
  const { data } = await apiClient.get<unknown>(`/${encodeURIComponent(organisation)}/map-checks`, {
    params,
    signal,
  });
  return mapChecksSchema.parse(data).results;
}
