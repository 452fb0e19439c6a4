import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/rig/test-database.ts';
import type { Database } from '../platform/database/connect.ts';
import { findLogo, saveLogo } from '../application/organisations/organisation-store.ts';
import { addItem } from '../portal/content/items/create-item.ts';
import { authenticate } from '../portal/identity/authenticate.ts';
import { issueAccessToken, newSessionId } from '../portal/identity/sessions.ts';
import type { PortalContext } from '../portal/operation.ts';
import { createPortalContext } from '../portal/portal-context.ts';
import { findCommand, usage } from './commands.ts';
import { type OrganisationRow, readOrganisation } from './organisation-rows-store.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let portal: PortalContext;
let folder: string;

beforeAll(async () => {
  rig = await createTestDatabase();
  database = rig.database;
  portal = createPortalContext({ database, publicUrl: 'https://maps.example' });
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-operator-'));
});
afterAll(async () => {
  await rig.drop();
  await rm(folder, { recursive: true });
});

/** Runs a command line. */
async function org(...line: string[]): Promise<string> {
  const run = findCommand(line);
  if (!run) throw new Error(usage);
  return run({ database, portal });
}

async function file(name: string, content: object): Promise<string> {
  const place = path.join(folder, name);
  await writeFile(place, JSON.stringify(content));
  return place;
}

const passwordIn = (output: string) => /password (\S+)$/.exec(output)?.[1] ?? '';
const signIn = (username: string, password: string) =>
  authenticate(portal, { username, password, address: '127.0.0.1' });

describe('incomplete command line', () => {
  test.each([
    [[]],
    [['fly']],
    [['create']],
    [['import', 'x']],
    [['delete', 'x']],
    [['list', '--loud']],
    [['toString']],
  ])('%j runs nothing', (line) => {
    expect(findCommand(line)).toBeUndefined();
  });
});

describe('organisations', () => {
  test('are created, listed, exported and changed', async () => {
    expect(await org('create', 'harbour')).toBe('Created the organisation “harbour”.');
    const config = await file('harbour.json', { title: 'Harbour', theme: { primary: '#0B6AA8' } });
    expect(await org('import', 'harbour', '--config', config)).toBe('“harbour” is at revision 2 now.');
    expect(JSON.parse(await org('export', 'harbour'))).toEqual({
      title: 'Harbour',
      theme: { primary: '#0B6AA8' },
    });
    expect(await org('list')).toContain('harbour\trevision 2\tHarbour');
  });

  test('return to the config of the previous revision, or of another', async () => {
    await org('create', 'jetty');
    for (const title of ['Jetty', 'Locked out'])
      await org('import', 'jetty', '--config', await file('jetty.json', { title }));
    expect(await org('revert', 'jetty')).toBe('“jetty” is at revision 4 now, with the config of revision 2.');
    expect(JSON.parse(await org('export', 'jetty'))).toEqual({ title: 'Jetty' });
    await org('revert', 'jetty', '--revision', '3');
    expect(JSON.parse(await org('export', 'jetty'))).toEqual({ title: 'Locked out' });
    await expect(org('revert', 'jetty', '--revision', '99')).rejects.toThrow('no revision 99');
  });

  test('report every error of a rejected file', async () => {
    const config = await file('bad.json', { theme: { primary: 'green' }, portal: { url: 'ftp://x' } });
    await expect(org('create', 'bad', '--config', config)).rejects.toThrow(
      /portal\.url: .*\n.*theme\.primary: /,
    );
    await expect(org('create', 'Api Names')).rejects.toThrow('cannot be an organisation’s name');
    await expect(org('create', 'api')).rejects.toThrow('belongs to the product');
  });

  test('reject a config of a later version of the product', async () => {
    const config = await file('later.json', { version: 99 });
    await expect(org('create', 'later', '--config', config)).rejects.toThrow('Update the server');
  });

  test('on the embedded portal get an administrator who can sign in', async () => {
    const output = await org('create', 'bay', '--admin', 'olga');
    expect(await signIn('olga', passwordIn(output))).toMatchObject({ username: 'olga' });
    const { portal: configured } = JSON.parse(await org('export', 'bay'));
    const member = await database
      .selectFrom('portal_group_member')
      .select('username')
      .where('group_id', '=', configured.adminGroupId)
      .execute();
    expect(member).toEqual([{ username: 'olga' }]);
    const app = await database.selectFrom('portal_app').selectAll().executeTakeFirstOrThrow();
    expect(app).toMatchObject({
      client_id: configured.appId,
      redirect_uris: ['https://maps.example/bay/signed-in'],
    });
  });
});

