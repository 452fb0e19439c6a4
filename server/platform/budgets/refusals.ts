import { MappingError } from '../../../wire/errors.ts';

/** 503 for one class of work; the others continue. */
export function busy(name: string, retryAfterSeconds: number): MappingError {
  return new MappingError(
    `busy:${name}`,
    `The server is busy with requests of this kind. Try again in ${retryAfterSeconds} seconds.`,
    { status: 503, retryAfterSeconds },
  );
}

export function tookTooLong(name: string, seconds: number, retryAfterSeconds: number): MappingError {
  return new MappingError(
    `busy:${name}-took-too-long`,
    `The server could not finish within ${seconds} seconds. Request less, or try again later.`,
    { status: 503, retryAfterSeconds },
  );
}

/** No one reads it; proxies log 499 for a disconnected client. */
export function callerLeft(): MappingError {
  return new MappingError('http:caller-left', 'The connection was closed before the response.', {
    status: 499,
  });
}
