import { MappingError } from '../../wire/errors.ts';
import { apiClient } from './api-client.ts';

/**
 * The credentials an integration's page needs in the browser, for members alone. Nothing when there are none, or none for
 * this person: the page then says what is missing.
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