describe('organisations on the embedded portal', () => {
  test('have their own members, who can be moved with everything they own', async () => {
    await org('create', 'marina', '--admin', 'olaf');
    const [bay, marina] = await Promise.all(
      ['bay', 'marina'].map(async (name) => (await portal.organisations.byUrlKey(name))?.id),
    );
    expect(bay).not.toBe(marina);
    await expect(org('add-person', 'hal')).rejects.toThrow('--in');
    await org('add-person', 'hal', '--in', 'bay');
    await addItem(portal, 'hal', { id: 'halsmap', title: 'Quays', type: 'Web Map' });
    const times = { created_at: 1, modified_at: 1, expires_at: null, revoked_at: null };
    const content = { title: 'Quays', web_map: '{}', viewpoint: null, access: 'public' } as const;
    await database
      .insertInto('shared_map')
      .values({ ...content, ...times, groups: [], sid: 'halsquays', organisation: 'bay', owner: 'hal' })
      .execute();
    await addItem(portal, 'olga', { id: 'olgasmap', title: 'Bay', type: 'Web Map' });
    await database
      .insertInto('short_address')
      .values(
        [
          ['Hal', 'halsmap', 'olga'],
          ['Bay', 'olgasmap', 'hal'],
          ['Gone', 'gonemap', 'hal'],
        ].map(([code = '', wid = '', owner = '']) => ({
          code,
          wid,
          owner,
          organisation: 'bay',
          title: code,
          created_at: 1,
        })),
      )
      .execute();
    expect(await org('move-person', 'hal', '--to', 'marina')).toContain(
      'Maps that they have shared: 1; their links begin with /marina/ now. Short addresses that were deleted: 1, because',
    );
    const links = database
      .selectFrom('short_address')
      .select(['code', 'organisation', 'owner'])
      .orderBy('code');
    expect(await links.execute()).toEqual([
      { code: 'Bay', organisation: 'bay', owner: 'olga' },
      { code: 'Hal', organisation: 'marina', owner: 'hal' },
    ]);
    expect(
      await database
        .selectFrom('shared_map')
        .select(['organisation', 'owner', 'revoked_at'])
        .where('sid', '=', 'halsquays')
        .executeTakeFirst(),
    ).toEqual({ organisation: 'marina', owner: 'hal', revoked_at: null });
    const owner = await database
      .selectFrom('portal_user')
      .innerJoin('portal_item', 'portal_item.owner', 'portal_user.username')
      .select(['portal_user.org_id as person', 'portal_item.org_id as item'])
      .where('username', '=', 'hal')
      .executeTakeFirstOrThrow();
    expect(owner).toEqual({ person: marina, item: marina });
    await expect(org('move-person', 'hal', '--to', 'nowhere')).rejects.toThrow('not an organisation');
    await expect(org('create', 'quay', '--admin', 'olaf')).rejects.toThrow('another organisation');
  });

  test('keep their administrators: their group does not move away with its owner', async () => {
    await org('create', 'pier', '--admin', 'petra');
    const { adminGroupId } = JSON.parse(await org('export', 'pier')).portal;
    await org('add-person', 'paul', '--in', 'pier');
    const leaving = () => org('move-person', 'petra', '--to', 'marina');
    const refusal = 'Nobody would be left to administer “pier”';
    await expect(leaving()).rejects.toThrow(refusal);
    const member = { group_id: adminGroupId, username: 'paul', joined_at: 1 };
    await database
      .insertInto('portal_group_member')
      .values({ ...member, member_type: 'admin' })
      .execute();
    await expect(leaving()).rejects.toThrow(refusal);
    await database
      .updateTable('portal_group')
      .set({ owner: 'paul' })
      .where('id', '=', adminGroupId)
      .execute();
    expect(await leaving()).toContain('petra is a member of “marina” now');
    await expect(org('move-person', 'paul', '--to', 'marina')).rejects.toThrow(refusal);
  });

  test('keep users without an organisation from signing in until they are moved', async () => {
    const password = passwordIn(await org('add-person', 'ulla', '--in', 'bay'));
    await database
      .updateTable('portal_user')
      .set({ org_id: 'unassigned' })
      .where('username', '=', 'ulla')
      .execute();
    expect(await org('unassigned')).toContain('ulla');
    expect(await signIn('ulla', password)).toEqual({ refused: 'wrong' });
    await org('move-person', 'ulla', '--to', 'bay');
    expect(await signIn('ulla', password)).toMatchObject({ username: 'ulla' });
    expect(await org('unassigned')).toContain('All users');
  });
});

