import type { CheckedHealth, HealthList } from '../../wire/integration-health.ts';
import { apiClient } from './api-client.ts';

const below = (organisation: string, ...path: string[]) =>
  `/${[organisation, 'integrations', ...path].map(encodeURIComponent).join('/')}`;

/** The results of the last checks of the organisation's integrations, for administrators. */
export async function listIntegrationHealth(
  organisation: string,
  signal?: AbortSignal,
): Promise<CheckedHealth[]> {
  const { data } = await apiClient.get<HealthList>(below(organisation, 'health'), { signal });
  return data.checks;
}

/** Checks an integration now; takes up to 15 s when there is no response. */
export async function checkIntegration(organisation: string, integration: string): Promise<CheckedHealth> {
  const { data } = await apiClient.post<CheckedHealth>(below(organisation, integration, 'check'));
  return data;
}
