import { isGuessableKey } from './guessable-key.ts';
import { trustsEverybody } from './trusted-networks.ts';
import type { Settings } from '../environment.ts';
import type { Fault } from '../../wire/errors.ts';

/** Addresses that only this computer reaches. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/;

/** What in the settings is not safe to serve, each with its cure: docs/operation.md, Safe by default. */
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
        'The key follows a pattern and could be guessed. Set it to 32 random bytes: openssl rand -base64 32. Stored credentials are sealed anew when the new key stands before the old one, with a comma between.',
    });
  }
  if (settings.trustProxy !== undefined && trustsEverybody(settings.trustProxy)) {
    faults.push({
      path: 'TRUST_PROXY',
      message:
        'Any caller could forge its address and evade the sign-in limits. Name only the proxy: loopback, its address, or its network such as 10.0.0.0/8.',
    });
  }
  if (reachable && !settings.publicUrlGiven) {
    faults.push({
      path: 'PUBLIC_URL',
      message: `The server listens on ${settings.host} for the network. Say at which address people reach it, such as https://maps.example.org.`,
    });
  }
  const overNetwork = reachable || !loopback.test(hostname);
  if (protocol === 'http:' && overNetwork && settings.trustProxy === undefined && settings.publicUrlGiven) {
    faults.push({
      path: 'PUBLIC_URL',
      message:
        'Passwords would cross the network unencrypted. Give an https:// address and put a proxy that speaks TLS before the server (docs/operation.md), named by TRUST_PROXY.',
    });
  }
  if (protocol === 'https:' && settings.trustProxy === undefined) {
    faults.push({
      path: 'TRUST_PROXY',
      message:
        'An https:// address means a proxy before the server. Name it (loopback, or a network such as 10.0.0.0/8): without it every visitor has the proxy’s address, and one guesser locks everybody out.',
    });
  }
  return faults;
}
