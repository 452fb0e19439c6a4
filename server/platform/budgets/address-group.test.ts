import { expect, test } from 'vitest';
import { addressGroup, networksOf, takeDayOfAddress, takeSharedDay } from './address-group.ts';

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

test('a home connection with many networks has four times the day of one of them', async () => {
  const counts = new Map<string, number>();
  const takeOfDay = async (name: string, max: number) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count > max ? 60 : 0;
  };
  const send = (address: string) => takeDayOfAddress(takeOfDay, 'comments', address, 2);
  const waits: number[] = [];
  for (let network = 0; network < 20; network++)
    waits.push(await send(`2001:db8:1:${network.toString(16)}::1`));
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(8);
  // What the home connection was refused does not count for its town.
  expect(counts.get('comments of 2001:db8:1::/48')).toBe(8);
  expect(await send('192.0.2.1')).toBe(0);
});

test('when visitors have used up the day that they share, each network has a few more, up to a number in all', async () => {
  const counts = new Map<string, number>();
  const takeOfDay = async (name: string, max: number) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count > max ? 60 : 0;
  };
  const day = { perDay: 100, ofNewcomer: 2, ofNewcomers: 5 };
  const accepted = async (address: string, times: number) => {
    const waits: number[] = [];
    for (let sent = 0; sent < times; sent++)
      waits.push(await takeSharedDay(takeOfDay, 'comments on a map', address, day));
    return waits.filter((seconds) => seconds === 0).length;
  };
  let busy = 0;
  for (let address = 1; address <= 10; address++) busy += await accepted(`192.0.2.${address}`, 10);
  expect(busy).toBe(100);
  expect(await accepted('198.51.100.1', 5)).toBe(2);
  // The networks of a company or a tunnel are one newcomer. What was refused takes nothing from others.
  expect(await accepted('2001:db8:1:1::1', 1)).toBe(1);
  expect(await accepted('2001:db8:1:2::1', 5)).toBe(1);
  expect(await accepted('198.51.100.2', 5)).toBe(1);
  expect(await accepted('198.51.100.3', 5)).toBe(0);
});
