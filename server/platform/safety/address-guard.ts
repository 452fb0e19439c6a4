import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Networks no request on someone's behalf may reach: this machine, private and link-local networks, and
 * reserved ranges.
 */
const forbidden = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  forbidden.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  forbidden.addSubnet(network, bits, 'ipv6');
}

/** Whether an IP address is publicly reachable. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 0) return false;
  // An IPv4 address may be embedded in IPv6; BlockList handles `::ffff:` itself.
  return !forbidden.check(address, kind === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Resolves names for a connection with the system's resolver; a name with any address that is not public is refused. The connection
 * goes to an address that was checked, so that the name cannot change in between.
 * @param refusal makes the error of a refused name
 * @param lookup tests resolve names themselves
 */
export function publicLookup(
  refusal: (name: string) => Error,
  lookup: typeof lookUp = lookUp,
): LookupFunction {
  return (name, options, response) => {
    lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[] = []) => {
      const [first] = addresses;
      if (error || !first) return response(error ?? new Error(`${name} has no address.`), '', 0);
      if (!addresses.every(({ address }) => isPublicAddress(address))) return response(refusal(name), '', 0);
      if (options.all) return response(null, addresses);
      return response(null, first.address, first.family);
    });
  };
}

/** Whether the map doctor may request this host at all, before its name is resolved. */
export function isRequestable(url: URL): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (url.username || url.password) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || isPublicAddress(host);
}
