import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
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

/**
 * Asks a server that an administrator named. Redirects are not followed, this computer is not asked, and the answer is at
 * most `bytes` long.
 * @throws MappingError `integration:unreachable` (502)
 */
export async function reach(
  address: string,
  init: RequestInit,
  { reachLocal, bytes = 2_000_000 }: { reachLocal: boolean; bytes?: number },
): Promise<{ status: number; headers: Headers; text: string }> {
  const { hostname } = new URL(address);
  try {
    if (!reachLocal) await refuseOwnComputer(hostname.replace(/^\[|\]$/g, ''));
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(reachMilliseconds),
    });
    return { status: response.status, headers: response.headers, text: await readAtMost(response, bytes) };
  } catch (cause) {
    if (cause instanceof MappingError) throw cause;
    throw new MappingError('integration:unreachable', `${hostname} could not be reached.`, {
      status: 502,
      cause,
    });
  }
}

async function refuseOwnComputer(hostname: string): Promise<void> {
  const addresses = isIP(hostname)
    ? [{ address: hostname, family: isIP(hostname) }]
    : await lookup(hostname, { all: true });
  for (const { address, family } of addresses)
    if (forbidden.check(address, family === 6 ? 'ipv6' : 'ipv4'))
      throw new MappingError('integration:forbidden-address', `${hostname} may not be asked.`, {
        status: 400,
      });
}

async function readAtMost(response: Response, bytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > bytes) throw new Error('The answer is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
