import { layerTimeout } from './slow-layers.ts';

/** A request of the SDK: its address and parameters. */
export interface SdkRequest {
  url: string;
  query: Readonly<Record<string, unknown>>;
}

/** Notified of a late request; what it returns is called when the request is answered, fails or is cancelled. */
type Listener = (request: SdkRequest) => () => void;

/** Addresses that differ by numbers only, such as those of a layer's tiles, while requests for some of them wait. */
interface Alike {
  waiting: number;
  answered: number;
}

interface Waiting extends SdkRequest {
  alike: Alike;
  timer: number;
  /** Stops waiting for a cancellation. */
  unfollow: () => void;
  /** Called when it ends: the request was late. */
  ended: (() => void)[];
}

const listeners = new Set<Listener>();
/** By the options of the request, which the SDK passes on as they are. */
const waiting = new Map<object, Waiting>();
const addresses = new Map<string, Alike>();

const keyOf = (url: string) => url.replace(/\?.*/s, '').replaceAll(/\d+/g, '0');

/** The parameters of the SDK's `before` interceptor, as far as they are needed here. */
interface RequestParameters {
  url: string;
  requestOptions: { query?: unknown; signal?: AbortSignal | null | undefined };
}

/**
 * Follows a request that the SDK is about to send. It is late when neither it nor any other one for an address like
 * its own has been answered for as long as a layer may take to describe itself: on a slow network tiles wait for
 * each other.
 */
export function followRequest({ url, requestOptions }: RequestParameters): void {
  // The SDK reports nothing of a request that was cancelled before it was sent.
  if (requestOptions.signal?.aborted) return;
  const query = (requestOptions.query ?? {}) as SdkRequest['query'];
  const alike = addresses.get(keyOf(url)) ?? { waiting: 0, answered: 0 };
  alike.waiting += 1;
  addresses.set(keyOf(url), alike);
  const request: Waiting = { url, query, alike, timer: 0, unfollow: () => {}, ended: [] };
  const wait = () => {
    const before = alike.answered;
    request.timer = window.setTimeout(() => {
      if (alike.answered !== before) wait();
      else request.ended = [...listeners].map((listener) => listener(request));
    }, layerTimeout);
  };
  wait();
  waiting.set(requestOptions, request);
  const { signal } = requestOptions;
  const cancel = () => void endRequest(requestOptions, false);
  signal?.addEventListener('abort', cancel);
  request.unfollow = () => signal?.removeEventListener('abort', cancel);
}

/**
 * Stops following a request.
 * @param isAnswered whether a response came, which may be a refusal, rather than nothing
 * @returns whether the request was late
 */
export function endRequest(requestOptions: object, isAnswered: boolean): boolean {
  const request = waiting.get(requestOptions);
  if (!request) return false;
  if (isAnswered) request.alike.answered += 1;
  waiting.delete(requestOptions);
  clearTimeout(request.timer);
  request.unfollow();
  request.alike.waiting -= 1;
  if (request.alike.waiting === 0) addresses.delete(keyOf(request.url));
  for (const end of request.ended) end();
  return request.ended.length > 0;
}

/** Calls `listener` for each request that is late, until the returned function is called. */
export function onLateRequest(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
