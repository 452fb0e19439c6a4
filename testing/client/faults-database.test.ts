import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { type RunningServer, startServer } from '../../server/start-server.ts';
import { type BreakableLink, linkTo } from '../rig/breakable-link.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { createTestDatabase, type TestDatabase } from '../rig/test-database.ts';

/** The database becomes unavailable under a running server, and returns. */
let rig: TestDatabase;
let link: BreakableLink;
let server: RunningServer;
let client: PortalClient;
let token: string;
const lines: string[] = [];

beforeAll(async () => {
  rig = await createTestDatabase();
  link = await linkTo(rig.url);
  server = await startServer({
    port: 0,
    host: '127.0.0.1',
    databaseUrl: link.url,
    publicUrl: 'http://127.0.0.1',
    logLevel: 'error',
    logStream: { write: (line) => void lines.push(line) },
    webFolder: undefined,
  });
  client = await createPortalClient({ url: server.url, database: rig.database });
  await client.addUser('ada', { role: 'org_publisher' });
  await saveConfig(rig.database, 'town', { title: 'Town', portal: { url: '/portal' } }, 'test');
  token = await client.token('ada');
});
afterAll(async () => {
  await server.close();
  await link.break();
  await rig.drop();
});

test('a start that fails after the portal was made ends what it began', async () => {
  const ended: unknown[] = [];
  const starting = startServer({
    port: 0,
    host: '127.0.0.1',
    databaseUrl: rig.url,
    publicUrl: 'http://127.0.0.1',
    logLevel: 'silent',
    webFolder: undefined,
    prepare: async ({ hosting, publishing }) => {
      vi.spyOn(hosting, 'close').mockImplementation(async () => void ended.push('hosting'));
      vi.spyOn(publishing, 'stop').mockImplementation(async () => void ended.push('publishing'));
      throw new Error('The demo cannot be loaded.');
    },
  });
  await expect(starting).rejects.toThrow('The demo cannot be loaded.');
  expect(ended).toEqual(['publishing', 'hosting']);
});

const at = (path: string) => fetch(server.url + path);
const addMap = (title: string) =>
  client.call('/content/users/ada/addItem', { token, type: 'Web Map', title, text: '{}' });

describe('database outage', () => {
  const acknowledged: string[] = [];

  test('leaves known organisations their config, and reports what is unavailable', async () => {
    await at('/api/town/config');
    acknowledged.push((await addMap('Before')).id);
    await link.break();
    expect((await at('/api/town/config')).status).toBe(200);
    expect((await at('/health')).status).toBe(503);
    const unknown = await at('/api/village/config');
    expect(unknown.status).toBe(503);
    expect(unknown.headers.get('retry-after')).toBe('5');
    expect(await unknown.json()).toMatchObject({
      id: 'database:unreachable',
      detail: expect.stringContaining('Nothing was saved'),
    });
  });

  test('is reported to ArcGIS clients in the ArcGIS envelope', async () => {
    const answer = await addMap('Meanwhile');
    expect(answer.error).toMatchObject({ code: 503, message: expect.stringContaining('database') });
    expect(lines.some((line) => line.includes('database:unreachable'))).toBe(true);
    // The connection string has a password.
    expect(lines.join('')).not.toContain(new URL(link.url).password || 'nothing');
  });

  test('is a page of the sign-in in the reader’s language to browsers', async () => {
    const browser = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'nl' };
    const address = '/portal/sharing/rest/oauth2/authorize?client_id=not-known-yet';
    const answer = await fetch(server.url + address, { headers: browser });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const text = await answer.text();
    expect(text).toContain('<html lang="nl"');
    expect(text).not.toContain('"error"');
  });

  test('ends without loss: everything acknowledged is there, and nothing refused', async () => {
    await link.restore();
    // A busy computer may take longer to connect than a request waits.
    await vi.waitFor(async () => expect((await at('/health')).status).toBe(200), 10_000);
    acknowledged.push((await addMap('After')).id);
    for (const id of acknowledged)
      expect(await client.call(`/content/items/${id}`, { token })).toMatchObject({ id });
    const kept = await rig.database.selectFrom('portal_item').select('title').orderBy('title').execute();
    expect(kept.map(({ title }) => title)).toEqual(['After', 'Before']);
  });

  test('is also reported by a server that is no longer the primary, or not yet', async () => {
    // As a standby refuses to write.
    const refuse = sql`create function refuse() returns trigger language plpgsql as
      $$begin raise 'cannot execute INSERT in a read-only transaction' using errcode = '25006'; end$$`;
    await refuse.execute(rig.database);
    await sql`create trigger refuse before insert on portal_item execute function refuse()`.execute(
      rig.database,
    );
    expect((await addMap('Meanwhile')).error).toMatchObject({ code: 503 });
    await sql`drop function refuse cascade`.execute(rig.database);
  });

  test('in the middle of requests fails those, and no others', async () => {
    const during = Array.from({ length: 20 }, (_, index) => addMap(`Cut ${index}`));
    await link.break();
    const answers = await Promise.all(during);
    await link.restore();
    const refused = answers.filter(({ error }) => error);
    expect(refused.map(({ error }) => error.code)).toEqual(refused.map(() => 503));
    for (const { id } of answers.filter(({ success }) => success))
      expect(await client.call(`/content/items/${id}`, { token })).toMatchObject({ id });
    expect((await addMap('Later')).success).toBe(true);
  });
});
