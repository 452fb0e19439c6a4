import type {
  CreatedSharedMap,
  NewSharedMap,
  SharedMap,
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

/** The caller's own shared maps, newest first; `start` counts from 1. */
export async function listSharedMaps(
  organisation: string,
  start: number,
  signal?: AbortSignal,
): Promise<SharedMapPage> {
  const params = { start, num: 10 };
  return (await apiClient.get<SharedMapPage>(pathOf(organisation), { params, signal })).data;
}

/** Shared maps of all users, for administrators. */
export async function listAllSharedMaps(
  organisation: string,
  start: number,
  signal?: AbortSignal,
): Promise<SharedMapPage> {
  const params = { scope: 'all', start, num: 20 };
  return (await apiClient.get<SharedMapPage>(pathOf(organisation), { params, signal })).data;
}

/** Renames a shared map, or changes who may open it and for how long. */
export async function changeSharedMap(
  organisation: string,
  sid: string,
  change: SharedMapChange,
): Promise<SharedMapSummary> {
  const { data } = await apiClient.patch<SharedMapSummary>(pathOf(organisation, sid), change);
  return data;
}

/** Ends a shared map: its link then reports that. */
export async function revokeSharedMap(organisation: string, sid: string): Promise<void> {
  await apiClient.delete(pathOf(organisation, sid));
}

/** Items that maps may use. */
type Used = readonly { id: string; url?: string | null }[];

/** Items of one request: their ids and addresses make the address of the request. */
const usedAtOnce = 20;

/**
 * The maps shared by link that use one of these items: the caller's own, for administrators those of
 * everyone; the newest hundred of each twenty items.
 */
export async function listSharedMapsUsing(
  organisation: string,
  items: Used,
  signal?: AbortSignal,
): Promise<SharedMapSummary[]> {
  const found = new Map<string, SharedMapSummary>();
  for (let first = 0; first < items.length; first += usedAtOnce) {
    const uses = items.slice(first, first + usedAtOnce).flatMap(({ id, url }) => (url ? [id, url] : [id]));
    const { data } = await apiClient.get<SharedMapPage>(pathOf(organisation), {
      params: { scope: 'all', num: 100, uses },
      signal,
    });
    for (const map of data.results) found.set(map.sid, map);
  }
  return [...found.values()];
}

function pathOf(organisation: string, ...sid: string[]): string {
  return `/${[organisation, 'shared-maps', ...sid].map(encodeURIComponent).join('/')}`;
}

/**
 * A shared map with its document.
 * @throws MappingError 404 for one that does not exist, 410 for one that was revoked or has expired, 401 or
 *   403 when it is for members
 */
export async function getSharedMap(
  organisation: string,
  sid: string,
  signal?: AbortSignal,
): Promise<SharedMap> {
  return (await apiClient.get<SharedMap>(pathOf(organisation, sid), { signal })).data;
}

/**
 * Stores in this browser, by a cookie that only the server can make, which hosts the pages of an organisation
 * may load from.
 */
export async function storePageHosts(organisation: string, hosts: string[]): Promise<void> {
  await apiClient.post(`/${encodeURIComponent(organisation)}/page-hosts`, { hosts });
}
