import { faultsIn, MappingError } from '../../wire/errors.ts';

/** Codes that mean "sign in first": the caller prompts the user to sign in. */
const signInCodes: readonly number[] = [401, 403, 498, 499];

const ids: Readonly<Record<number, string>> = {
  401: 'portal:not-permitted',
  403: 'portal:not-permitted',
  413: 'portal:too-large',
  498: 'portal:invalid-token',
  499: 'portal:token-required',
  429: 'portal:busy',
  // Under maintenance; sent by the embedded portal when its database is unavailable or a disk is full.
  503: 'portal:unavailable',
  507: 'portal:no-room',
};

/** Message codes that are more specific than the numeric code. */
const messageIds: Readonly<Record<string, string>> = {
  CONT_0001: 'portal:item-not-found',
  CONT_0048: 'portal:item-protected',
  CONT_0113: 'portal:folder-title-taken',
  COM_0003: 'portal:group-not-found',
};

/** The error id for an ArcGIS code. */
export function portalErrorId(code: number): string | undefined {
  return ids[code];
}

/**
 * Converts an exception of the portal client into a `MappingError`. `status` holds the ArcGIS error code, or 0 when
 * there was no response.
 */
export function portalError(cause: unknown): MappingError {
  if (cause instanceof MappingError) return cause;
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new MappingError('portal:timeout', 'Timeout exceeded', { status: 0, cause });
  }
  if (cause instanceof DOMException && cause.name === 'AbortError') {
    return new MappingError('portal:aborted', 'The request was cancelled', { status: 0, cause });
  }
  if (!isArcGisError(cause)) return unreachable(cause);
  const status = codeOf(cause);
  if (!cause.response?.error && isOfProxy(status)) return unreachable(cause);
  const message = cause.response?.error?.message || cause.originalMessage || cause.message;
  return errorFromJson({ ...cause.response?.error, code: status, message }, cause);
}

/** A proxy responded, because its portal didn't (502, 504); a portal under maintenance is 503. */
const isOfProxy = (status: number) => status === 502 || status === 504;

/** The error of a response without an ArcGIS error in it. @param status HTTP status, 400 or higher */
export function errorFromStatus(status: number): MappingError {
  return isOfProxy(status) ? unreachable(undefined) : errorFromJson({ code: status });
}

/** The `error` member of an ArcGIS response; portals of this product add `faults` and `requestId`. */
export interface PortalErrorJson {
  code?: number;
  message?: string;
  messageCode?: string;
  faults?: unknown;
  requestId?: unknown;
}

/** Converts a portal's `error` member into a `MappingError`; the message is empty if the portal sent none. */
export function errorFromJson(json: PortalErrorJson, cause?: unknown): MappingError {
  const { code = 0, message = '', messageCode = '', requestId } = json;
  const status = code === 0 ? 500 : code;
  const id =
    messageIds[messageCode] ??
    portalErrorId(status) ??
    (code >= 500 ? 'portal:failed' : 'portal:request-failed');
  return new MappingError(id, message, {
    status,
    cause,
    faults: faultsIn(json.faults),
    requestId: typeof requestId === 'string' ? requestId : undefined,
  });
}

function unreachable(cause: unknown): MappingError {
  return new MappingError('portal:unreachable', 'The portal could not be reached', { status: 0, cause });
}

/** Whether signing in, or signing in again, may resolve this error. */
export function needsSignIn(error: unknown): boolean {
  return (
    error instanceof MappingError && error.id.startsWith('portal:') && signInCodes.includes(error.status)
  );
}

/** Whether a portal rejected the token, and none could be obtained in its place: the sign-in has ended. */
export function hasEnded(error: unknown): boolean {
  return needsSignIn(error) && [498, 499].includes((error as MappingError).status);
}

interface ArcGisError extends Error {
  code: string | number;
  originalMessage?: string;
  response?: { error?: PortalErrorJson };
}

function isArcGisError(cause: unknown): cause is ArcGisError {
  return cause instanceof Error && cause.name.startsWith('ArcGIS');
}

/** The code in the envelope, else the HTTP status (`HTTP 404 Not Found`), else 500. */
function codeOf(error: ArcGisError): number {
  const inside = error.response?.error?.code;
  if (typeof inside === 'number') return inside;
  if (typeof error.code === 'number') return error.code;
  const status = /^HTTP (\d{3})/.exec(error.code)?.[1];
  return status ? Number(status) : 500;
}
