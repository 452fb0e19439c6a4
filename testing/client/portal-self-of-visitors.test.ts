import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Budget } from '../../server/platform/budgets/budget.ts';
import { createClock } from '../rig/clock.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** The description of the portal, which every visitor requests first, is made once. */
let server: TestServer;
const run = vi.fn<Budget['run']>();

beforeAll(async () => {
  server = await startTestServer({
    // Settings are not read again meanwhile.
    now: createClock().now,
    prepare: async ({ budgets: { small } }) => {
      const { run: given } = small;
      vi.spyOn(small, 'run').mockImplementation((signal, work) => {
        void run(signal, work);
        return given.call(small, signal, work) as ReturnType<typeof small.run<never>>;
      });
    },
  });
});
afterAll(() => server.stop());
beforeEach(() => void run.mockClear());

const ask = async (query: string) =>
  (await (await fetch(`${server.url}/portal/sharing/rest/portals/self?f=json${query}`)).json()) as {
    culture: string;
  };

test('parameters that nothing depends on do not make it again', async () => {
  const first = await ask('');
  run.mockClear();
  for (let each = 1; each <= 25; each += 1) expect(await ask(`&x=${each}`)).toEqual(first);
  expect(run).not.toHaveBeenCalled();
});

test('others do, and many of them keep nobody out', async () => {
  for (let each = 1; each <= 25; each += 1) expect((await ask(`&culture=c${each}`)).culture).toBe(`c${each}`);
  run.mockClear();
  expect((await ask('&culture=c25')).culture).toBe('c25');
  expect(run).not.toHaveBeenCalled();
});
