// Only a type: every page needs this file, and zod would be larger than the rest of it.
import type { z } from 'zod';

/**
 * The one error class of the product, on both sides of the wire.
 *
 * `id` is stable and namespaced (`portal:item-not-found`) so that code, tests and translations can rely on it;
 * `message` is user-facing text; `status` is the HTTP status of the response (500 when absent); `faults` locate each
 * error of an invalid input, with its fix; `requestId` is what the server logged an unexpected error under.
 */
export class MappingError extends Error {
  override readonly name = 'MappingError';
  readonly id: string;
  readonly status: number;
  readonly faults: readonly Fault[];
  /**
   * Seconds after which to retry: the server sends `Retry-After`, and the status even where errors are normally sent
   * with 200.
   */
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;

  constructor(
    id: string,
    message: string,
    options: {
      status?: number;
      cause?: unknown;
      faults?: readonly Fault[];
      retryAfterSeconds?: number;
      requestId?: string | undefined;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.id = id;
    this.status = options.status ?? 500;
    this.faults = options.faults ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.requestId = options.requestId;
  }
}

/** One fault of an input: where (`portal.url`), what is wrong, and what to do about it. */
export interface Fault {
  path: string;
  message: string;
  /** Stable code of the error, which clients translate into the user's language with these values. */
  code?: string;
  values?: Readonly<Record<string, string | number>>;
}

/** The coded faults in an error of an ArcGIS response, which any server may have filled with anything. */
export function faultsIn(given: unknown): Fault[] {
  if (!Array.isArray(given)) return [];
  return given.filter(
    (one: Partial<Fault> | null): one is Fault =>
      typeof one?.path === 'string' && typeof one.message === 'string' && typeof one.code === 'string',
  );
}

/** Faults that one error lists: an input may have one in each of its values. */
export const mostFaults = 100;
/** Characters of a fault's path: names in an input may be of any length, and each of its faults repeats them. */
export const longestPath = 200;

/** Turns the issues of a failed zod parse into faults with readable paths (`integrations.0.url`): the first `mostFaults`. */
export function faultsOf(error: z.ZodError): Fault[] {
  return error.issues.slice(0, mostFaults).map(({ path, message }) => ({
    path: path.join('.').slice(0, longestPath) || '(whole)',
    message,
  }));
}

/** Whether a server did not respond, was overloaded or failed: it may do later what was asked. */
export function isTemporary(error: unknown): boolean {
  return error instanceof MappingError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
