import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCommand } from '../../server/operator/commands.ts';
import { createPortalContext } from '../../server/portal/portal-context.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createTwoOrganisations, marker, type TwoOrganisations } from '../rig/walls/two-organisations.ts';

/**
 * The operator deletes the city with all its content; its partner, the harbour, notices only the end of the
 * partnership.
 */
let server: TestServer;
let two: TwoOrganisations;
let folder: string;
let file: string;
const secretsKey = randomBytes(32).toString('base64');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-delete-'));
  file = path.join(folder, 'city.json');
  server = await startTestServer({ secretsKey });
  two = await createTwoOrganisations(server);
  await two.call('/portals/self/trustedOrgs/offer', { org: 'city' }, 'olga');
  await two.call('/portals/self/trustedOrgs/accept', { org: 'harbour' }, 'ada');
  await two.call(`/community/groups/${two.own.group}/invite`, { users: 'grace' }, 'olga');
  const { userInvitations } = await two.call('/community/users/grace/invitations', {}, 'grace');
  await two.call(`/community/users/grace/invitations/${userInvitations[0].id}/accept`, {}, 'grace');
  await addComment();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const cityApp = 'mapping-city';

/** A comment with a photo at a map of the city. */
const comment = '5d0f6a2e-3f3c-4d9b-9a51-2a4c1d2b7e10';
async function addComment() {
  await server.database
    .insertInto('map_comment')
    .values({
      id: comment,
      thread: comment,
      organisation: 'city',
      wid: '0'.repeat(32),
      place: null,
      text: 'Look',
      username: 'ada',
      author: 'Ada',
      created_at: 1,
      edited_at: null,
      resolved_at: null,
      resolved_by: null,
    })
    .execute();
  // Changed after its responses, so that they come first in the table.
  await sql`insert into map_comment select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
      organisation, wid, thread, place, text, username, author, created_at
    from map_comment, generate_series(1, 600) n where id = ${comment}`.execute(server.database);
  await server.database.updateTable('map_comment').set({ edited_at: 2 }).where('id', '=', comment).execute();
  await server.database
    .insertInto('map_comment_photo')
    .values({ comment, number: 1, content_type: 'image/png', bytes: Buffer.from('picture'), owner: 'ada' })
    .execute();
}

async function org(...line: string[]): Promise<string> {
  const { database } = server;
  const portal = createPortalContext({ database, publicUrl: server.url });
  return (await findCommand(line)?.({ database, portal })) ?? '';
}

/** Every row as JSON, by table. */
async function everything(): Promise<Map<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'hosted')`.execute(server.database);
  const found = new Map<string, string[]>();
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.raw(name)} t order by 1`.execute(server.database);
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
}

