// A type alone: every page of the browser needs this file, and zod would weigh more than all the rest of it.
import type { z } from 'zod';

/**
 * The one error class of the product, on both sides of the wire.
 *
 * `id` is stable and namespaced (`portal:item-not-found`) so that code, tests and translations can rely on it;
 * `message` is text for people; `status` is the HTTP status the server answers with (500 when absent);
 * `faults` name each place of a bad input with its cure; `requestId` is what the server logged an unexpected error under.
 */
export class MappingError extends Error {
  override readonly name = 'MappingError';
  readonly id: string;
  readonly status: number;
  readonly faults: readonly Fault[];
  /** Seconds after which to try again: the server sends `Retry-After`, and the status also where others answer 200. */
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
  /** Stable name of what is wrong, by which a client says it in the person's language, with these values in the sentence. */
  code?: string;
  values?: Readonly<Record<string, string | number>>;
}

/** Turns the issues of a failed zod parse into faults with readable paths (`integrations.0.url`). */
export function faultsOf(error: z.ZodError): Fault[] {
  return error.issues.map((issue) => ({ path: issue.path.join('.') || '(whole)', message: issue.message }));
}
