import { describe, expect, test } from 'vitest';
import { MappingError } from '../../../wire/errors.ts';
import { ByteBudget } from './byte-budget.ts';

const full = (id: string) => () => new MappingError(id, 'Full.', { status: 503 });
const create = () => new ByteBudget({ each: 30, inAll: 60, refuseOne: full('one'), refuseAll: full('all') });
const busy = (id: string) => expect.objectContaining({ id });

/** An account of a sender that gives way, and whether it has. */
function open(budget: ByteBudget, network: string, sender = network) {
  const state = { hasGivenWay: false };
  const account = budget.open(
    { network, sender },
    {
      giveWay: () => {
        state.hasGivenWay = true;
      },
    },
  );
  return { ...account, state };
}

describe('a budget of bytes that is used up', () => {
  test('has room for a network as long as another one has more: its largest account gives way', () => {
    const budget = create();
    const [large, small] = [open(budget, 'a'), open(budget, 'a')];
    large.add(20);
    small.add(10);
    const other = open(budget, 'b');
    other.add(30);
    const newcomer = open(budget, 'c');
    newcomer.add(5);
    expect([large, small, other].map(({ state }) => state.hasGivenWay)).toEqual([true, false, false]);
    expect(budget.inAll).toBe(45);
    expect(() => large.add(1)).toThrow(busy('all'));
    large.close();
    expect(budget.inAll).toBe(45);
  });

  test('refuses those who would have as much as any other', () => {
    const budget = create();
    const others = Array.from({ length: 6 }, (_none, n) => open(budget, `network ${n}`));
    for (const other of others) other.add(10);
    const newcomer = open(budget, 'newcomer');
    expect(() => newcomer.add(10)).toThrow(busy('all'));
    newcomer.add(9);
    expect(others.filter(({ state }) => state.hasGivenWay)).toHaveLength(1);
  });

  test('leaves what has been read, and accounts without a way to give way', () => {
    const budget = create();
    const read = open(budget, 'a');
    read.add(30);
    read.keep();
    budget.open('b').add(30);
    expect(() => open(budget, 'c').add(1)).toThrow(busy('all'));
    expect(read.state.hasGivenWay).toBe(false);
  });

  test('takes nothing from others for bytes that are only announced', () => {
    const budget = create();
    const [a, b] = [open(budget, 'a'), open(budget, 'b')];
    a.add(30);
    b.add(30);
    const newcomer = open(budget, 'c');
    expect(() => newcomer.announce(31)).toThrow(busy('one'));
    expect(() => newcomer.announce(30)).toThrow(busy('all'));
    newcomer.announce(29);
    expect([a, b].map(({ state }) => state.hasGivenWay)).toEqual([false, false]);
    expect(budget.inAll).toBe(60);
  });
});

test('a network has one share, in which the sender with most gives way', () => {
  const budget = create();
  const first = open(budget, '2001:db8:1::/48', '2001:db8:1:1::/64');
  first.add(30);
  const second = open(budget, '2001:db8:1::/48', '2001:db8:1:2::/64');
  second.add(10);
  expect(first.state.hasGivenWay).toBe(true);
  expect(() => second.add(21)).toThrow(busy('one'));
});
