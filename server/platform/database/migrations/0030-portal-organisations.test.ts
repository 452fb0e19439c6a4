import { randomBytes } from 'node:crypto';
import { Migrator } from 'kysely/migration';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { afterEach, describe, expect, test } from 'vitest';
import { password } from '../../../../testing/rig/portal-client.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/rig/test-database.ts';
import { startTestServer, type TestServer } from '../../../../testing/rig/start-server.ts';
import { hashPassword } from '../../../portal/identity/password.ts';
import { hashOf } from '../../../portal/identity/random-token.ts';
import { listUnassigned } from '../../../portal/organisation/portal-organisation-store.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';

/** An installation from before organisations were separated, migrated to this version. */
let rig: TestDatabase;
let server: TestServer | undefined;
const people = ['ada', 'grace', 'olga', 'both', 'neither'];

afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rig.drop();
});

/** Organisations by name: address of the portal, and the members of the administrators' group. */
async function installationOf(
  organisations: Record<string, { url: string; administrators: readonly string[] }>,
) {
  rig = await createTestDatabase(inject('databaseServerUrl'), { empty: true });
  const { database } = rig;
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0030'));
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => before },
    allowUnorderedMigrations: true,
  });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();

  const hash = await hashPassword(password);
  for (const [index, username] of people.entries()) {
    const item = `item-of-${username}`;
    await sql`insert into portal_user (username, full_name, role, password_hash, created_at, modified_at)
      values (${username}, ${username}, 'org_admin', ${hash}, 0, 0)`.execute(database);
    await sql`insert into portal_token (token_hash, kind, username, session_id, created_at, expires_at)
      values (${hashOf(`old token of ${username}`)}, 'access', ${username}, ${username}, 0, ${Date.now() + 3_600_000})`.execute(
      database,
    );
    await sql`insert into portal_item (id, owner, type, title, created_at, modified_at)
      values (${item}, ${username}, 'Feature Service', ${item}, 0, 0)`.execute(database);
    await sql`insert into portal_group (id, title, owner, access, created_at, modified_at)
      values (${`group-of-${username}`}, 'Friends', ${username}, 'org', 0, 0)`.execute(database);
    await sql`insert into hosted_service (name, item_id, created_at, modified_at)
      values (${`Service${index}`}, ${item}, 0, 0)`.execute(database);
    await sql`insert into audit_entry (at, actor, act, subject)
      values (0, ${username}, 'person.disabled', 'someone')`.execute(database);
  }
  await sql`insert into hosted_service (name, created_at, modified_at) values ('Operators', 0, 0)`.execute(
    database,
  );
  await sql`insert into audit_entry (at, actor, act, subject)
    values (0, 'operator', 'person.created', 'olga'), (0, 'someone gone', 'group.deleted', 'x')`.execute(
    database,
  );
  for (const [name, { url, administrators }] of Object.entries(organisations)) {
    const adminGroupId = `administrators-of-${name}`;
    const config = { portal: { url, adminGroupId } };
    await sql`insert into organisation (name, revision) values (${name}, 1)`.execute(database);
    await sql`insert into organisation_revision (organisation, revision, config, author)
      values (${name}, 1, ${JSON.stringify(config)}, 'operator')`.execute(database);
    const [owner] = administrators;
    if (owner === undefined) continue;
    await sql`insert into portal_group (id, title, owner, access, created_at, modified_at)
      values (${adminGroupId}, 'Administrators', ${owner}, 'private', 0, 0)`.execute(database);
    for (const username of administrators)
      await sql`insert into portal_group_member (group_id, username, member_type, joined_at)
        values (${adminGroupId}, ${username}, 'member', 0)`.execute(database);
  }
  await migrate(database);
}

/** By user: the organisation of the user and of everything they own, as its address segment; `?` has none. */
async function belonging() {
  const { rows } = await sql<{ username: string; places: string[] }>`
    select username, array_agg(distinct coalesce(url_key, '?')) as places from (
      select username, org_id from portal_user
      union all select owner, org_id from portal_item
      union all select owner, org_id from portal_group
      union all select owner, hosted_service.org_id from hosted_service join portal_item on portal_item.id = item_id
      union all select actor, org_id from audit_entry where actor in (select username from portal_user)
    ) owned join portal_organisation on portal_organisation.id = owned.org_id
    group by username order by username`.execute(rig.database);
  return Object.fromEntries(rows.map(({ username, places }) => [username, places.join()]));
}

const everybody = (place: string) => Object.fromEntries(people.map((username) => [username, place]));

async function start() {
  server = await startTestServer({ databaseUrl: rig.url });
  const { url } = server;
  return async (address: string, parameters: Record<string, string> = {}) => {
    const body = new URLSearchParams({ f: 'json', ...parameters });
    return (await (await fetch(url + address, { method: 'POST', body })).json()) as Record<string, any>;
  };
}

