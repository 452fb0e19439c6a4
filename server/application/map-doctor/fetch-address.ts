import type { lookup as lookUp } from 'node:dns';
import { limits } from '../../limits.ts';
import { isRequestable, publicLookup } from '../../platform/safety/address-guard.ts';
import { isNamed } from '../../platform/safety/safe-fetch.ts';
import { readBeginning, sendRequest } from '../../platform/safety/send-request.ts';

/** A response: the status, and the beginning of the body. */
export interface FetchedResponse {
  status: number;
  /** Not decoded: megabytes are, in a thread. */
  body: Uint8Array;
  milliseconds: number;
}

/** The address must not be requested: it is in a private network, or no web address. */
export class ForbiddenAddress extends Error {}

export interface AddressOptions {
  /**
   * Hosts (`name`, `name:port`) that may be requested wherever they are, because the operator names them.
   */
  allowed: ReadonlySet<string>;
  /** Address this server listens on, which may be requested too, but not by a redirect of another host. */
  ownUrl?: string;
  signal?: AbortSignal;
  /** Bytes of the body to read; `limits.mapCheckBytes` by default. */
  max?: number;
  /** Tests resolve names themselves. */
  lookup?: typeof lookUp;
}

const maxRedirects = 3;

/**
 * Requests an address for a short response, without credentials. Only http and https; the name is resolved
 * once, all of its addresses must be public, and the connection goes to a checked address, so that the name
 * cannot change in between. Redirects are checked in the same way.
 * @throws ForbiddenAddress; any network error
 */
export async function fetchAddress(address: string, options: AddressOptions): Promise<FetchedResponse> {
  const began = performance.now();
  const late = AbortSignal.timeout(limits.mapCheckMilliseconds);
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
  let url = new URL(address);
  const own = originOf(options.ownUrl);
  const isOwn = url.origin === own;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const { status, location, body } = await fetchOnce(url, {
      ...options,
      signal,
      trusted: isOwn ? own : undefined,
    });
    if (status < 300 || status >= 400 || !location || !URL.canParse(location, url)) {
      return { status, body, milliseconds: Math.round(performance.now() - began) };
    }
    url = new URL(location, url);
  }
  throw new Error('Too many redirects');
}

interface Answer extends Pick<FetchedResponse, 'status' | 'body'> {
  location: string | undefined;
}

const originOf = (address: string | undefined) =>
  address === undefined ? undefined : new URL(address).origin;

async function fetchOnce(
  url: URL,
  options: AddressOptions & { signal: AbortSignal; trusted: string | undefined },
): Promise<Answer> {
  const { allowed, signal, lookup, max = limits.mapCheckBytes } = options;
  const trusted = url.origin === options.trusted || isNamed(url, allowed);
  if (!trusted && !isRequestable(url)) throw new ForbiddenAddress(url.hostname);
  const request = {
    signal,
    headers: { accept: 'application/json, */*;q=0.5', 'user-agent': 'Mapping (map check)' },
    ...(!trusted && { lookup: publicLookup((name) => new ForbiddenAddress(name), lookup) }),
  };
  return sendRequest(url, request, async (response) => ({
    status: response.statusCode ?? 0,
    location: response.headers.location,
    // The beginning suffices; a layer's data are never read.
    body: await readBeginning(response, max),
  }));
}
