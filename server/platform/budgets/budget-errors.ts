import { MappingError } from '../../../wire/errors.ts';
import { RequestWithinTransaction } from '../database/current-work.ts';

/** 503 for one class of work; the others continue. */
export function busy(name: string, retryAfterSeconds: number): MappingError {
  return new MappingError(
    `busy:${name}`,
    `The server is busy with requests of this kind. Try again in ${retryAfterSeconds} seconds.`,
    { status: 503, retryAfterSeconds },
  );
}

export function timeoutError(name: string, seconds: number, retryAfterSeconds: number): MappingError {
  return new MappingError(
    `busy:${name}-took-too-long`,
    `The server could not finish within ${seconds} seconds. Request less, or try again later.`,
    { status: 503, retryAfterSeconds },
  );
}

/**
 * The error of a budget that an error is, or that clients of a protocol have wrapped: no place, not finished in time, or the caller
 * left; or a request within a transaction. It says nothing about what the work asked.
 */
export function errorOfBudget(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof RequestWithinTransaction) return error;
  if (isBusy(error) || isCallerLeft(error)) return error;
  return errorOfBudget(error.cause);
}

/** No place, or not finished in time. */
export function isBusy(error: unknown): boolean {
  return error instanceof MappingError && error.id.startsWith('busy:');
}

export function isCallerLeft(error: unknown): boolean {
  return error instanceof MappingError && error.id === leftId;
}

const leftId = 'http:caller-left';

/** No one reads it; proxies log 499 for a disconnected client. */
export function callerLeft(): MappingError {
  return new MappingError(leftId, 'The connection was closed before the response.', {
    status: 499,
  });
}
