import { request } from '@esri/arcgis-rest-request';
import { portalError } from './portal-error.ts';

/** Timeout in milliseconds. */
const patience = 15_000;

/**
 * Requests a URL anonymously, as a visitor would. A file that is not JSON counts as a response.
 * @throws MappingError `portal:*` with the ArcGIS code or the HTTP status; 0 without a response
 */
export async function anonymously(address: string, signal?: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(patience);
  try {
    await request(address, {
      httpMethod: 'GET',
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
  } catch (cause) {
    // The file of a GeoJSON or CSV layer.
    if (cause instanceof SyntaxError) return;
    throw portalError(cause);
  }
}
