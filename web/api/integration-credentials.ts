import { apiClient } from './api-client.ts';

/** What an administrator sees of an integration's credentials: which are set and by whom, never a value. */
export interface CredentialStatus {
  /** Fields defined by the integration's kind. */
  known: readonly string[];
  set: readonly string[];
  /** Who may use them: members' browsers, only the server, or none because the kind needs no credentials. */
  for: 'browser' | 'server' | 'nobody';
  /** Epoch milliseconds. */
  updatedAt?: number;
  updatedBy?: string;
  /** When they were deleted because the kind or server changed, in epoch milliseconds. */
  droppedAt?: number | null;
}

const below = (organisation: string, integration: string, last = '') =>
  `/${[organisation, 'integrations', integration].map(encodeURIComponent).join('/')}/credentials${last}`;

export async function getCredentialStatus(
  organisation: string,
  integration: string,
  signal?: AbortSignal,
): Promise<CredentialStatus> {
  const address = below(organisation, integration, '/status');
  return (await apiClient.get<CredentialStatus>(address, { signal })).data;
}

/**
 * Sets fields; absent ones stay, null removes one.
 * @throws MappingError `integration:invalid-credentials`, `integration:no-secrets-key` where the operator set no key
 */
export async function setCredentials(
  organisation: string,
  integration: string,
  values: Readonly<Record<string, string | null>>,
): Promise<CredentialStatus> {
  return (await apiClient.put<CredentialStatus>(below(organisation, integration), { values })).data;
}
