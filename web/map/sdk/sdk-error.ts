import { faultsIn, MappingError } from '../../../wire/errors.ts';

/** The shape of an SDK error. */
interface SdkError {
  name?: string;
  message?: string;
  details?:
    | {
        httpStatus?: number;
        messageCode?: string;
        /** The kind of an unsupported layer. */
        layerType?: string;
        error?: SdkError;
        errors?: SdkError[];
        /** The `error` member of the response. */
        raw?: unknown;
      }
    | undefined;
}

/** Converts an SDK error to a `MappingError`. `status` is the ArcGIS code or the HTTP status, 0 without a response. */
export function sdkError(cause: unknown, fallback: string): MappingError {
  if (cause instanceof MappingError) return cause;
  const error = innermost((cause ?? {}) as SdkError);
  const status = error.details?.httpStatus ?? 0;
  if (/^layer:un(known|supported)-layer-type$/.test(error.name ?? ''))
    return unsupportedKind(error.details?.layerType ?? '');
  // Members that servers of this product add, for the user’s language and for their operator.
  const { faults, requestId } = membersOf(error.details?.raw);
  return new MappingError(idOf(error, status, fallback), error.message || 'Something went wrong', {
    status,
    cause,
    faults: faultsIn(faults),
    requestId: typeof requestId === 'string' ? requestId : undefined,
  });
}

/**
 * Why a layer is not shown. Where its service answered, but the SDK cannot make this kind of layer from the answer,
 * that is the reason: a description without subtypes, an image that is none, a file that is not GeoJSON.
 */
export function layerError(cause: unknown): MappingError {
  const error = sdkError(cause, 'layer:failed');
  const { name = '' } = innermost((cause ?? {}) as SdkError);
  const isOfLayer = error.id === 'layer:failed' && error.status === 0 && !notOfLayer.test(name);
  return isOfLayer ? new MappingError('layer:unusable', error.message, { status: 0, cause }) : error;
}

/** Whether a request failed without any response, which is not known of one that took too long. */
export function hadNoResponse(cause: unknown): boolean {
  const source = cause instanceof MappingError && cause.cause ? cause.cause : cause;
  if (source instanceof MappingError) return source.id === 'layer:unreachable';
  const { name = '' } = innermost((source ?? {}) as SdkError);
  return name !== 'AbortError' && sdkError(source, 'layer:failed').id === 'layer:unreachable';
}

/** Why a layer is drawn without some of its features, pictures or tiles. */
export function incompleteError(cause: unknown): MappingError {
  const error = layerError(cause);
  if (error.id !== 'layer:failed' && error.id !== 'layer:unusable') return error;
  return new MappingError('layer:incomplete', error.message, { status: error.status, cause });
}

/** Why the values of a layer could not be read: what is known of its server, else `fallback`. */
export function valuesError(cause: unknown, fallback: string): MappingError {
  const error = sdkError(cause, 'layer:failed');
  return error.id === 'layer:failed' ? sdkError(cause, fallback) : error;
}

/** Names of errors that are not about a service's response: of requests, of cancelled work, of the program. */
const notOfLayer = /^(request:|identity-manager:|AbortError$|TimeoutError$|TypeError$|RangeError$|$)/;

function membersOf(raw: unknown): { faults?: unknown; requestId?: unknown } {
  return typeof raw === 'object' && raw !== null ? raw : {};
}

function idOf(error: SdkError, status: number, fallback: string): string {
  const { name = '', message = '' } = error;
  if (error.details?.messageCode === 'CONT_0001') return 'portal:item-not-found';
  if (name === 'webmap:unsupported-version') return 'map:unsupported-version';
  if (name === otherSignIn) return 'layer:other-sign-in';
  if (name === changingAddress) return 'layer:changing-address';
  if (name === 'identity-manager:user-aborted' || status === 499) return 'portal:token-required';
  if (name === 'identity-manager:not-authorized' || status === 403 || status === 401)
    return 'portal:not-permitted';
  if (status === 498) return 'portal:invalid-token';
  // An attachment of 50 MB, for example.
  if (status === 413) return 'portal:too-large';
  if (fallback !== 'layer:failed') return fallback;
  if (/spatial-?reference|projection|tiling-scheme/.test(name)) return 'layer:coordinate-system';
  // ArcGIS servers answer so for services they do not have.
  if (status === 404 || (status === 400 && /invalid url/i.test(message))) return 'layer:not-found';
  if (status === 429) return 'layer:busy';
  if (status >= 500) return 'layer:server-failed';
  // The SDK could not read the response, such as a web page in place of JSON.
  if (status === 0 && name === 'request:server' && unreadable.test(message)) return 'layer:unusable';
  if (status === 0 && (name === 'request:server' || /failed to fetch/i.test(message)))
    return 'layer:unreachable';
  return fallback;
}

/** What browsers report about JSON, and the SDK about XML, that is none. */
const unreadable = /\bJSON\b|XML Parse error/;

/** @param kind `layerType` of the web map specification; empty if the document has none */
export function unsupportedKind(kind: string): MappingError {
  const [id, message] = kind
    ? (['layer:unsupported-kind', `Layers of the kind ${kind} are not supported.`] as const)
    : (['layer:no-kind', 'The map does not say what kind of layer this is.'] as const);
  const faults = [{ path: 'layerType', message, values: { kind } }];
  return new MappingError(id, message, { status: 0, faults });
}

/** Name of the error of a layer whose server does not accept the portal's accounts. */
export const otherSignIn = 'mapping:other-sign-in';

/** Name of the error of a request that would change something and that no tool of the page has asked for. */
export const changingAddress = 'mapping:changing-address';

/** The SDK wraps errors, sometimes twice. */
function innermost(error: SdkError): SdkError {
  const inside = error.details?.error ?? error.details?.errors?.[0];
  return inside && inside !== error ? innermost(inside) : error;
}
