import type { lookup } from 'node:dns';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, isRequestable, publicLookup } from './address-guard.ts';

describe('addresses', () => {
  const inside = `
    127.0.0.1 127.255.255.254 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1
    0.0.0.0 169.254.169.254 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255
    192.0.2.1 ::1 :: fe80::1 fc00::1 fd12:3456::1
    ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1
    ::127.0.0.1 ::ffff:0:127.0.0.1 3fff::1 5f00::1 localhost 1.2.3
  `;
  it.each(['', ...inside.trim().split(/\s+/)])('“%s” is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '11.0.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('of private networks are never public, in any notation', () => {
    const octet = fc.nat(255);
    const inside = fc.oneof(
      fc.tuple(fc.constant(10), octet, octet, octet),
      fc.tuple(fc.constant(127), octet, octet, octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    );
    fc.assert(
      fc.property(inside, (octets) => {
        const address = octets.join('.');
        expect([isPublicAddress(address), isPublicAddress(`::ffff:${address}`)]).toEqual([false, false]);
        // URL normalises other notations of an address (one number, hexadecimal).
        const asNumber = octets.reduce((sum, part) => sum * 256 + part, 0);
        expect(isRequestable(new URL(`http://${asNumber}/`))).toBe(false);
        expect(isRequestable(new URL(`http://[::ffff:${address}]/`))).toBe(false);
      }),
    );
  });
});

describe('requests', () => {
  it.each([
    ['https://services.example/FeatureServer', true],
    ['http://1.1.1.1/a', true],
    ['http://127.0.0.1/', false],
    ['http://0x7f.1/', false],
    ['http://[::1]:8080/', false],
    ['https://me:secret@services.example/', false],
    ['ftp://services.example/', false],
    ['file:///etc/passwd', false],
    ['data:text/plain,x', false],
  ])('to %s are allowed: %s', (address, askable) => {
    expect(isRequestable(new URL(address))).toBe(askable);
  });
});

describe('names', () => {
  const resolved = (addresses: readonly string[], options: { all?: boolean } = {}) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const resolve = ((_name: string, _options: object, response: (error: null, all: object[]) => void) =>
      response(null, found)) as unknown as typeof lookup;
    return new Promise<unknown>((response) => {
      const guarded = publicLookup((name) => new Error(`${name} is refused.`), resolve);
      guarded('city.example', options, (error, address) => response(error?.message ?? address));
    });
  };

  it.each([
    [['127.0.0.1'], 'city.example is refused.'],
    [['1.1.1.1', '10.0.0.1'], 'city.example is refused.'],
    [['::ffff:169.254.169.254'], 'city.example is refused.'],
    [[], 'city.example has no address.'],
    [['1.1.1.1', '8.8.8.8'], '1.1.1.1'],
  ])('that resolve to %j: %s', async (addresses, expected) => {
    expect(await resolved(addresses)).toBe(expected);
  });

  it('keep all their addresses for a client that tries one after the other', async () => {
    expect(await resolved(['1.1.1.1', '2606:4700::1111'], { all: true })).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });
});
