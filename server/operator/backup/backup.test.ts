import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import { type Database, poolOf } from '../../platform/database/connect.ts';
import { saveConfig, saveLogo } from '../../application/organisations/organisation-store.ts';
import { createGroup } from '../../portal/community/create-group.ts';
import { createUser } from '../../portal/community/create-user.ts';
import { addPreparedItem } from '../../portal/content/items/create-item.ts';
import { createPortalContext } from '../../portal/portal-context.ts';
import { recordAct } from '../../platform/audit/audit-store.ts';
import { backUp, backUpFiles, type Manifest, restore, restoreFiles } from './backup-store.ts';
import { quoted, readSequences, readShapes, readViews } from './schema-store.ts';

let source: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let manifest: Manifest;
const opened: Awaited<ReturnType<typeof createTestDatabase>>[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-backup-'));
  source = await createTestDatabase();
  const context = createPortalContext({ database: source.database, publicUrl: 'http://localhost:8080' });
  for (const name of ['demo', 'bay']) await saveConfig(source.database, name, { title: name }, 'test');
  await saveLogo(source.database, 'demo', 'image/png', randomBytes(3000));
  await createUser(context, {
    username: 'ada',
    fullName: 'Ада Ä',
    role: 'org_admin',
    password: 'correct horse battery',
  });
  await createGroup(context, { title: 'Maps', owner: 'ada', access: 'org' });
  await addPreparedItem(context, 'ada', { title: 'Rivers', type: 'Web Map' });
  await recordAct(source.database, { organisation: 'demo', actor: 'ada', act: 'config.saved' });
  // A layer created at run time: column types, collation, storage, keys and an index of its own.
  await poolOf(source.database).query(`
    create schema if not exists hosted;
    create table hosted.layer_test (objectid bigint not null, globalid uuid not null, box box, shape bytea,
      "Name of it" text collate "und-x-icu", level integer not null default 7);
    alter table hosted.layer_test alter shape set storage main;
    alter table hosted.layer_test add primary key (objectid);
    create unique index on hosted.layer_test (globalid);
    create index on hosted.layer_test using gist (box);
    create view hosted.layer_view as select objectid, level from hosted.layer_test where level > 1;
    create function hosted.layer_at(bigint) returns setof hosted.layer_test language sql stable
      as $past$ select * from hosted.layer_test where level > $1 $past$;
    create function hosted.layer_archive() returns trigger language plpgsql
      as $archive$ begin update hosted.layer_test set level = 9 where false; return null; end $archive$;
    create trigger layer_changed after update on hosted.layer_test referencing old table as before
      for each statement execute function hosted.layer_archive();
    insert into hosted.layer_test values (1, gen_random_uuid(), '((1,2),(3,4))', '\\x00ff', 'Ä', 2)`);
  manifest = await backUp(source.database, path.join(folder, 'backup'));
});
afterEach(async () => {
  for (const rig of opened.splice(0)) await rig.drop();
});
afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true });
});

async function emptyPlace() {
  const rig = await createTestDatabase();
  opened.push(rig);
  return rig;
}

