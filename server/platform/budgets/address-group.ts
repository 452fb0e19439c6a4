import { isIPv6 } from 'node:net';

/** A network to which an address belongs, and how many times the requests of one subscriber it may make. */
export interface Network {
  name: string;
  times: number;
}

/**
 * Prefix lengths at which IPv6 is counted. A subscriber usually has a /64; a home connection or an office may have a /56 and a
 * company or a tunnel a /48, whose /64 networks would otherwise each count as a subscriber of its own. Mobile networks give each
 * telephone a /64, so wider networks may make more requests.
 */
const ipv6Networks = [
  { bits: 64, times: 1 },
  { bits: 56, times: 4 },
  { bits: 48, times: 8 },
] as const;

/**
 * The addresses one subscriber usually has, as one key: an IPv4 address by itself, an IPv6 address by its /64
 * network. IPv4 in IPv6 notation (`::ffff:192.0.2.1`) is IPv4.
 */
export function addressGroup(address: string): string {
  return networksOf(address)[0].name;
}

/** Who shares the places of a class of work as one caller: an IPv4 address, or a home connection, which has many IPv6 networks. */
export function subscriberOf(address: string): string {
  const [narrowest, home = narrowest] = networksOf(address);
  return home.name;
}

/** The widest network that an address is counted for: an IPv4 address by itself, an IPv6 /48. */
export function widestNetwork(address: string): string {
  const networks = networksOf(address);
  return (networks.at(-1) ?? networks[0]).name;
}

/** The networks that a request from an address is counted for, the narrowest first. */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  if (!address.includes(':')) return [{ name: address, times: 1 }];
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return [{ name: mapped ?? address, times: 1 }];
  const groups = firstGroups(address);
  const [narrowest, ...wider] = ipv6Networks;
  return [networkOf(groups, narrowest), ...wider.map((each) => networkOf(groups, each))];
}

/** Requests from here may be those of every client, behind a proxy that `TRUST_PROXY` does not name. */
export function isThisComputer(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address);
}

/** The first 64 bits of an IPv6 address. */
function firstGroups(address: string): number[] {
  const [withoutZone = ''] = address.split('%');
  const [head = '', tail] = withoutZone.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : groupsOf(tail);
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16));
}

/** The last 32 bits may be written as IPv4: two groups. */
function groupsOf(tail: string): string[] {
  return tail.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}

function networkOf(groups: readonly number[], { bits, times }: { bits: number; times: number }): Network {
  const kept = groups.slice(0, Math.ceil(bits / 16));
  const last = kept.length - 1;
  const beyond = kept.length * 16 - bits;
  const masked = kept.map((group, index) => (index === last ? (group >> beyond) << beyond : group));
  return { name: `${masked.map((group) => group.toString(16)).join(':')}::/${bits}`, times };
}
