import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { request as askHttp } from 'node:http';
import { request as askHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createUnzip } from 'node:zlib';
import { MappingError } from '../../wire/errors.ts';

/** Milliseconds until an answer must be there: every failure is told within this time. */
export const reachMilliseconds = 15_000;

/** This computer and the addresses by which clouds tell machines their secrets. */
const forbidden = new BlockList();
forbidden.addSubnet('127.0.0.0', 8);
forbidden.addSubnet('169.254.0.0', 16);
forbidden.addSubnet('0.0.0.0', 8);
forbidden.addAddress('::1', 'ipv6');
forbidden.addAddress('::', 'ipv6');
forbidden.addSubnet('fe80::', 10, 'ipv6');
forbidden.addAddress('fd00:ec2::254', 'ipv6');

export interface ReachOptions {
  reachLocal: boolean;
  /** How long the answer may be. */
  bytes?: number;
  /** Tests look names up themselves. */
  lookup?: typeof lookUp;
}

/** What is asked. A form is sent as such. */
export interface ReachInit {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: URLSearchParams;
}

/**
 * Asks a server that an administrator named. Redirects are not followed, this computer is not asked, and the answer is at
 * most `bytes` long. A name is looked up once and the connection goes to what was looked up, so that it cannot change its mind
 * after it was checked.
 * @throws MappingError `integration:unreachable` (502), `integration:forbidden-address` (400)
 */
export async function reach(
  address: string,
  init: ReachInit,
  options: ReachOptions,
): Promise<{ status: number; headers: Headers; text: string }> {
  const url = new URL(address);
  try {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!options.reachLocal && isIP(host) && isForbidden(host)) throw refusal(host);
    return await ask(url, init, options);
  } catch (cause) {
    if (cause instanceof MappingError) throw cause;
    throw new MappingError('integration:unreachable', `${url.hostname} could not be reached.`, {
      status: 502,
      cause,
    });
  }
}

function ask(url: URL, init: ReachInit, { reachLocal, bytes = 2_000_000, lookup }: ReachOptions) {
  const { method = 'GET', headers, body } = init;
  const request = url.protocol === 'https:' ? askHttps : askHttp;
  return new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
    const asked = request(url, {
      method,
      agent: false,
      signal: AbortSignal.timeout(reachMilliseconds),
      headers: {
        'user-agent': 'Mapping',
        'accept-encoding': 'gzip',
        ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(!reachLocal && { lookup: checkedLookup(lookup) }),
    });
    asked.on('error', reject);
    asked.on('response', (response) => {
      const told = new Headers();
      for (const [name, value] of Object.entries(response.headers))
        if (value !== undefined) told.set(name, String(value));
      const packed = /gzip|deflate/.test(told.get('content-encoding') ?? '');
      const plain = packed ? pipeline(response, createUnzip(), () => {}) : response;
      readAtMost(plain, bytes).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: told, text }),
        reject,
      );
    });
    asked.end(body?.toString());
  });
}

/** Looks a name up as the system does, and refuses it when any of its addresses is one of our own. */
function checkedLookup(lookup: typeof lookUp = lookUp): LookupFunction {
  return (name, options, answer) => {
    lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[] = []) => {
      const [first] = addresses;
      if (error || !first) return answer(error ?? new Error(`${name} has no address.`), '', 0);
      if (addresses.some(({ address }) => isForbidden(address))) return answer(refusal(name), '', 0);
      if (options.all) return answer(null, addresses);
      return answer(null, first.address, first.family);
    });
  };
}

function isForbidden(address: string): boolean {
  return forbidden.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function refusal(host: string): MappingError {
  return new MappingError('integration:forbidden-address', `${host} may not be asked.`, { status: 400 });
}

async function readAtMost(stream: Readable, bytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > bytes) throw new Error('The answer is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
