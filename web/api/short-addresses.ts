import {
  type NewShortAddress,
  type ShortAddress,
  type ShortAddresses,
  shortAddressesSchema,
} from '../../wire/short-address.ts';
import { apiClient } from './api-client.ts';

/**
 * Gives a web map a short address, or returns the one it has.
 * @throws MappingError `short-address:forbidden` (403) for those who may not edit the map
 */
export async function createShortAddress(organisation: string, map: NewShortAddress): Promise<ShortAddress> {
  const { data } = await apiClient.post<ShortAddress>(pathOf(organisation), map);
  return data;
}

/** A page of the caller's own short addresses, newest first. @param start counts from 1 */
export async function listShortAddresses(
  organisation: string,
  start: number,
  signal?: AbortSignal,
): Promise<ShortAddresses> {
  const { data } = await apiClient.get<unknown>(pathOf(organisation), { params: { start }, signal });
  return shortAddressesSchema.parse(data);
}

/** A page of the short addresses of all users, for administrators. @param start counts from 1 */
export async function listAllShortAddresses(
  organisation: string,
  start: number,
  signal?: AbortSignal,
): Promise<ShortAddresses> {
  const params = { scope: 'all', start };
  const { data } = await apiClient.get<unknown>(pathOf(organisation), { params, signal });
  return shortAddressesSchema.parse(data);
}

/** Removes a short address: it then opens nothing. */
export async function removeShortAddress(organisation: string, code: string): Promise<void> {
  await apiClient.delete(`${pathOf(organisation)}/${encodeURIComponent(code)}`);
}

function pathOf(organisation: string): string {
  return `/${encodeURIComponent(organisation)}/short-addresses`;
}