describe('deleting an organisation', () => {
  test('writes all of it to a file, from which it can be restored unchanged', async () => {
    await org('create', 'island');
    await org('import', 'island', '--config', await file('island.json', { title: 'Island' }));
    await saveLogo(database, 'island', 'image/png', Buffer.from([0, 255, 1, 254]));
    // Entries of the audit log get new numbers.
    const rows = async () => {
      const all: OrganisationRow[] = [];
      await readOrganisation(database, 'island', async (read) => void all.push(...read));
      return all.map(({ table, row }) => {
        const { id, ...content } = JSON.parse(row) as Record<string, unknown>;
        return { table, row: table === 'audit_entry' ? content : { id, ...content } };
      });
    };
    const before = await rows();
    const backup = path.join(folder, 'island-backup.json');

    const counted = await org('delete', 'island', '--backup', backup);
    expect(counted).toContain('Nothing has been deleted yet.');
    expect(counted).toContain('revisions: 2');
    expect(await org('list')).toContain('island');
    await org('delete', 'island', '--backup', backup, '--confirm', 'island');
    expect(await org('list')).not.toContain('island');
    expect(await findLogo(database, 'island')).toBeUndefined();
    expect((await stat(backup)).mode & 0o077).toBe(0);

    await org('revive', backup);
    expect(await rows()).toEqual(before);
    expect([...((await findLogo(database, 'island'))?.bytes ?? [])]).toEqual([0, 255, 1, 254]);
    await expect(org('revive', backup)).rejects.toThrow('already');
  });

  test('can be revived where others have the numbers of its audit log, as in another installation', async () => {
    await org('create', 'reef');
    for (const title of ['Reef', 'Coral'])
      await org('import', 'reef', '--config', await file('reef.json', { title }));
    const entries = () =>
      database
        .selectFrom('audit_entry')
        .select(['id', 'act', 'subject'])
        .where('organisation', '=', 'reef')
        .orderBy('id')
        .execute();
    const before = await entries();
    const backup = path.join(folder, 'reef-backup.json');
    await org('delete', 'reef', '--backup', backup, '--confirm', 'reef');
    await org('create', 'lagoon');
    const [first] = before;
    await sql`insert into audit_entry (id, organisation, at, actor, act) overriding system value
      values (${first?.id}, 'lagoon', 1, 'operator', 'config.imported')`.execute(database);
    await org('revive', backup);
    const without = (rows: typeof before) => rows.map(({ id: _id, ...entry }) => entry);
    expect(without(await entries())).toEqual(without(before));
    // The next entry has a number of its own.
    await org('import', 'reef', '--config', await file('reef.json', { title: 'Atoll' }));
  });

  test('deletes nothing when the backup cannot be written, and overwrites no older one', async () => {
    await org('create', 'rock');
    const taken = await file('taken.json', { older: true });
    for (const place of [path.join(folder, 'nowhere', 'x.json'), taken]) {
      const deleted = org('delete', 'rock', '--backup', place, '--confirm', 'rock');
      await expect(deleted).rejects.toThrow('Nothing has been deleted');
    }
    expect(await org('list')).toContain('rock');
    expect(JSON.parse(await readFile(taken, 'utf8'))).toEqual({ older: true });
  });

  test('rejects a file that is not a backup', async () => {
    await expect(org('revive', await file('other.json', { tables: 5 }))).rejects.toThrow('not a backup');
  });
});

describe('users', () => {
  test('are created with a password that is printed once', async () => {
    const output = await org(
      'add-person',
      'ivan',
      '--in',
      'bay',
      '--full-name',
      'Ivan Petrov',
      '--role',
      'org_publisher',
    );
    expect(await signIn('ivan', passwordIn(output))).toMatchObject({ username: 'ivan' });
    await expect(org('add-person', 'boris', '--in', 'bay', '--role', 'king')).rejects.toThrow(
      'org_publisher',
    );
  });

  test('get a new password, which ends all of their sessions', async () => {
    const old = passwordIn(await org('add-person', 'vera', '--in', 'bay'));
    await issueAccessToken(
      database,
      { username: 'vera', clientId: null, sessionId: newSessionId() },
      { now: Date.now() },
    );
    const next = passwordIn(await org('password', 'VERA'));
    expect(await signIn('vera', old)).toEqual({ refused: 'wrong' });
    expect(await signIn('vera', next)).toMatchObject({ username: 'vera' });
    expect(
      await database.selectFrom('portal_token').selectAll().where('username', '=', 'vera').execute(),
    ).toEqual([]);
  });

  test('are all signed out by one command', async () => {
    expect(await org('end-sessions')).toMatch(/^\d+ sessions have ended/);
    const left = await rig.database.selectFrom('portal_token').select('token_hash').execute();
    expect(left).toEqual([]);
  });

  test('can be disabled and enabled', async () => {
    const password = passwordIn(await org('add-person', 'dina', '--in', 'bay'));
    await org('disable', 'dina');
    expect(await signIn('dina', password)).toEqual({ refused: 'wrong' });
    await org('enable', 'dina');
    expect(await signIn('dina', password)).toMatchObject({ username: 'dina' });
    await expect(org('disable', 'nobody')).rejects.toThrow('no user named nobody');
  });
});
