import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { PortalContent, Organisation, Person } from './content.ts';
import type { Dialect } from './dialect.ts';
import type { Switches, TokenRequest } from './switches.ts';
import type { Tokens } from './tokens.ts';

/** A response of the stand-in: JSON unless it has bytes. */
export interface Answer {
  status?: number;
  json?: unknown;
  bytes?: Uint8Array | string;
  type?: string;
  headers?: Record<string, string>;
}

/** One request with what every operation needs to answer it. */
export interface Exchange {
  content: PortalContent;
  switches: Switches;
  tokens: Tokens;
  dialect: Dialect;
  host: string;
  /** Address of the portal asked, without `/sharing`; of services: that of their owner. */
  portal: string;
  /** Path, decoded, without slashes at its ends. */
  path: string;
  method: string;
  /** Query and form in one, as ArcGIS reads them. */
  parameters: URLSearchParams;
  files: Map<string, File>;
  token: string;
  /** Host of the federated server that the token is for. */
  tokenServer: string | undefined;
  person: Person | undefined;
  /** The organisation whose address is asked; undefined on `www.arcgis.com`. */
  addressed: Organisation | undefined;
}

/** The error envelope, which ArcGIS sends with status 200. */
export function refuse(code: number, message: string, messageCode?: string, details: string[] = []): Answer {
  return { json: { error: { code, ...(messageCode && { messageCode }), message, details } } };
}

export const notPermitted = () =>
  refuse(403, 'You do not have permissions to access this resource or perform this operation.', 'GWM_0003');
export const tokenRequired = () => refuse(499, 'Token Required', 'GWM_0002', ['Token Required']);
export const invalidToken = () => refuse(498, 'Invalid token.', 'GWM_0001', ['Invalid token.']);
export const itemNotFound = () => refuse(400, 'Item does not exist or is inaccessible.', 'CONT_0001');

/** The refusal of a token that ends with this request, while a switch asks for it. */
export function refusedToken(
  { token, tokens, switches }: Exchange,
  request: TokenRequest,
): Answer | undefined {
  if (token === '' || switches.deadTokens[request] === 0) return undefined;
  switches.deadTokens[request] -= 1;
  tokens.end(token);
  return { ...invalidToken(), ...(switches.deadTokenStatus && { status: 498 }) };
}

/** Reads the form of a POST, of either kind. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ fields: URLSearchParams; files: Map<string, File> }> {
  const files = new Map<string, File>();
  const type = request.headers['content-type'] ?? '';
  if (request.method !== 'POST') return { fields: new URLSearchParams(), files };
  if (!type.startsWith('multipart/')) return { fields: new URLSearchParams(await text(request)), files };
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const form = await new Response(Buffer.concat(parts), { headers: { 'content-type': type } }).formData();
  const fields = new URLSearchParams();
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.append(name, value);
    else files.set(name, value);
  }
  return { fields, files };
}

/** A response that caches may keep for some seconds; 304 without content for the one that the client has. */
export function cacheable(request: IncomingMessage, answer: Answer, seconds: number): Answer {
  const body = answer.bytes ?? JSON.stringify(answer.json ?? {});
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
  const headers = { ...answer.headers, 'cache-control': `public, max-age=${seconds}`, etag };
  if (request.headers['if-none-match'] === etag) return { status: 304, bytes: '', headers };
  return { ...answer, headers };
}

/** Sends a response with the headers that browsers of other origins need. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  cors: boolean,
): void {
  const { origin } = request.headers;
  const headers: Record<string, string> = {
    'cache-control': 'no-cache, no-store, must-revalidate',
    'content-type': answer.type ?? 'application/json;charset=utf-8',
    vary: 'Origin, Accept-Encoding',
    ...(cors &&
      origin && { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }),
    ...answer.headers,
  };
  const body = answer.bytes ?? JSON.stringify(answer.json ?? {});
  response.writeHead(answer.status ?? 200, headers).end(body);
}
