import { type NewShortAddress, type ShortAddress, shortAddressesSchema } from '../../wire/short-address.ts';
import { apiClient } from './api-client.ts';

/**
 * Gives a web map a short address, or returns the one it has.
 * @throws MappingError `short-address:forbidden` (403) for those who may not edit the map
 */
export async function createShortAddress(organisation: string, map: NewShortAddress): Promise<ShortAddress> {
  const { data } = await apiClient.post<ShortAddress>(pathOf(organisation), map);
  return data;
}

/** The caller's own short addresses, newest first. */
export async function listShortAddresses(
  organisation: string,
  signal?: AbortSignal,
): Promise<readonly ShortAddress[]> {
  const { data } = await apiClient.get<unknown>(pathOf(organisation), { signal });
  return shortAddressesSchema.parse(data).results;
}

/** Removes a short address: it then opens nothing. */
export async function removeShortAddress(organisation: string, code: string): Promise<void> {
  await apiClient.delete(`${pathOf(organisation)}/${encodeURIComponent(code)}`);
}

function pathOf(organisation: string): string {
  return `/${encodeURIComponent(organisation)}/short-addresses`;
}
