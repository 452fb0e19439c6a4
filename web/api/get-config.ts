import type { PublicConfig } from '../../wire/app-config.ts';
import { apiClient } from './api-client.ts';

/**
 * The configuration of an organisation, with every default filled in by the server.
 * @throws MappingError `organisation:not-found` for an unknown organisation
 */
export async function getConfig(organisation: string, signal?: AbortSignal): Promise<PublicConfig> {
  const { data } = await apiClient.get<PublicConfig>(`/${encodeURIComponent(organisation)}/config`, {
    signal,
  });
  return data;
}
