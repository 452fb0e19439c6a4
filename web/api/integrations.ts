import { MappingError } from '../../wire/errors.ts';
import type { CheckedHealth, HealthList } from '../../wire/integration-health.ts';
import type { IntegrationSetUp } from '../../wire/integrations/integration-config.ts';
import { apiClient, type ApiResponse } from './api-client.ts';

/** What an administrator sees of an integration's credentials: which are set and by whom, never a value. */
export interface CredentialStatus {
  /** Fields defined by the integration's kind. */
  known: readonly string[];
  set: readonly string[];
  /** Who may use them: members' browsers, only the server, or none because the kind needs no credentials. */
  for: 'browser' | 'server' | 'none';
  /** Epoch milliseconds. */
  updatedAt?: number;
  updatedBy?: string;
  /** When they were deleted because the kind or server changed, in epoch milliseconds. */
  droppedAt?: number | null;
  /** Names this state; a change sends it back as the state it is based on. */
  tag: string;
}

const pathOf = (organisation: string, ...path: string[]) =>
  `/${[organisation, 'integrations', ...path].map(encodeURIComponent).join('/')}`;

export async function getCredentialStatus(
  organisation: string,
  integration: string,
  signal?: AbortSignal,
): Promise<CredentialStatus> {
  const path = pathOf(organisation, integration, 'credentials', 'status');
  return tagged(await apiClient.get<CredentialStatus>(path, { signal }));
}

function tagged({ data, headers }: ApiResponse<CredentialStatus>): CredentialStatus {
  return { ...data, tag: String(headers['etag'] ?? '') };
}

/**
 * Sets fields; absent ones stay, null removes one.
 * @param tag of the state that the user has seen
 * @throws MappingError `integration:invalid-credentials`, `integration:no-secrets-key` where the operator set no key,
 *   `integration:credentials-changed` (412) when someone else has changed them since
 */
export async function setCredentials(
  organisation: string,
  integration: string,
  values: Readonly<Record<string, string | null>>,
  tag: string,
): Promise<CredentialStatus> {
  const path = pathOf(organisation, integration, 'credentials');
  const headers: Record<string, string> = tag ? { 'If-Match': tag } : {};
  return tagged(await apiClient.put<CredentialStatus>(path, { values }, { headers }));
}

/**
 * The credentials that an integration's page needs in the browser; members only. Empty when there are none
 * for this user; the page then shows what is missing.
 */
export async function getIntegrationCredentials(
  organisation: string,
  integration: string,
): Promise<Record<string, string>> {
  const path = pathOf(organisation, integration, 'credentials');
  try {
    const { data } = await apiClient.get<{ values: Record<string, string> }>(path);
    return data.values;
  } catch (error) {
    if (error instanceof MappingError && (error.status === 401 || error.status === 404)) return {};
    throw error;
  }
}

/** The missing settings of each integration of the organisation, by id; public. */
export async function getIntegrationSetUp(
  organisation: string,
  signal?: AbortSignal,
): Promise<IntegrationSetUp['missing']> {
  const { data } = await apiClient.get<IntegrationSetUp>(pathOf(organisation, 'set-up'), { signal });
  return data.missing;
}

/** The results of the last checks of the organisation's integrations, for administrators. */
export async function listIntegrationHealth(
  organisation: string,
  signal?: AbortSignal,
): Promise<CheckedHealth[]> {
  const { data } = await apiClient.get<HealthList>(pathOf(organisation, 'health'), { signal });
  return data.checks;
}

/** Checks an integration now; takes up to 15 s when there is no response. */
export async function checkIntegration(organisation: string, integration: string): Promise<CheckedHealth> {
  const { data } = await apiClient.post<CheckedHealth>(pathOf(organisation, integration, 'check'));
  return data;
}
