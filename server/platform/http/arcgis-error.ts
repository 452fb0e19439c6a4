import type { FastifyReply } from 'fastify';
import type { Fault, MappingError } from '../../../wire/errors.ts';

/** The `error` member that ArcGIS clients read from a body sent with HTTP 200 (docs/arcgis-protocol.md#errors). */
export interface ArcgisError {
  code: number;
  messageCode?: string;
  message: string;
  details: string[];
  /** In addition to what ArcGIS clients read: errors by code, for clients that show them in the person's language. */
  faults?: Fault[];
  /** In addition: what an unexpected error was logged under. */
  requestId?: string;
}

/** The message codes that ArcGIS clients know, by our stable error id. */
const messageCodes: Record<string, string> = {
  'portal:forbidden': 'GWM_0003',
  'portal:invalid-token': 'GWM_0001',
  'portal:token-required': 'GWM_0002',
  'portal:item-not-found': 'CONT_0001',
  'portal:folder-title-taken': 'CONT_0113',
  'portal:item-protected': 'CONT_0048',
  'portal:user-not-found': 'COM_0018',
  'portal:group-not-found': 'COM_0003',
  'portal:no-platform-session': 'OAUTH_0066',
};

/** The message code as a member of an ArcGIS error; empty for errors without one. */
export function messageCodeOf(error: MappingError): Pick<ArcgisError, 'messageCode'> {
  const messageCode = messageCodes[error.id];
  return messageCode ? { messageCode } : {};
}

/**
 * Sends an error as HTTP 200 with the envelope; details stay short because binary clients read only small error bodies. A
 * temporary error (`retryAfterSeconds`) is sent with its own status, for proxies and clients that don't read the body.
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
            // Leave out what the message already says.
            .filter(({ path, message }) => path !== '' || message !== error.message)
            .map(({ path, message }) => (path ? `${path}: ${message}` : message)),
      ...(coded.length > 0 && { faults: coded }),
      ...(unexpected && { requestId }),
    },
  };
  return reply
    .status(error.retryAfterSeconds === undefined ? 200 : error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
