import type { IntegrationSetUp } from '../../wire/integrations/integration-config.ts';
import { apiClient } from './api-client.ts';

/** The missing settings of each integration of the organisation, by id; public. */
export async function getIntegrationSetUp(
  organisation: string,
  signal?: AbortSignal,
): Promise<IntegrationSetUp['missing']> {
  const path = `/${encodeURIComponent(organisation)}/integrations/set-up`;
  const { data } = await apiClient.get<IntegrationSetUp>(path, { signal });
  return data.missing;
}
