import axios from 'axios';
import { type Fault, MappingError } from '../../wire/errors.ts';

/** The members of a problem+json body before validation. */
interface MaybeProblem {
  id?: unknown;
  title?: unknown;
  detail?: unknown;
  faults?: unknown;
  requestId?: unknown;
}

/**
 * Converts a failed request to the application's API into a `MappingError`. The message is the body's `detail`, else
 * its `title`, else the original message. Without a response the id is the reason: `api:cancelled`, `api:timeout`,
 * `api:unreachable`.
 */
export function apiError(cause: unknown): MappingError {
  if (cause instanceof MappingError) return cause;
  if (axios.isCancel(cause))
    return new MappingError('api:cancelled', cause.message ?? 'canceled', { status: 0, cause });
  if (!axios.isAxiosError(cause)) return new MappingError('api:failed', messageOf(cause), { cause });
  if (!cause.response) {
    const late = cause.code === 'ECONNABORTED' || cause.code === 'ETIMEDOUT';
    return new MappingError(late ? 'api:timeout' : 'api:unreachable', cause.message, { status: 0, cause });
  }
  const body: unknown = cause.response.data;
  const { id, title, detail, faults, requestId } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as MaybeProblem;
  const { status } = cause.response;
  return new MappingError(text(id) ?? 'api:request-failed', text(detail) ?? text(title) ?? cause.message, {
    status,
    cause,
    // The server sends one with every problem, and logs only what it did not expect.
    requestId: status === 500 ? text(requestId) : undefined,
    ...(Array.isArray(faults) && { faults: faults as Fault[] }),
  });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
