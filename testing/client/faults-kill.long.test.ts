import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { freePort } from '../rig/free-port.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { type ServerProcess, startServerProcess } from '../rig/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../rig/test-database.ts';

/** A process is killed in the middle of saves, again and again. */
let rig: TestDatabase;
let url: string;
let client: PortalClient;
let token: string;
let start: () => Promise<ServerProcess>;

beforeAll(async () => {
  rig = await createTestDatabase();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  start = () =>
    startServerProcess({
      PORT: String(port),
      DATABASE_URL: rig.url,
      SECRETS_KEY: randomBytes(32).toString('base64'),
    });
  client = await createPortalClient({ url, database: rig.database });
  await client.addUser('ada', { role: 'org_admin' });
  const group = { title: 'Admins', owner: 'ada', access: 'private' as const };
  const adminGroupId = await createGroup(client.context, group);
  await saveConfig(
    rig.database,
    'town',
    { title: 'Town 0', portal: { url: '/portal', adminGroupId } },
    'test',
  );
});
afterAll(() => rig.drop());

/** Saves the config with the next number in its title. @returns whether it was acknowledged */
async function saveTitle(number: number): Promise<boolean> {
  const address = `${url}/api/town/administration/config`;
  const authorization = `Bearer ${token}`;
  const opened = await fetch(address, { headers: { authorization } });
  const { config } = (await opened.json()) as { config: object };
  const saved = await fetch(address, {
    method: 'PUT',
    headers: {
      authorization,
      'content-type': 'application/json',
      'if-match': opened.headers.get('etag') ?? '',
    },
    body: JSON.stringify({ ...config, title: `Town ${number}` }),
  });
  return saved.ok;
}

test(
  'whatever was acknowledged is stored whole; the rest is not stored at all',
  { timeout: 120_000 },
  async () => {
    const maps: { id: string; title: string }[] = [];
    const titles: string[] = [];
    let next = 1;
    const text = (title: string) => JSON.stringify({ title, filling: 'x'.repeat(200_000) });
    for (let round = 0; round < 2; round++) {
      const server = await start();
      token = await client.token('ada');
      const enough = Promise.withResolvers<void>();
      const editors = [0, 1].map(async (editor) => {
        for (let count = 0; ; count++) {
          const title = `Map ${round}-${editor}-${count}`;
          const answer = await client
            .call('/content/users/ada/addItem', { token, type: 'Web Map', title, text: text(title) })
            .catch(() => undefined);
          if (!answer) return;
          maps.push({ id: answer['id'], title });
          if (maps.length > (round + 1) * 12 && titles.length > (round + 1) * 3) enough.resolve();
        }
      });
      const administrator = (async () => {
        for (;;) {
          const number = next++;
          if (!(await saveTitle(number).catch(() => false))) return;
          titles.push(`Town ${number}`);
        }
      })();
      await enough.promise;
      await server.kill();
      await Promise.all([...editors, administrator]);
    }
    const server = await start();
    token = await client.token('ada');
    for (const { id, title } of maps)
      expect((await client.call(`/content/items/${id}/data`, { token })).title).toBe(title);
    const items = await rig.database.selectFrom('portal_item').select(['id', 'title']).execute();
    // A config that was saved but could not be acknowledged is also complete.
    for (const { id, title } of items)
      expect((await client.call(`/content/items/${id}/data`, { token })).title).toBe(title);
    const kept = await rig.database.selectFrom('organisation_revision').select('config').execute();
    expect(kept.map(({ config }) => (config as { title: string }).title)).toEqual(
      expect.arrayContaining(titles),
    );
    expect(await saveTitle(next)).toBe(true);
    await server.stop();
  },
);