/** The shape of every table with a digest of its rows, and the value of every sequence. */
async function everything(database: Database) {
  const client = await poolOf(database).connect();
  try {
    const shapes = await readShapes(client);
    const digests: Record<string, string> = {};
    for (const { schema, name } of shapes) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(row, E'\\n' order by row)), '') as digest
         from (select t::text as row from ${quoted(schema, name)} t) rows`,
      );
      digests[`${schema}.${name}`] = rows[0]?.digest ?? '';
    }
    return { shapes, digests, sequences: await readSequences(client), views: await readViews(client) };
  } finally {
    client.release();
  }
}

describe('a backup', () => {
  test('restored into an empty installation is the same, table by table', async () => {
    const target = await emptyPlace();
    await restore(target.database, path.join(folder, 'backup'));
    const [before, after] = [await everything(source.database), await everything(target.database)];
    expect(after.digests).toEqual(before.digests);
    expect(after.shapes).toEqual(before.shapes);
    expect(after.sequences).toEqual(before.sequences);
    expect(after.views).toEqual(before.views);
    expect(after.views).toEqual([
      expect.stringContaining('layer_view'),
      expect.stringContaining('layer_archive'),
      expect.stringContaining('layer_at'),
      expect.stringContaining('layer_changed'),
    ]);
    expect(Object.keys(after.digests)).toContain('hosted.layer_test');
  });

  test('keeps the constraints of the database', async () => {
    const target = await emptyPlace();
    await restore(target.database, path.join(folder, 'backup'));
    const orphan = { organisation: 'nowhere', actor: 'ada', act: 'x' };
    await expect(recordAct(target.database, orphan)).rejects.toThrow('foreign key');
    await recordAct(target.database, { ...orphan, organisation: 'demo' });
    expect(await target.database.selectFrom('audit_entry').select('id').orderBy('id').execute()).toHaveLength(
      2,
    );
  });

  test('keeps the triggers working', async () => {
    const { database } = await emptyPlace();
    await restore(database, path.join(folder, 'backup'));
    await addPreparedItem({ database, now: Date.now }, 'ada', { title: 'Lakes', type: 'Web Map' });
    const words = await database.selectFrom('portal_item_word').select('word').execute();
    expect(words.map(({ word }) => word)).toEqual(expect.arrayContaining(['rivers', 'lakes']));
  });

  test('is readable by the operator only, and never overwrites another', async () => {
    for (const file of await readdir(path.join(folder, 'backup')))
      expect((await stat(path.join(folder, 'backup', file))).mode & 0o077).toBe(0);
    await expect(backUp(source.database, path.join(folder, 'backup'))).rejects.toThrow('is not empty');
  });

  test('is of one point in time: its row counts match the copied rows', () => {
    expect(manifest.tables.find(({ name }) => name === 'organisation')?.rows).toBe(2);
  });
});

describe('a backup while people work', () => {
  test('is of one point in time, although layers are deleted and emptied meanwhile', async () => {
    const { database } = await emptyPlace();
    const pool = poolOf(database);
    const count = (rows: number) =>
      `insert into installation_fact values ('rows', '${rows}') on conflict (name) do update set value = excluded.value`;
    await pool.query(`create schema if not exists hosted;
      create table hosted.layer_deleted (objectid bigint);
      create table hosted.layer_emptied (objectid bigint);
      insert into hosted.layer_emptied values (1);
      ${count(1)}`);
    const waits = `select 1 from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())`;
    const holder = await pool.connect();
    await holder.query('begin; lock table organisation in access exclusive mode');
    const writing = backUp(database, path.join(folder, 'busy'));
    await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1);
    await pool.query('drop table hosted.layer_deleted');
    await pool.query(`begin; truncate hosted.layer_emptied; ${count(0)}; commit`);
    await holder.query('commit');
    holder.release();
    const { tables } = await writing;
    const rowsOf = (wanted: string) => tables.find(({ name }) => name === wanted)?.rows;
    expect([rowsOf('layer_deleted'), rowsOf('layer_emptied')]).toEqual([undefined, 0]);
    const target = await emptyPlace();
    await restore(target.database, path.join(folder, 'busy'));
    const fact = await target.database
      .selectFrom('installation_fact')
      .select('value')
      .where('name', '=', 'rows')
      .executeTakeFirst();
    expect(fact?.value).toBe(0);
  });
});

describe('restoring', () => {
  test('refuses an installation that is in use', async () => {
    await expect(restore(source.database, path.join(folder, 'backup'))).rejects.toThrow('contains data');
  });

  test('rejects a folder that is not a backup, and one of another version', async () => {
    const { database } = await emptyPlace();
    await expect(restore(database, path.join(folder, 'nowhere'))).rejects.toThrow('no complete backup');
    const other = await mkdtemp(path.join(folder, 'other-'));
    const later = { ...manifest, migrations: [...manifest.migrations, '9999-later'] };
    await writeFile(path.join(other, 'manifest.json'), JSON.stringify(later));
    await expect(restore(database, other)).rejects.toThrow('another version');
  });

  test('of a damaged backup changes nothing', async () => {
    const { database } = await emptyPlace();
    const damaged = await mkdtemp(path.join(folder, 'damaged-'));
    for (const { file } of manifest.tables)
      await writeFile(path.join(damaged, file), await readFile(path.join(folder, 'backup', file)));
    await writeFile(path.join(damaged, 'manifest.json'), JSON.stringify(manifest));
    const victim = manifest.tables.find(({ name }) => name === 'portal_user');
    await writeFile(path.join(damaged, victim?.file ?? ''), 'not gzip');
    await expect(restore(database, damaged)).rejects.toThrow('incorrect header check');
    expect(await database.selectFrom('organisation').selectAll().execute()).toEqual([]);
    await restore(database, path.join(folder, 'backup'));
    expect(await database.selectFrom('organisation').selectAll().execute()).toHaveLength(2);
  });
});

test('copies the other files of the installation, and keeps existing ones', async () => {
  const dataDir = await mkdtemp(path.join(folder, 'data-'));
  await writeFile(path.join(dataDir, 'city.pmtiles'), 'tiles');
  await writeFile(path.join(dataDir, 'postgres.password'), 'secret');
  const kept = path.join(folder, 'kept');
  expect(await backUpFiles(dataDir, kept)).toBe(1);
  const target = await mkdtemp(path.join(folder, 'target-'));
  await restoreFiles(kept, target);
  expect(await readdir(target)).toEqual(['city.pmtiles']);
  await writeFile(path.join(target, 'city.pmtiles'), 'newer');
  await restoreFiles(kept, target);
  expect(await readFile(path.join(target, 'city.pmtiles'), 'utf8')).toBe('newer');
});
