import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../environment.ts';
import { unsafeSettings } from './refuse-unsafe.ts';

const key = randomBytes(32).toString('base64');
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const proxied = { SECRETS_KEY: key, PUBLIC_URL: 'https://maps.example' };
const faultsOf = (environment: Record<string, string>) =>
  unsafeSettings(readSettings(environment, { demo: false })).map(({ path }) => path);

describe('accepted settings', () => {
  test.each<[string, Record<string, string>]>([
    ['on this computer only', { SECRETS_KEY: key }],
    [
      'behind a proxy with TLS',
      { SECRETS_KEY: key, PUBLIC_URL: 'https://maps.example', TRUST_PROXY: 'loopback' },
    ],
    [
      'on the network behind a named proxy',
      {
        SECRETS_KEY: key,
        HOST: '0.0.0.0',
        PUBLIC_URL: 'https://maps.example',
        TRUST_PROXY: '10.0.0.0/8, ::1',
      },
    ],
    ...[
      '203.0.113.9',
      '203.0.113.9/32, 2001:db8::9/128',
      '130.211.0.0/22, 35.191.0.0/16, 2001:db8::/32',
      '203.0.113.9/255.255.255.255',
      '172.16.0.0/12, 192.168.7.0/255.255.255.0, 100.64.0.0/10, 169.254.0.0/16, 127.0.0.0/8',
      '::1/128, fd12:3456::/32, fe80::/10',
      '::ffff:10.0.0.0/104',
      'uniquelocal',
    ].map((proxies): [string, Record<string, string>] => [
      `behind ${proxies}`,
      { ...proxied, TRUST_PROXY: proxies },
    ]),
    [
      'behind a stated proxy of a closed network',
      { SECRETS_KEY: key, PUBLIC_URL: 'http://maps.lan', TRUST_PROXY: '10.1.2.3' },
    ],
  ])('%s', (_what, environment) => {
    expect(faultsOf(environment)).toEqual([]);
  });
});

describe('refused settings', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['no key for credentials', {}, ['SECRETS_KEY']],
    ['the network without a stated address', { SECRETS_KEY: key, HOST: '0.0.0.0' }, ['PUBLIC_URL']],
    ['http without a stated proxy', { SECRETS_KEY: key, PUBLIC_URL: 'http://maps.example' }, ['PUBLIC_URL']],
    [
      'https without a named proxy',
      { SECRETS_KEY: key, PUBLIC_URL: 'https://maps.example' },
      ['TRUST_PROXY'],
    ],
    ...[
      base64('0123456789abcdef0123456789abcdef'),
      base64('correct horse battery staple 123'),
      base64(String.fromCharCode(...Array(32).keys())),
      base64('\x00'.repeat(32)),
      base64('\x07\xfe'.repeat(16)),
      base64(randomBytes(16).toString('latin1').repeat(2)),
      `${key},${base64('\x07'.repeat(32))}`,
    ].map((weak): [string, Record<string, string>, string[]] => [
      `a key that can be guessed: ${weak.slice(-20)}`,
      { SECRETS_KEY: weak },
      ['SECRETS_KEY'],
    ]),
    ...[
      '0.0.0.0/0',
      '::/0',
      '10.0.0.1, 0.0.0.0/1',
      '0.0.0.0/0.0.0.0',
      '::ffff:0:0/96',
      '2000::/3',
      '8.0.0.0/8',
      '203.0.0.0/15',
      '203.0.0.0/255.254.0.0',
      '172.16.0.0/11',
      '192.168.0.0/255.255.0.255',
      '2001:db8::/31',
      'fc00::/6',
      '::ffff:203.0.0.0/111',
    ].map((everyone): [string, Record<string, string>, string[]] => [
      `public addresses as proxies: ${everyone}`,
      { ...proxied, TRUST_PROXY: everyone },
      ['TRUST_PROXY'],
    ]),
    [
      'everything at once',
      { HOST: '0.0.0.0', PUBLIC_URL: 'http://maps.example' },
      ['SECRETS_KEY', 'PUBLIC_URL'],
    ],
  ])('%s', (_what, environment, paths) => {
    expect(faultsOf(environment)).toEqual(paths);
  });

  test('are each reported with a sentence on what to do', () => {
    for (const { message } of unsafeSettings(readSettings({ HOST: '0.0.0.0' }, { demo: false }))) {
      expect(message).toMatch(/(Set|Use|Give|Name) /);
    }
  });
});

describe('TRUST_PROXY', () => {
  test.each(['loopback', '10.0.0.1', '10.0.0.0/8, fd00::/8', '::1'])('accepts %s', (value) => {
    expect(readSettings({ TRUST_PROXY: value }, { demo: false }).trustProxy).toBe(value);
  });
  test.each(['true', 'everyone', '*', '2'])('rejects %s', (value) => {
    expect(() => readSettings({ TRUST_PROXY: value }, { demo: false })).toThrow('TRUST_PROXY');
  });
});
