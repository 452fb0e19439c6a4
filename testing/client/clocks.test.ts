import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Two processes of one installation, on machines whose clocks differ by ten minutes. */
let right: TestServer;
let client: PortalClient;
const tenMinutes = 600_000;
const now = Date.now.bind(Date);

beforeAll(async () => {
  right = await startTestServer();
  client = await createPortalClient(right);
  await client.addUser('grace');
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => right.stop());

/** Starts the other process, and shows its clock to whatever runs until the test has ended. */
async function startOther(difference: number): Promise<TestServer> {
  vi.spyOn(Date, 'now').mockImplementation(() => now() + difference);
  return startTestServer({ databaseUrl: right.databaseUrl });
}

async function ownerOf(token: string, server: TestServer): Promise<string | undefined> {
  const response = await fetch(`${server.url}/portal/sharing/rest/portals/self?f=json&token=${token}`);
  const { user } = (await response.json()) as { user?: { username: string } };
  return user?.username;
}

const generate = (): Promise<{ token: string }> =>
  client.call('/generateToken', { username: 'grace', password, expiration: '5' }) as Promise<never>;

test('a process whose clock is ahead accepts a token of another one that is valid for five minutes', async () => {
  const { token } = await generate();
  const other = await startOther(tenMinutes);
  try {
    expect(await ownerOf(token, other)).toBe('grace');
  } finally {
    await other.stop();
  }
});

test('a process whose clock is behind refuses a token that ended five minutes ago', async () => {
  const { token } = await generate();
  const ended = { expires_at: now() - tenMinutes / 2 };
  await right.database.updateTable('portal_token').set(ended).execute();
  const other = await startOther(-tenMinutes);
  try {
    expect(await ownerOf(token, other)).toBeUndefined();
  } finally {
    await other.stop();
  }
});

describe.each([
  ['ahead', tenMinutes],
  ['behind', -tenMinutes],
])('a process whose clock is ten minutes %s', (_which, difference) => {
  test('issues tokens that end by the clock of the others', async () => {
    const other = await startOther(difference);
    try {
      const issued = await fetch(`${other.url}/portal/sharing/rest/generateToken`, {
        method: 'POST',
        body: new URLSearchParams({ f: 'json', username: 'grace', password, expiration: '5' }),
      });
      const { token, expires } = (await issued.json()) as { token: string; expires: number };
      expect(Math.abs(expires - 300_000 - now())).toBeLessThan(tenMinutes / 2);
      vi.restoreAllMocks();
      // This process believes in the difference until it asks the database again.
      await expect.poll(() => ownerOf(token, right)).toBe('grace');
    } finally {
      await other.stop();
    }
  });
});
