import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOf } from '../../server/portal/identity/random-token.ts';
import { listUnassigned } from '../../server/portal/organisation/portal-organisation-store.ts';
import { createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Users without an organisation, whom only the operator can assign to one. */
let server: TestServer;
let portal: PortalClient;
let oldToken: string;

const rest = '/portal/sharing/rest';

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  await portal.addUser('olga', { role: 'org_admin' });
  await portal.addUser('neither', { role: 'org_admin' });
  oldToken = (await call(`${rest}/generateToken`, { username: 'neither', password }))['token'];
  // Access is determined for each service.
  await sql`insert into hosted_service (name, created_at, modified_at) values ('Operators', 0, 0)`.execute(
    server.database,
  );
  await sql`update portal_user set org_id = 'unassigned' where username = 'neither'`.execute(server.database);
});
afterAll(() => server.stop());

async function call(path: string, parameters: Record<string, string>): Promise<Record<string, any>> {
  const body = new URLSearchParams({ f: 'json', ...parameters });
  return (await (await fetch(server.url + path, { method: 'POST', body })).json()) as Record<string, any>;
}

test('users without an organisation are listed for the operator', async () => {
  expect(await listUnassigned(server.database)).toEqual(['neither']);
});

test('users without an organisation cannot sign in', async () => {
  const refused = await call(`${rest}/generateToken`, { username: 'neither', password });
  expect(refused['error'].details).toEqual(['Invalid username or password.']);
  expect(await call(`${rest}/generateToken`, { username: 'olga', password })).toHaveProperty('token');
});

test.each([`${rest}/community/self`, `${rest}/search`, '/server/rest/services'])(
  'their older tokens are invalid at %s',
  async (path) => {
    expect((await call(path, { token: oldToken }))['error']?.code).toBe(498);
  },
);

test('their links to join an organisation are invalid', async () => {
  const open = async (username: string) => {
    const link = randomBytes(16).toString('hex');
    await sql`insert into portal_link (token_hash, org_id, kind, role, created_by, created_at, expires_at)
      select ${hashOf(link)}, org_id, 'join', 'org_user', username, 0, ${Date.now() + 60_000}
      from portal_user where username = ${username}`.execute(server.database);
    return call(`${rest}/community/links/open`, { link });
  };
  expect(await open('olga')).toMatchObject({ kind: 'join' });
  expect(await open('neither')).toHaveProperty('error');
});
