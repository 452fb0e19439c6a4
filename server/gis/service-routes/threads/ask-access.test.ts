import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { askAccess, type AskedAccess, decideAccess } from './ask-access.ts';

/** Decides in a different order than asked, and only about the service a that it may be read. */
function decider() {
  const asked: AskedAccess[] = [];
  const waits = [30, 1, 10];
  const { port, end } = decideAccess(async (one) => {
    asked.push(one);
    await pause(waits[asked.length % 3]);
    if (one.serviceName === 'failing') throw new Error('The database is away.');
    return { mayRead: one.serviceName === 'a' } as never;
  });
  const access = askAccess(port);
  const mayRead = async (serviceName: string) =>
    (await access({ serviceName, orgId: 'city', itemId: 'item', token: 'secret' })).mayRead;
  return { asked, mayRead, end };
}

test('each question of a thread gets its own decision, also when several wait or one fails', async () => {
  const { asked, mayRead, end } = decider();
  const responses = await Promise.allSettled(['a', 'b', 'failing', 'a'].map(mayRead));
  end();
  expect(responses).toMatchObject([
    { value: true },
    { value: false },
    { reason: { message: 'The database is away.' } },
    { value: true },
  ]);
  expect(asked[0]).toEqual({ serviceName: 'a', orgId: 'city', itemId: 'item' });
});
