import type { SharedMap } from '../../wire/shared-map.ts';
import { apiClient } from './api-client.ts';

/**
 * A shared map with its document.
 * @throws MappingError 404 for one that does not exist, 410 for one that was revoked or has expired, 401 or 403 when it is for members
 */
export async function getSharedMap(
  organisation: string,
  sid: string,
  signal?: AbortSignal,
): Promise<SharedMap> {
  const { data } = await apiClient.get<SharedMap>(
    `/${encodeURIComponent(organisation)}/shared-maps/${encodeURIComponent(sid)}`,
    { signal },
  );
  return data;
}
