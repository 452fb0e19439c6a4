import { type ClientRequest, type IncomingMessage, type RequestOptions, request as askHttp } from 'node:http';
import { request as askHttps } from 'node:https';
import type { Readable } from 'node:stream';

interface OutgoingRequest extends Pick<RequestOptions, 'method' | 'headers' | 'lookup'> {
  body?: string | undefined;
  /** Ends the request and the reading of its response. */
  signal: AbortSignal;
  /** Timeout of the connection: its name, TCP and TLS. */
  connectMilliseconds?: number | undefined;
}

/**
 * Sends a request on a connection of its own, and closes that when the response is read. It settles whatever the host does: Node
 * reports an upgrade that was not asked for (101) by no error and no response, and no longer ends such a request by its signal.
 * @param read reads the response; must settle when that is destroyed, as `for await` does
 * @throws any network error; AbortError, whose cause is the signal's reason
 */
export async function sendRequest<Result>(
  url: URL,
  { body, signal, connectMilliseconds, ...options }: OutgoingRequest,
  read: (response: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  if (signal.aborted) throw abortError(signal);
  const answer = Promise.withResolvers<Result>();
  const request = url.protocol === 'https:' ? askHttps : askHttp;
  const outgoing = request(url, { ...options, agent: false });
  const abort = () => answer.reject(abortError(signal));
  signal.addEventListener('abort', abort, { once: true });
  if (connectMilliseconds !== undefined) limitConnection(outgoing, url, connectMilliseconds);
  let hasResponse = false;
  outgoing.on('response', (response) => {
    hasResponse = true;
    read(response).then(answer.resolve, answer.reject);
  });
  outgoing.on('upgrade', (_response, socket) => {
    socket.destroy();
    answer.reject(new Error('The host switched to another protocol.'));
  });
  outgoing.on('error', answer.reject);
  // What the response ends with is for its reader.
  outgoing.on('close', () => {
    if (!hasResponse) answer.reject(new Error('The connection was closed before the response.'));
  });
  outgoing.end(body);
  try {
    return await answer.promise;
  } finally {
    signal.removeEventListener('abort', abort);
    outgoing.destroy();
  }
}

/** The same as of Node’s own requests. */
function abortError({ reason }: AbortSignal): Error {
  const error = new Error('The request was aborted.', { cause: reason });
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' });
}

/** Ends a request whose packets are dropped on the way, as by firewalls: nothing else reports that. */
function limitConnection(outgoing: ClientRequest, { protocol }: URL, milliseconds: number): void {
  const timer = setTimeout(() => {
    outgoing.destroy(Object.assign(new Error('There is no connection.'), { code: 'ETIMEDOUT' }));
  }, milliseconds);
  const stop = () => clearTimeout(timer);
  outgoing.once('socket', (socket) => {
    socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', stop);
  });
  outgoing.once('close', stop);
}

/** Reads at most `bytes`, and ends the stream once it has them. */
export async function readBeginning(stream: Readable, bytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    parts.push(part);
    length += part.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}
