import type { lookup as lookUp } from 'node:dns';
import { isIP } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createUnzip } from 'node:zlib';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { errorOfBudget } from '../budgets/budget-errors.ts';
import { hostPlaces } from '../budgets/host-places.ts';
import { inTurnIfLarge } from '../budgets/in-turn.ts';
import { isPublicAddress, publicLookup } from './address-guard.ts';
import { hasMoreValues } from './json-shape.ts';
import { readBeginning, sendRequest } from './send-request.ts';

/** Timeout of a response in milliseconds: every failure is reported within it. */
export const safeFetchMilliseconds = 15_000;

/**
 * Hosts that may be requested in private networks (this computer included): none, all, or these, each as
 * `name` or `name:port`. Public hosts may always be requested.
 */
export type AllowedPrivateHosts = boolean | ReadonlySet<string>;

export interface SafeFetchOptions {
  allowedPrivateHosts: AllowedPrivateHosts;
  /** Maximum length of the response. */
  bytes?: number;
  /** Length of the beginning that is read, instead of all of the response. */
  beginning?: number;
  /** Timeout of the response. */
  milliseconds?: number;
  /** Timeout of the connection: its name, TCP and TLS. */
  connectMilliseconds?: number;
  /** Tests resolve names themselves. */
  lookup?: typeof lookUp;
}

/** The request. A form is sent as such. */
export interface SafeFetchInit {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: URLSearchParams;
}

/**
 * Requests a server that an administrator named. Redirects are not followed, nothing in private networks is
 * requested unless the operator allows it, and the response is at most `bytes` long; JSON has at most `limits.foreignJsonValues` values, so
 * that parsing it does not delay others. A name is resolved once
 * and the connection goes to the checked address, so that it cannot change in between. It takes a place of its host, and none of
 * the class of the current work; it ends when the caller leaves.
 * @throws MappingError `integration:unreachable` (502), `integration:forbidden-address` (400), `busy:hosts` (503)
 * @throws RequestWithinTransaction in a transaction
 */
export async function safeFetch(
  address: string,
  init: SafeFetchInit,
  options: SafeFetchOptions,
): Promise<{ status: number; headers: Headers; text: string }> {
  const url = new URL(address);
  try {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const trusted = isTrusted(url, options.allowedPrivateHosts);
    if (!trusted && isIP(host) && !isPublicAddress(host)) throw refusal(host);
    return await hostPlaces.run(hostAndPort(url), (signal) =>
      ask(url, init, { ...options, trusted, signal }),
    );
  } catch (cause) {
    const own = errorOfBudget(cause);
    if (own) throw own;
    if (cause instanceof MappingError) throw cause;
    throw new MappingError('integration:unreachable', `${url.hostname} could not be reached.`, {
      status: 502,
      cause,
    });
  }
}

function isTrusted(url: URL, allowedPrivateHosts: AllowedPrivateHosts): boolean {
  return typeof allowedPrivateHosts === 'boolean' ? allowedPrivateHosts : isNamed(url, allowedPrivateHosts);
}

/** Whether an address belongs to one of these hosts: `name` means all its ports, `name:port` one. */
export function isNamed(url: URL, hosts: ReadonlySet<string>): boolean {
  return hosts.has(hostAndPort(url)) || hosts.has(url.hostname);
}

/**
 * `name:port`, also for the default port of a scheme: `URL.host` omits 80 and 443, which would mean all
 * ports.
 */
export function hostAndPort({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

type AskOptions = Omit<SafeFetchOptions, 'allowedPrivateHosts'> & {
  /** Whether the host may have a private address. */
  trusted: boolean;
  signal: AbortSignal;
};

function ask(
  url: URL,
  { method = 'GET', headers, body }: SafeFetchInit,
  {
    trusted,
    signal,
    bytes = 2_000_000,
    beginning,
    milliseconds = safeFetchMilliseconds,
    connectMilliseconds,
    lookup,
  }: AskOptions,
) {
  const request = {
    method,
    signal: AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]),
    connectMilliseconds,
    body: body?.toString(),
    headers: {
      'user-agent': 'Mapping',
      'accept-encoding': 'gzip',
      ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(!trusted && { lookup: publicLookup(refusal, lookup) }),
  };
  return sendRequest(url, request, async (response) => {
    const answered = new Headers();
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined) answered.set(name, String(value));
    const packed = /gzip|deflate/.test(answered.get('content-encoding') ?? '');
    const plain = packed ? pipeline(response, createUnzip(), () => {}) : response;
    const text =
      beginning === undefined
        ? await readAll(plain, bytes)
        : (await readBeginning(plain, beginning)).toString('utf8');
    return { status: response.statusCode ?? 0, headers: answered, text };
  });
}

function refusal(host: string): MappingError {
  return new MappingError(
    'integration:forbidden-address',
    `${host} is inside the network of this server and may not be requested. The operator can allow it with ALLOWED_PRIVATE_HOSTS.`,
    { status: 400 },
  );
}

/** @throws Error if it is longer, or JSON with too many values */
async function readAll(stream: Readable, bytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > bytes) throw new Error('The response is too large.');
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  await inTurnIfLarge(body);
  const text = body.toString('utf8');
  if (hasMoreValues(text, limits.foreignJsonValues)) throw new Error('The response has too many values.');
  return text;
}
