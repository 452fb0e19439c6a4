import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../server/limits.ts';
import { installationOrgId } from '../../server/platform/database/migrate.ts';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** The list at `/server/rest/services`, with services of which only the rows exist. */
let server: TestServer;
let portal: Awaited<ReturnType<typeof createPortalClient>>;
let items: Record<'public' | 'private', string>;
let tokens: Record<'grace' | 'ada' | 'root', string>;

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  await portal.addUser('grace', { role: 'org_publisher' });
  await portal.addUser('ada');
  await portal.addUser('root', { role: 'org_admin' });
  const add = (access: 'public' | 'private') =>
    addItem(portal.context, 'grace', { title: access, type: 'Feature Service', access });
  items = { public: await add('public'), private: await add('private') };
  tokens = {
    grace: await portal.token('grace'),
    ada: await portal.token('ada'),
    root: await portal.token('root'),
  };
});
afterAll(() => server.stop());
beforeEach(() => server.database.deleteFrom('hosted_service').execute());

async function addServices(count: number, name: string, itemId: string | null): Promise<void> {
  await sql`insert into hosted_service (org_id, name, item_id, capabilities, created_at, modified_at)
    select ${installationOrgId}, ${name}::text || lpad(n::text, 6, '0'), ${itemId}, 'Query', 0, 0
    from generate_series(1, ${count}::integer) n`.execute(server.database);
}

async function list(token?: string) {
  const address = `${server.url}/server/rest/services?f=json${token ? `&token=${token}` : ''}`;
  return (await (await fetch(address)).json()) as {
    services: { name: string; type: string }[];
    exceededTransferLimit?: boolean;
  };
}

describe('the list of services', () => {
  test('has those that the caller may read', async () => {
    await addServices(1, 'Operator', null);
    await addServices(1, 'Public', items.public);
    await addServices(1, 'Private', items.private);
    await addServices(1, 'Orphan', 'f'.repeat(32));
    const names = async (token?: string) =>
      (await list(token)).services
        .map(({ name }) => name.replace('000001', ''))
        .filter((name) => name !== 'Places');
    expect(await names()).toEqual(['Operator', 'Public']);
    expect(await names(tokens.ada)).toEqual(['Operator', 'Public']);
    expect(await names(tokens.grace)).toEqual(['Operator', 'Private', 'Public']);
    expect(await names(tokens.root)).toEqual(['Operator', 'Orphan', 'Private', 'Public']);
  });

  test('reads no row of a service that the caller may not see', async () => {
    await addServices(1, 'Public', items.public);
    const rowsRead = async () => {
      const rows = vi.spyOn(pg.Result.prototype as unknown as { addRow(row: unknown): void }, 'addRow');
      await list(tokens.ada);
      const { length } = rows.mock.calls;
      rows.mockRestore();
      return length;
    };
    await rowsRead();
    const before = await rowsRead();
    await addServices(100, 'Private', items.private);
    expect(await rowsRead()).toBeLessThanOrEqual(before);
  });

  test('ends after the first by name, and says so', async () => {
    await addServices(limits.cataloguedServices, 'Public', items.public);
    const whole = await list();
    expect(whole).not.toHaveProperty('exceededTransferLimit');
    await addServices(1, 'A', items.public);
    const cut = await list();
    expect(cut.exceededTransferLimit).toBe(true);
    expect(cut.services).toHaveLength(whole.services.length);
    expect(cut.services[0]?.name).toBe('A000001');
  });
});
