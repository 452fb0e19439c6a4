import { MappingError } from '../../wire/errors.ts';
import { apiClient } from './api-client.ts';

/**
 * The credentials that an integration's page needs in the browser; members only. Undefined when there are none for this
 * user; the page then shows what is missing.
 */
export async function getIntegrationCredentials(
  organisation: string,
  integration: string,
): Promise<Record<string, string>> {
  const path = [organisation, 'integrations', integration, 'credentials'].map(encodeURIComponent).join('/');
  try {
    const { data } = await apiClient.get<{ values: Record<string, string> }>(`/${path}`);
    return data.values;
  } catch (error) {
    if (error instanceof MappingError && (error.status === 401 || error.status === 404)) return {};
    throw error;
  }
}
