import { request } from '@esri/arcgis-rest-request';
import { portalError } from './portal-error.ts';

/** Milliseconds after which someone else would have given up. */
const patience = 15_000;

/**
 * Asks for an address without saying who asks, as someone does who is not signed in. Files that are no JSON count as an
 * answer.
 * @throws MappingError `portal:*` with the ArcGIS code or the HTTP status; 0 when nobody answered
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
