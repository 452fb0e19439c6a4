import { isIPv6 } from 'node:net';

/**
 * The addresses one subscriber usually has, as one key: an IPv4 address by itself, an IPv6 address by its /64
 * network. IPv4 in IPv6 notation (`::ffff:192.0.2.1`) is IPv4.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : groupsOf(tail);
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** The last 32 bits may be written as IPv4: two groups. */
function groupsOf(tail: string): string[] {
  return tail.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
