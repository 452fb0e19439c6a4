import type { IncomingHttpHeaders } from 'node:http';
import { bearerToken } from '../membership/presented-token.ts';
import type { Parameters } from './parameters.ts';

/** The token of a request: the parameter `token` or either header (docs/arcgis-protocol.md#tokens). */
export function findToken(parameters: Parameters, headers: IncomingHttpHeaders): string | undefined {
  const esri = headers['x-esri-authorization'];
  return (
    parameters.short('token') ??
    bearerToken(Array.isArray(esri) ? esri[0] : esri) ??
    bearerToken(headers.authorization)
  );
}
