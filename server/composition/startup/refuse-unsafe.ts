import { isIPv4, isIPv6 } from 'node:net';
import { MappingError, type Fault } from '../../../wire/errors.ts';
import type { Database } from '../../platform/database/connect.ts';
import { demoAccounts } from '../../demo/people.ts';
import type { Settings } from '../../environment.ts';

/** Wider networks than these contain other hosts than the operator's proxies. */
const widest = { ipv4: 8, ipv6: 16 };

/**
 * Whether a list of trusted proxies (addresses, networks, names of ranges; separated by commas) includes a
 * public network.
 */
function trustsEveryone(list: string): boolean {
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

/** Prefix length of a network, given as a number or as a mask (`255.0.0.0`). */
function bitsOf(suffix: string): number {
  if (!isIPv4(suffix)) return Number(suffix);
  const bits = suffix
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  return bits.indexOf('0') === -1 ? 32 : bits.indexOf('0');
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
  if (settings.trustProxy !== undefined && trustsEveryone(settings.trustProxy)) {
    faults.push({
      path: 'TRUST_PROXY',
      message:
        'Any caller could forge its address and evade the sign-in limits. Name only the proxy: loopback, its address, or its network such as 10.0.0.0/8.',
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
        'An https:// address requires a proxy in front of the server. Name it (loopback, or a network such as 10.0.0.0/8): without it every visitor has the proxy’s address, and one attacker could lock everyone out.',
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
