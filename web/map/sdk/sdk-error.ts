import { MappingError } from '../../../wire/errors.ts';

/** The shape of an SDK error. */
interface SdkError {
  name?: string;
  message?: string;
  details?:
    | {
        httpStatus?: number;
        messageCode?: string;
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
  return new MappingError(idOf(error, status, fallback), error.message || 'Something went wrong', {
    status,
    cause,
    requestId: requestIdIn(error.details?.raw),
  });
}

function requestIdIn(raw: unknown): string | undefined {
  const { requestId } = (typeof raw === 'object' && raw !== null ? raw : {}) as { requestId?: unknown };
  return typeof requestId === 'string' ? requestId : undefined;
}

function idOf(error: SdkError, status: number, fallback: string): string {
  if (error.details?.messageCode === 'CONT_0001') return 'portal:item-not-found';
  if (error.name === 'identity-manager:user-aborted' || status === 499) return 'portal:token-required';
  if (error.name === 'identity-manager:not-authorized' || status === 403 || status === 401)
    return 'portal:not-permitted';
  if (status === 498) return 'portal:invalid-token';
  return fallback;
}

/** The SDK wraps errors, sometimes twice. */
function innermost(error: SdkError): SdkError {
  const inside = error.details?.error ?? error.details?.errors?.[0];
  return inside && inside !== error ? innermost(inside) : error;
}
