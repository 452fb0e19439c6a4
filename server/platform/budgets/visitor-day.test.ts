import { expect, test } from 'vitest';
import { countDays } from '../../../testing/rig/count-days.ts';
import { takeVisitorDay } from './visitor-day.ts';

const many = 1000;
const comments = { what: 'comments', perDay: many };
const onMap = { what: 'comments on a map', perDay: many, ofNewcomer: 1, ofNewcomers: 1 };

test('a home connection with many networks has four times the day of one of them', async () => {
  const { counts, rates } = countDays();
  const send = async (ip: string) =>
    (await takeVisitorDay(rates, { ip, own: [{ ...comments, perDay: 2 }], shared: [onMap] })) === undefined;
  const sent: boolean[] = [];
  for (let network = 0; network < 20; network++)
    sent.push(await send(`2001:db8:1:${network.toString(16)}::1`));
  expect(sent.filter(Boolean)).toHaveLength(8);
  // What the home connection was refused does not count for its town, nor for all visitors.
  expect(counts.get('comments of 2001:db8:1::/48')).toBe(8);
  expect(counts.get(onMap.what)).toBe(8);
  expect(await send('192.0.2.1')).toBe(true);
});

test('when visitors have used up the day that they share, each network has a few more, up to a number in all', async () => {
  const { counts, rates } = countDays();
  const day = { ...onMap, perDay: 100, ofNewcomer: 2, ofNewcomers: 5 };
  const accepted = async (ip: string, times: number) => {
    const answers: unknown[] = [];
    for (let sent = 0; sent < times; sent++)
      answers.push(await takeVisitorDay(rates, { ip, own: [comments], shared: [day] }));
    return answers.filter((usedUp) => usedUp === undefined).length;
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
  expect(counts.get('comments of 198.51.100.1')).toBe(2);
});

test('what others have used up takes nothing of the day of an address, and says so', async () => {
  const { counts, rates } = countDays();
  const send = (wait: number) =>
    takeVisitorDay(rates, {
      ip: '192.0.2.1',
      own: [comments, { what: 'bytes', perDay: many, size: 10 }],
      shared: [onMap],
      others: async () => wait,
    });
  expect(await send(7)).toEqual({ by: 'all', seconds: 7 });
  expect(counts).toEqual(new Map());
  expect(await send(0)).toBeUndefined();
  expect(Object.fromEntries(counts)).toEqual({
    'comments of 192.0.2.1': 1,
    'bytes of 192.0.2.1': 10,
    'comments on a map': 1,
  });
});

test('what one day of an address refuses takes nothing of its other days', async () => {
  const { counts, rates } = countDays();
  const send = (size: number) =>
    takeVisitorDay(rates, {
      ip: '192.0.2.1',
      own: [comments, { what: 'bytes', perDay: 10, size }],
      shared: [onMap],
    });
  expect(await send(11)).toEqual({ by: 'address', seconds: 60 });
  expect(counts).toEqual(new Map());
  expect(await send(10)).toBeUndefined();
  expect(await send(1)).toEqual({ by: 'address', seconds: 60 });
  expect(Object.fromEntries(counts)).toEqual({
    'comments of 192.0.2.1': 1,
    'bytes of 192.0.2.1': 10,
    'comments on a map': 1,
  });
});
