import { expect, test } from 'vitest';
import { addressGroup, networksOf } from './address-group.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['not an address', 'not an address'],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test('an IPv6 address is in three networks, of which wider ones make more requests', () => {
  expect(networksOf('2001:db8:1:ab02::3')).toEqual([
    { name: '2001:db8:1:ab02::/64', times: 1 },
    { name: '2001:db8:1:ab00::/56', times: 4 },
    { name: '2001:db8:1::/48', times: 8 },
  ]);
  expect(networksOf('::ffff:192.0.2.1')).toEqual([{ name: '192.0.2.1', times: 1 }]);
});
