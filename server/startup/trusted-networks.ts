import { isIPv4, isIPv6 } from 'node:net';

/** Networks wider than these hold strangers: no operator's proxies fill them. */
const widest = { ipv4: 8, ipv6: 16 };

/** Whether a list of trusted proxies (addresses, networks, names of ranges; commas between) has a network open to strangers. */
export function trustsEverybody(list: string): boolean {
  return list.split(',').some((entry) => isTooWide(entry.trim()));
}

function isTooWide(network: string): boolean {
  const [address = '', suffix] = network.split('/');
  if (suffix === undefined) return false;
  if (isIPv4(address)) return bitsOf(suffix) < widest.ipv4;
  if (!isIPv6(address)) return true;
  // `::ffff:0:0/96` is every IPv4 address.
  const mapped = new URL(`http://[${address}]`).hostname.startsWith('[::ffff:');
  return Number(suffix) < (mapped ? 96 + widest.ipv4 : widest.ipv6);
}

/** Bits of a network given by their number or as a mask (`255.0.0.0`). */
function bitsOf(suffix: string): number {
  if (!isIPv4(suffix)) return Number(suffix);
  const bits = suffix
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  return bits.indexOf('0') === -1 ? 32 : bits.indexOf('0');
}
