import type { IncomingHttpHeaders } from 'node:http';

/** The caller's token: parameter `token`, `X-Esri-Authorization: Bearer`, or `Authorization: Bearer`. */
export function findToken(
  parameters: Readonly<Record<string, string>>,
  headers: IncomingHttpHeaders,
): string | undefined {
  return parameters['token'] ?? bearer(headers['x-esri-authorization']) ?? bearer(headers.authorization);
}

function bearer(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  return /^bearer\s+(\S+)\s*$/i.exec(header)?.[1];
}