describe('one organisation on the embedded portal', () => {
  test('makes all users its members, and everything they own its own', async () => {
    await installationOf({ city: { url: '/portal', administrators: ['ada'] } });
    expect(await belonging()).toEqual(everybody('city'));
    expect(await listUnassigned(rig.database)).toEqual([]);
    const lines = await rig.database.selectFrom('audit_entry').select('org_id').distinct().execute();
    expect(lines).toEqual([{ org_id: 'mapping' }]);
  });

  test('keeps the old and new addresses and old tokens working', async () => {
    await installationOf({ city: { url: '/portal/', administrators: ['ada'] } });
    const call = await start();
    const token = 'old token of neither';
    for (const root of ['/portal', '/portal/city']) {
      expect(await call(`${root}/sharing/rest/portals/self`, { token })).toMatchObject({
        id: 'mapping',
        urlKey: 'city',
        user: { username: 'neither' },
      });
      expect(await call(`${root}/sharing/rest/generateToken`, { username: 'ada', password })).toHaveProperty(
        'token',
      );
    }
    for (const root of ['/server', '/server/city']) {
      const { services } = await call(`${root}/rest/services`, { token: 'old token of ada' });
      expect(services.map(({ name }: { name: string }) => name)).toContain('Service1');
      expect(services).toHaveLength(people.length + 1);
    }
  });

  test('does not include an organisation on another portal with a similar address', async () => {
    await installationOf({
      city: { url: '/portal', administrators: ['ada'] },
      enterprise: { url: 'https://gis.example.org/portal', administrators: [] },
      online: { url: 'https://www.arcgis.com', administrators: [] },
    });
    expect(await belonging()).toEqual(everybody('city'));
  });
});

test('without an organisation on the embedded portal all users stay at the root address', async () => {
  await installationOf({ online: { url: 'https://www.arcgis.com', administrators: [] } });
  expect(await belonging()).toEqual(everybody('?'));
  expect(await listUnassigned(rig.database)).toEqual([]);
});

describe('two organisations on the embedded portal', () => {
  const two = () =>
    installationOf({
      city: { url: '/portal', administrators: ['ada', 'grace', 'both'] },
      harbour: { url: 'http://maps.example/portal', administrators: ['olga', 'both'] },
    });

  test('assign administrators of only one to it with all they own, and leave others unassigned', async () => {
    await two();
    expect(await belonging()).toEqual({
      ada: 'city',
      grace: 'city',
      olga: 'harbour',
      both: '?',
      neither: '?',
    });
    expect(await listUnassigned(rig.database)).toEqual(['both', 'neither']);
    const line = await sql<{ url_key: string }>`select url_key from audit_entry
      join portal_organisation on portal_organisation.id = org_id where actor = 'operator'`.execute(
      rig.database,
    );
    expect(line.rows).toEqual([{ url_key: 'harbour' }]);
  });

  test('keep users without an organisation from signing in, and from using older sessions', async () => {
    await two();
    const call = await start();
    const rest = '/portal/sharing/rest';
    for (const username of ['both', 'neither']) {
      const refused = await call(`${rest}/generateToken`, { username, password });
      expect(refused['error'].details).toEqual(['Invalid username or password.']);
      const token = `old token of ${username}`;
      for (const address of [`${rest}/community/self`, `${rest}/search`, '/server/rest/services'])
        expect((await call(address, { token }))['error']?.code).toBe(498);
    }
    expect(await call(`${rest}/community/self`, { token: 'old token of olga' })).toMatchObject({
      username: 'olga',
    });
    const linkOf = async (username: string) => {
      const link = randomBytes(16).toString('hex');
      await sql`insert into portal_link (token_hash, org_id, kind, role, created_by, created_at, expires_at)
        select ${hashOf(link)}, org_id, 'join', 'org_user', username, 0, ${Date.now() + 60_000}
        from portal_user where username = ${username}`.execute(rig.database);
      return call(`${rest}/community/links/open`, { link });
    };
    expect(await linkOf('olga')).toMatchObject({ kind: 'join', portalName: 'harbour' });
    expect(await linkOf('neither')).toHaveProperty('error');
  });

  test('serve services at the old address and only at that of their organisation', async () => {
    await two();
    const call = await start();
    const token = 'old token of olga';
    const names = async (root: string) => {
      const { services } = await call(`${root}/rest/services`, { token });
      return services.map(({ name }: { name: string }) => name);
    };
    expect(await names('/server')).toEqual(['Operators', 'Service2']);
    expect(await names('/server/harbour')).toEqual(['Service2']);
    expect(await names('/server/city')).toEqual([]);
  });
});