describe('deleting an organisation', () => {
  test('counts its content first, and changes nothing until its name is confirmed', async () => {
    const before = await everything();
    const printed = await org('delete', 'city', '--backup', file);
    expect(printed).toContain('Nothing has been deleted yet.');
    expect(printed).toContain('people: 5');
    expect(printed).toMatch(/services: 4 \(layers: 4\)/);
    expect(printed).toContain('partnerships: 1');
    await org('delete', 'city', '--backup', file, '--confirm', 'harbour');
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    expect(await everything()).toEqual(before);
  });

  test('is refused while services of former members still use its address', async () => {
    const { database } = server;
    const service = () => database.updateTable('hosted_service').where('item_id', '=', two.own.item);
    const { org_id } = await database
      .selectFrom('portal_item')
      .select('org_id')
      .where('id', '=', two.own.item)
      .executeTakeFirstOrThrow();
    const { id } = await database
      .selectFrom('portal_organisation')
      .select('id')
      .where('url_key', '=', 'city')
      .executeTakeFirstOrThrow();
    await service().set({ name: 'Moved', org_id: id }).execute();
    const before = await everything();
    await expect(org('delete', 'city', '--backup', file, '--confirm', 'city')).rejects.toThrow('Moved');
    expect(await everything()).toEqual(before);
    await service().set({ name: 'CrewTrees', org_id }).execute();
  });

  test('is refused while views of others show its features, before anyone is signed out', async () => {
    const { database } = server;
    const source = await database
      .selectFrom('hosted_layer')
      .innerJoin('hosted_service', 'hosted_service.id', 'service_id')
      .innerJoin('portal_item', 'portal_item.id', 'item_id')
      .innerJoin('portal_organisation', 'portal_organisation.id', 'portal_item.org_id')
      .select(['service_id', 'layer_id'])
      .where('url_key', '=', 'city')
      .where('is_view', '=', false)
      .executeTakeFirstOrThrow();
    const show = (from: { source_service_id: number | null; source_layer_id: number | null }) =>
      database
        .updateTable('hosted_layer')
        .set(from)
        .where('service_id', 'in', (eb) =>
          eb.selectFrom('hosted_service').select('id').where('item_id', '=', two.own.item),
        )
        .execute();
    await show({ source_service_id: source.service_id, source_layer_id: source.layer_id });
    const before = await everything();
    await expect(org('delete', 'city', '--backup', file, '--confirm', 'city')).rejects.toThrow(
      'Delete the views first',
    );
    expect(await everything()).toEqual(before);
    await show({ source_service_id: null, source_layer_id: null });
  });

  test('leaves nothing of it behind, and the other organisation unchanged', async () => {
    const { database } = server;
    // A member of the harbour has signed in to it, before she was moved there.
    const foreign = {
      username: 'hal',
      kind: 'access' as const,
      session_id: 'of an application',
      created_at: 1,
    };
    await database
      .insertInto('portal_token')
      .values({
        ...foreign,
        token_hash: 'of an application',
        client_id: cityApp,
        expires_at: Date.now() + 600_000,
      })
      .execute();
    const { id: cityId } = await database
      .selectFrom('portal_organisation')
      .select('id')
      .where('url_key', '=', 'city')
      .executeTakeFirstOrThrow();
    // The service of a member of the city who was in the harbour before.
    await sql`update hosted_service set name = 'BroughtAlong', org_id = (
        select id from portal_organisation where url_key = 'harbour')
      where id = (select min(service.id) from hosted_service service join portal_item item on item.id = item_id
        where item.org_id = ${cityId} and not service.is_view)`.execute(database);
    const before = await everything();
    expect(await org('delete', 'city', '--backup', file, '--confirm', 'city')).toContain('Deleted “city”');
    const after = await everything();

    // Former names stay reserved, the index of words has no owners, and counts of attempts expire.
    const exempt = ['portal_former_user', 'portal_item_word', 'counted_try', 'rate_count'];
    const own = [cityId, 'grace', 'ada', 'pia', 'city', 'secretive'].map((value) => `"${value}"`);
    const left: string[] = [];
    for (const [table, rows] of after) {
      if (exempt.includes(table.replace('public.', ''))) continue;
      for (const row of rows) {
        if (row.includes('"organisation": "harbour"')) continue;
        if (row.includes(marker) || own.some((value) => row.includes(value))) left.push(`${table} ${row}`);
      }
    }
    // The harbour's own log about its partner is kept.
    expect(left.filter((row) => !/^public\.audit_entry .*"act": "(partner|group)\./.test(row))).toEqual([]);

    const { id: harbourId } = await database
      .selectFrom('portal_organisation')
      .select('id')
      .where('url_key', '=', 'harbour')
      .executeTakeFirstOrThrow();
    const harbour = [harbourId, 'olga', 'hal', 'harbour', two.own.item, two.own.group].map(
      (value) => `"${value}"`,
    );
    const lost: string[] = [];
    for (const [table, rows] of before) {
      const kept = new Set(after.get(table));
      for (const row of rows) {
        const itsOwn =
          harbour.some((value) => row.includes(value)) ||
          (table.startsWith('hosted.') && row.includes('quay'));
        if (itsOwn && !kept.has(row)) lost.push(`${table} ${row}`);
      }
    }
    // Only what connected the two: the service at the harbour's address, the partnership, the membership, the session of the city's application, notifications about it, and the city's own entries about them.
    expect(
      lost.filter(
        (row) =>
          !row.startsWith('public.portal_partnership ') &&
          !row.includes('"BroughtAlong"') &&
          !(/^public\.portal_(group_member|notification) /.test(row) && row.includes('"grace"')) &&
          !(row.startsWith('public.portal_token ') && row.includes(`"${cityApp}"`)) &&
          !(row.startsWith('public.audit_entry ') && row.includes(`"org_id": "${cityId}"`)),
      ),
    ).toEqual([]);
    expect([...after.keys()].filter((table) => table.startsWith('hosted.'))).toHaveLength(1);
  });

  test('ends what its applications hold of users of other organisations', async () => {
    const held = await server.database
      .selectFrom('portal_token')
      .select('session_id')
      .where((eb) => eb.or([eb('client_id', '=', cityApp), eb('session_client_id', '=', cityApp)]))
      .execute();
    expect(held).toEqual([]);
  });

  test('ends its sessions at once and its addresses soon; the other organisation is unaffected', async () => {
    const self = await fetch(
      `${server.url}/portal/sharing/rest/community/self?f=json&token=${two.tokens.ada}`,
    );
    expect(((await self.json()) as { error: { code: number } }).error.code).toBe(498);
    // Processes cache an organisation for limits.configAgeMilliseconds.
    await expect
      .poll(
        async () => {
          const portal = await fetch(`${server.url}/portal/city/sharing/rest/portals/self?f=json`);
          return ((await portal.json()) as { error?: { code: number } }).error?.code;
        },
        { timeout: 20_000 },
      )
      .toBe(400);
    expect((await two.call(`/content/items/${two.own.item}`, {}, 'olga'))['title']).toBe('Quay');
    expect((await two.call(`/community/groups/${two.own.group}/users`, {}, 'olga'))['users']).toEqual([]);
  });

  test('writes each row on a line of its own, and restores nothing of a file with a missing line', async () => {
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => Object.keys(JSON.parse(line)).join())).toEqual([
      'format,name',
      ...lines.slice(2).map(() => 'table,row'),
      'rows',
    ]);
    const damaged = path.join(folder, 'damaged.json');
    for (const kept of [lines.slice(0, -1), lines.toSpliced(3, 1), lines.slice(1)]) {
      await writeFile(damaged, kept.join('\n'));
      await expect(org('revive', damaged)).rejects.toThrow('is not a backup of an organisation');
    }
    expect(await org('list')).not.toContain('city');
  });

  describe('restored from a file that someone has changed', () => {
    interface Line {
      table?: string;
      row: Record<string, unknown>;
      rows?: number;
    }
    const changed = path.join(tmpdir(), `mapping-changed-${randomBytes(6).toString('hex')}.json`);
    afterAll(() => rm(changed, { force: true }));

    async function writeChanged(change: (lines: Line[]) => void): Promise<void> {
      const text = (await readFile(file, 'utf8')).trimEnd().split('\n');
      const lines = text.slice(1).map((line) => JSON.parse(line) as Line);
      const end = lines.pop();
      change(lines);
      await writeFile(
        changed,
        [
          text[0],
          ...lines.map((line) => JSON.stringify(line)),
          JSON.stringify({ ...end, rows: lines.length }),
        ].join('\n'),
      );
    }
    const rowOf = (lines: Line[], table: string): Line => {
      const found = lines.find((line) => line.table === table);
      if (!found) throw new Error(`The file has no row of ${table}.`);
      return found;
    };

    test('writes nothing into another organisation, under its name or below its rows', async () => {
      const { database } = server;
      const theirs = '00000000-0000-4000-9000-000000000001';
      await sql`insert into map_comment (id, organisation, wid, thread, text, username, author, created_at)
        values (${theirs}, 'harbour', ${'0'.repeat(32)}, ${theirs}, 'Quay', 'olga', 'Olga', 1)`.execute(
        database,
      );
      const before = await everything();
      const changes: ((lines: Line[]) => void)[] = [
        (lines) => void Object.assign(rowOf(lines, 'audit_entry').row, { organisation: 'harbour' }),
        (lines) => void Object.assign(rowOf(lines, 'map_comment_photo').row, { comment: theirs }),
        (lines) => {
          const { row } = rowOf(lines, 'organisation');
          lines.splice(1, 0, { table: 'organisation', row: { ...row, name: 'third' } });
        },
      ];
      for (const change of changes) {
        await writeChanged(change);
        await expect(org('revive', changed)).rejects.toThrow('do not belong to “city”');
        expect(await everything()).toEqual(before);
      }
      await sql`delete from map_comment where id = ${theirs}`.execute(database);
    });

    test('is not bound to the portal organisation of another', async () => {
      const { database } = server;
      const { id } = await database
        .selectFrom('portal_organisation')
        .select('id')
        .where('url_key', '=', 'harbour')
        .executeTakeFirstOrThrow();
      await writeChanged(
        (lines) => void Object.assign(rowOf(lines, 'organisation').row, { portal_org_id: id }),
      );
      await org('revive', changed);
      const restored = await database
        .selectFrom('organisation')
        .select('portal_org_id')
        .where('name', '=', 'city')
        .executeTakeFirstOrThrow();
      expect(restored.portal_org_id).toBeNull();
      await org('delete', 'city', '--backup', `${changed}.again`, '--confirm', 'city');
      await rm(`${changed}.again`);
    });
  });

  test('can be undone for its settings, and reports that its users are not restored', async () => {
    expect(await org('revive', file)).toContain('no one can sign in');
    expect(await org('list')).toContain('city');
    const photos = await server.database
      .selectFrom('map_comment_photo')
      .where('comment', '=', comment)
      .select('bytes')
      .execute();
    expect(photos.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['picture']);
    const { count } = await server.database
      .selectFrom('map_comment')
      .where('thread', '=', comment)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(601);
  });
});
