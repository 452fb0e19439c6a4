import type { IntegrationSetUp } from '../../wire/integrations/integration-config.ts';
import { apiClient } from './api-client.ts';

/** What each integration of the organisation still lacks, by its id; for everybody. */
export async function getIntegrationSetUp(
  organisation: string,
  signal?: AbortSignal,
): Promise<IntegrationSetUp['missing']> {
  const path = `/${encodeURIComponent(organisation)}/integrations/set-up`;
  const { data } = await apiClient.get<IntegrationSetUp>(path, { signal });
  return data.missing;
}
