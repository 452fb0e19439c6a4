import type EsriError from '@arcgis/core/core/Error.js';
import { endRequest } from './late-requests.ts';

/** A failed request of the SDK. */
export interface FailedRequest {
  url: string;
  /** Its parameters. */
  query: Readonly<Record<string, unknown>>;
  error: EsriError;
  /** Whether it had been reported as late before. */
  wasLate?: boolean;
}

type Listener = (request: FailedRequest) => void;

const listeners = new Set<Listener>();

interface RequestDetails {
  url?: string;
  requestOptions?: { query?: Record<string, unknown> };
  /** Missing where no response came. */
  httpStatus?: number;
}

/**
 * Notifies the listeners; an `error` interceptor of the SDK, which uses only one interceptor per request.
 * Cancelled requests did not fail.
 */
export function reportFailedRequest(error: EsriError): void {
  const { url = '', requestOptions, httpStatus } = (error.details ?? {}) as RequestDetails;
  const wasLate = requestOptions !== undefined && endRequest(requestOptions, Boolean(httpStatus));
  if (error.name === 'AbortError') return;
  for (const listener of listeners) listener({ url, query: requestOptions?.query ?? {}, error, wasLate });
}

/** Whether a request with these parameters is for features that the map draws, not for values. */
export function isDrawing(query: FailedRequest['query']): boolean {
  return 'quantizationParameters' in query || query['resultType'] === 'tile';
}

/** Calls `listener` for each request that fails, until the returned function is called. */
export function onFailedRequest(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
