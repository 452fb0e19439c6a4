import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { MappingError, type Fault } from '../../../wire/errors.ts';
import type { Database } from '../../platform/database/connect.ts';
import { demoAccounts } from '../../demo/users.ts';
import type { Settings } from '../../environment.ts';

/** Wide networks of an operator's own: private, shared by a provider's customers, link-local and of this computer. */
const ownNetworks = (
  [
    ['10.0.0.0', 8, 'ipv4'],
    ['172.16.0.0', 12, 'ipv4'],
    ['100.64.0.0', 10, 'ipv4'],
    ['127.0.0.0', 8, 'ipv4'],
    ['fc00::', 7, 'ipv6'],
    ['fe80::', 10, 'ipv6'],
  ] as const
).map(([network, bits, kind]) => {
  const list = new BlockList();
  list.addSubnet(network, bits, kind);
  return { list, bits, kind };
});

/** Prefix lengths of the widest public networks whose addresses may be proxies: load balancers have networks of their provider. */
const widestPublic = { ipv4: 16, ipv6: 32 } as const;

/**
 * Whether a list of trusted proxies (addresses, networks, names of ranges; separated by commas) includes a wide network with public
 * addresses, of which each may choose the address that the limits count.
 */
function trustsPublicNetwork(list: string): boolean {
  return list.split(',').some((entry) => isPublicNetwork(entry.trim()));
}

function isPublicNetwork(network: string): boolean {
  const [given = '', suffix] = network.split('/');
  if (suffix === undefined) return false;
  const mapped = mappedAddress(given);
  const address = mapped ?? given;
  const bits = mapped === undefined ? bitsOf(suffix) : bitsOf(suffix) - 96;
  const kind = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (kind === 'ipv6' && !isIPv6(address)) return true;
  if (bits >= widestPublic[kind]) return false;
  return !ownNetworks.some((own) => own.kind === kind && bits >= own.bits && own.list.check(address, kind));
}

/** The IPv4 address in an IPv6 one (`::ffff:10.0.0.7`). */
function mappedAddress(address: string): string | undefined {
  if (!isIPv6(address)) return undefined;
  const groups = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname);
  return groups
    ?.slice(1)
    .flatMap((group) => [Number(`0x${group}`) >> 8, Number(`0x${group}`) & 255])
    .join('.');
}

/** Prefix length of a network, given as a number or as a mask (`255.0.0.0`); NaN: none. */
function bitsOf(suffix: string): number {
  if (!isIPv4(suffix)) return /^\d+$/.test(suffix) ? Number(suffix) : NaN;
  const bits = suffix
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  return /^1*0*$/.test(bits) ? bits.replaceAll('0', '').length : NaN;
}

/** Minimum number of different values among 32 bytes; 32 random bytes have fewer once in 10^14 keys. */
const minValues = 18;

/** Whether a key (32 bytes in base64) was made up: a text, a repetition, or bytes that count up or down. */
function isGuessableKey(key: string): boolean {
  const bytes = [...Buffer.from(key.trim(), 'base64')];
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  const steps = new Set(bytes.slice(1).map((byte, index) => (byte - (bytes[index] ?? 0) + 256) % 256));
  return isText || new Set(bytes).size < minValues || steps.size < minValues / 2 || repeats(bytes);
}

/** Whether the second half repeats the first. */
function repeats(bytes: readonly number[]): boolean {
  const half = bytes.length / 2;
  return bytes.slice(0, half).every((byte, index) => byte === bytes[half + index]);
}

/** Addresses reachable only from this computer. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/;

/** Unsafe settings, each with advice: docs/operation.md, Safe by default. */
export function unsafeSettings(settings: Settings): Fault[] {
  const faults: Fault[] = [];
  const { protocol, hostname } = new URL(settings.publicUrl);
  const reachable = !loopback.test(settings.host);
  if (!settings.secretsKey) {
    faults.push({
      path: 'SECRETS_KEY',
      message:
        'Stored credentials could not be encrypted. Set it to 32 random bytes: openssl rand -base64 32.',
    });
  }
  if (settings.secretsKey && settings.secretsKey.split(',').some((key) => isGuessableKey(key))) {
    faults.push({
      path: 'SECRETS_KEY',
      message:
        'The key follows a pattern and could be guessed. Set it to 32 random bytes: openssl rand -base64 32. Stored credentials are re-encrypted if the new key precedes the old one, with a comma between.',
    });
  }
  if (settings.trustProxy !== undefined && trustsPublicNetwork(settings.trustProxy)) {
    faults.push({
      path: 'TRUST_PROXY',
      message:
        'Every computer in a listed network can choose its address and evade the sign-in limits, and one of these networks is wide and has public addresses. Name each proxy by its own address, such as 10.0.0.7, or loopback.',
    });
  }
  if (reachable && !settings.publicUrlGiven) {
    faults.push({
      path: 'PUBLIC_URL',
      message: `The server listens on ${settings.host} for the network. Set its public URL, such as https://maps.example.org.`,
    });
  }
  const overNetwork = reachable || !loopback.test(hostname);
  if (protocol === 'http:' && overNetwork && settings.trustProxy === undefined && settings.publicUrlGiven) {
    faults.push({
      path: 'PUBLIC_URL',
      message:
        'Passwords would cross the network unencrypted. Use an https:// URL and a proxy that terminates TLS (docs/operation.md), listed in TRUST_PROXY.',
    });
  }
  if (protocol === 'https:' && settings.trustProxy === undefined) {
    faults.push({
      path: 'TRUST_PROXY',
      message:
        'An https:// address requires a proxy in front of the server. Name its own address, such as 10.0.0.7, or loopback for one on this computer: without it every visitor has the proxy’s address, and one attacker could lock everyone out.',
    });
  }
  return faults;
}

/**
 * Refuses to start an unsafe installation.
 * @throws MappingError `safety:refused` that lists every fault with its advice, settings and accounts at once
 */
export async function refuseUnsafe(settings: Settings, database: Database): Promise<void> {
  const faults: Fault[] = [...unsafeSettings(settings)];
  const accounts = await demoAccounts(database);
  if (accounts.length > 0) {
    faults.push({
      path: 'accounts',
      message: `${new Intl.ListFormat('en-GB').format(accounts)} can sign in with the demo’s password, which is public. Set a new one: npm run org -- password NAME; or disable the account: npm run org -- disable NAME.`,
    });
  }
  if (faults.length === 0) return;
  throw new MappingError(
    'safety:refused',
    [
      'This installation is not safe to serve:',
      ...faults.map(({ path, message }) => `  ${path}: ${message}`),
      'npm start serves the demo on this computer without these checks.',
    ].join('\n'),
    { faults },
  );
}
