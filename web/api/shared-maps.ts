import type {
  CreatedSharedMap,
  NewSharedMap,
  SharedMapChange,
  SharedMapSummary,
} from '../../wire/shared-map.ts';
import { apiClient } from './api-client.ts';

/** One page of a user's shared maps. `nextStart` is -1 on the last page. */
export interface SharedMapPage {
  total: number;
  start: number;
  num: number;
  nextStart: number;
  results: SharedMapSummary[];
}

/**
 * Shares a map. The server removes tokens and passwords from it and reports where they were.
 * @throws MappingError `membership:sign-in-needed` (401), `shared-map:invalid` (400), 413 for one that is too large
 */
export async function createSharedMap(organisation: string, map: NewSharedMap): Promise<CreatedSharedMap> {
  const { data } = await apiClient.post<CreatedSharedMap>(pathOf(organisation), map);
  return data;
}

/** The caller's own shared maps, newest first. */
export async function listSharedMaps(
  organisation: string,
  start: number,
  signal?: AbortSignal,
): Promise<SharedMapPage> {
  const { data } = await apiClient.get<SharedMapPage>(pathOf(organisation), {
    params: { start, num: 10 },
    ...(signal && { signal }),
  });
  return data;
}

/** Renames a shared map, or changes who may open it and for how long. */
export async function changeSharedMap(
  organisation: string,
  sid: string,
  change: SharedMapChange,
): Promise<SharedMapSummary> {
  const { data } = await apiClient.patch<SharedMapSummary>(`${pathOf(organisation)}/${sid}`, change);
  return data;
}

/** Ends a shared map: its link then reports that. */
export async function revokeSharedMap(organisation: string, sid: string): Promise<void> {
  await apiClient.delete(`${pathOf(organisation)}/${sid}`);
}

function pathOf(organisation: string): string {
  return `/${encodeURIComponent(organisation)}/shared-maps`;
}
