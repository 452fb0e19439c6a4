import { type MapCheck, mapChecksSchema } from '../../wire/map-check.ts';
import { apiClient } from './api-client.ts';

/**
 * What the map doctor found about maps the person may see: about those named (at most 100), or the latest that need attention.
 * Of a portal this server does not keep: only maps everyone may see, after a member has come across them.
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
