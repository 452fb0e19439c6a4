import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Fault, MappingError } from '../../../wire/errors.ts';
import type { BudgetName } from '../budgets/budgets.ts';

/** The `error` member that ArcGIS clients read from a body sent with HTTP 200 (docs/arcgis-protocol.md#errors). */
export interface ArcgisError {
  code: number;
  messageCode?: string;
  message: string;
  details: string[];
  /** In addition to what ArcGIS clients read: errors by code, for clients that translate them. */
  faults?: Fault[];
}

/**
 * The errors that ArcGIS clients know, by our stable id: the code they act on, the message code, and the
 * usual message. With 403 and 499 they prompt an anonymous user to sign in; with 498 they drop the token.
 */
const known = {
  'portal:forbidden': {
    code: 403,
    messageCode: 'GWM_0003',
    message: 'You do not have permissions to access this resource or perform this operation.',
  },
  'portal:invalid-token': { code: 498, messageCode: 'GWM_0001', message: 'Invalid token.' },
  'portal:token-required': { code: 499, messageCode: 'GWM_0002', message: 'Token Required' },
  'portal:item-not-found': {
    code: 400,
    messageCode: 'CONT_0001',
    message: 'Item does not exist or is inaccessible.',
  },
  'portal:folder-not-found': {
    code: 400,
    messageCode: 'CONT_0002',
    message: 'Folder does not exist or is inaccessible.',
  },
  'portal:folder-title-taken': {
    code: 400,
    messageCode: 'CONT_0113',
    message: 'There is a folder with this title already.',
  },
  'portal:item-protected': {
    code: 400,
    messageCode: 'CONT_0048',
    message: 'The item is protected against deletion.',
  },
  'portal:user-not-found': {
    code: 400,
    messageCode: 'COM_0018',
    message: 'User does not exist or is inaccessible.',
  },
  'portal:group-not-found': {
    code: 400,
    messageCode: 'COM_0003',
    message: 'Group does not exist or is inaccessible.',
  },
  'portal:no-platform-session': {
    code: 400,
    messageCode: 'OAUTH_0066',
    message: 'Unable to find a signed-in session for this application.',
  },
  'services:not-found': { code: 404, message: 'Service or layer not found, or not shared with you.' },
  'services:not-supported': { code: 400, message: 'This operation is not supported.' },
  'services:invalid-query': { code: 400, message: 'Cannot perform query. Invalid query parameters.' },
} as const satisfies Readonly<Record<string, { code: number; messageCode?: string; message: string }>>;

/** One of the errors that ArcGIS clients know, with its usual sentence or another. */
export function arcgisError(
  id: keyof typeof known,
  {
    message = known[id].message as string,
    ...options
  }: { message?: string; faults?: Fault[]; cause?: unknown } = {},
): MappingError {
  return new MappingError(id, message, { status: known[id].code, ...options });
}

/** A fault as one line, which names the parameter once: a message that begins with its name gets the whole path instead. */
export function faultText({ path, message }: Pick<Fault, 'path' | 'message'>): string {
  if (path === '') return message;
  const name = path.slice(path.lastIndexOf('.') + 1);
  const namesIt = message.startsWith(`${name} `) || message.startsWith(`${name}:`);
  return namesIt ? path + message.slice(name.length) : `${path}: ${message}`;
}

/** The code of the result of one edit, of which a response has many. */
export const editCodes = { failed: 1000, rolledBack: 1003, notFound: 1019 } as const;

/** The message code as a member of an ArcGIS error; empty for errors without one. */
export function messageCodeOf(error: MappingError): Pick<ArcgisError, 'messageCode'> {
  const found = Object.entries(known).find(([id]) => id === error.id)?.[1];
  return found && 'messageCode' in found ? { messageCode: found.messageCode } : {};
}

/**
 * Sends an error as HTTP 200 with the envelope; details stay short because binary clients read only small
 * error bodies. A temporary error (`retryAfterSeconds`) is sent with its own status, for proxies and clients
 * that don't read the body. Like other responses it is indented for `f=pjson`.
 */
export function sendArcgisError(reply: FastifyReply, error: MappingError, requestId: string) {
  const unexpected = error.status === 500;
  const coded = unexpected ? [] : error.faults.filter(({ code }) => code !== undefined);
  const body: { error: ArcgisError } = {
    error: {
      code: error.status,
      ...messageCodeOf(error),
      message: unexpected ? 'Something went wrong' : error.message,
      details: unexpected
        ? [`Report this id: ${requestId}`]
        : error.faults
            // Omits what the message already contains.
            .filter(({ path, message }) => path !== '' || message !== error.message)
            .map(faultText),
      ...(coded.length > 0 && { faults: coded }),
      ...(unexpected && { requestId }),
    },
  };
  return reply
    .status(error.retryAfterSeconds === undefined ? 200 : error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body, null, isReadable(reply.request) ? 2 : 0));
}

/** Whether `f` asks for indented text, as far as the request was read before the error. */
function isReadable({ query, body }: FastifyRequest): boolean {
  const format = formatIn(body) ?? formatIn(query);
  return format === 'pjson' || format === 'html';
}

/** The parameter `f` of a form or a query string, whose names match in any letter case. */
function formatIn(source: unknown): string | undefined {
  if (typeof source !== 'object' || source === null || source instanceof Uint8Array) return undefined;
  const isList = Array.isArray(source) || source instanceof Map;
  const entries = isList ? (source as Iterable<unknown>) : Object.entries(source);
  for (const entry of entries) {
    const [name, value] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof name !== 'string' || name.toLowerCase() !== 'f') continue;
    const [first] = [value].flat();
    if (typeof first === 'string' && first.trim() !== '') return first.trim().toLowerCase();
  }
  return undefined;
}

/**
 * Refuses GET at the address of an operation that changes something. The author of a map chooses the addresses that its readers' browsers
 * request with their tokens, so requesting an address must change nothing.
 */
export function refuseGet(app: FastifyInstance, url: string, budget: BudgetName): void {
  app.get(url, { config: { budget } }, async () => {
    throw new MappingError(
      'arcgis:post-only',
      'This operation changes something. Send a POST request, with the parameters in its body.',
      { status: 405 },
    );
  });
}
