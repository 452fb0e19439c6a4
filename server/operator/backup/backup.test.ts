import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import {
  readStatements,
  readViews,
  type TableStatements,
} from '../../../testing/upgrades/table-statements.ts';
import type { Field } from '../../gis/layer/field.ts';
import { createArchive } from '../../gis/storage/archive-store.ts';
import { createHostedLayer } from '../../gis/storage/create-hosted-layer.ts';
import { addColumn, saveLayer } from '../../gis/storage/schema-store.ts';
import type { LayerInput } from '../../gis/storage/service-input.ts';
import { findService } from '../../gis/storage/service-store.ts';
import { insertViewLayer } from '../../gis/storage/view-store.ts';
import { type Database, poolOf } from '../../platform/database/connect.ts';
import { saveConfig, saveLogo } from '../../application/organisations/organisation-store.ts';
import { createGroup } from '../../portal/community/create-group.ts';
import { createUser } from '../../portal/community/create-user.ts';
import { addPreparedItem } from '../../portal/content/items/create-item.ts';
import { createPortalContext } from '../../portal/portal-context.ts';
import { recordAct } from '../../platform/audit/audit-store.ts';
import { backUp, backUpFiles, type Manifest, refuseFolderInData, restoreFiles } from './backup-store.ts';
import { restore } from './restore-store.ts';
import { quoted, readSequences } from './schema-store.ts';

let source: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let manifest: Manifest;
/** Of the layer. */
let table: string;
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
  await addLayers(source.database);
  manifest = await backUp(source.database, path.join(folder, 'backup'));
});

/** A layer with fields of several types, indexes, a history and a view, to which a field was added. */
async function addLayers(database: Database): Promise<void> {
  const add = (serviceName: string, isView: boolean) =>
    createHostedLayer(
      { database },
      { serviceName, isView, capabilities: 'Query,Editing', layers: isView ? [] : [rivers] },
    );
  await add('Rivers', false);
  await add('Large_rivers', true);
  const found = await findService(database, 'Rivers', 'root');
  const view = await findService(database, 'Large_rivers', 'root');
  const [layer] = found?.layers ?? [];
  if (!layer || !view) throw new Error('The services are gone.');
  table = layer.tableName;
  await database.transaction().execute(async (transaction) => {
    await createArchive(transaction, layer);
    const field = {
      ...layer.fields[2],
      name: 'Source',
      column: 'f9_source',
      defaultValue: 'survey',
    } as Field;
    const archived = { ...layer, archive: { startedAt: 1 }, fields: [...layer.fields, field] };
    await addColumn(transaction, archived, field);
    await saveLayer(transaction, archived, 1);
    await insertViewLayer(transaction, {
      source: archived,
      service: view.service,
      layerId: 0,
      name: 'Large rivers',
      definition: {
        ...archived,
        viewDefinition: {
          where: "Level > 1 and Name <> 'O''Neill'",
          isVolatile: false,
          shown: null,
          changes: {},
        },
      },
    });
    await sql`update ${sql.id('hosted', layer.tableName)} set f1_level = 3`.execute(transaction);
  });
}

const rivers: LayerInput = {
  name: 'Rivers',
  geometryType: 'esriGeometryPolyline',
  fields: [
    { name: 'Name', type: 'esriFieldTypeString', indexed: true },
    { name: 'Level', type: 'esriFieldTypeInteger' },
    { name: 'Seen', type: 'esriFieldTypeDate' },
  ],
  editorTracking: true,
  indexes: [{ name: 'Level_index', fields: ['Level'], isUnique: false, description: '' }],
  features: [
    {
      properties: { Name: 'Ä', Level: 2, Seen: 0 },
      geometry: {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    },
  ],
};

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
    const shapes = await readStatements(client);
    const digests: Record<string, string> = {};
    for (const { schema, name } of shapes) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(row, E'\\n' order by row)), '') as digest
         from (select to_jsonb(t)::text as row from ${quoted(schema, name)} t) rows`,
      );
      digests[`${schema}.${name}`] = rows[0]?.digest ?? '';
    }
    return {
      shapes: shapes.map(inAnyOrder),
      digests,
      sequences: await readSequences(client),
      views: await readViews(client),
    };
  } finally {
    client.release();
  }
}

/** A history that began before its layer got a field has its columns in another order. */
const inAnyOrder = ({ columns, create, ...shape }: TableStatements) => ({
  ...shape,
  columns: columns.toSorted(),
  create: create.map((statement) => statement.split(/, |\)$/).toSorted()),
});

/** The tables and views of layers. */
async function layerRelations(database: Database): Promise<string[]> {
  const { rows } = await poolOf(database).query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'hosted'::regnamespace and relkind in ('r', 'v') order by 1`,
  );
  return rows.map(({ name }) => name);
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
    expect(after.views.filter((statement) => statement.includes('CREATE TRIGGER'))).toHaveLength(4);
    expect(after.digests[`hosted.${table}_history`]).toMatch(/^1 /);
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
    await createHostedLayer({ database }, { serviceName: 'Deleted', layers: [rivers] });
    await createHostedLayer({ database }, { serviceName: 'Emptied', layers: [rivers] });
    const tableOf = async (service: string) =>
      (await findService(database, service, 'root'))?.layers[0]?.tableName ?? '';
    const [deleted, emptied] = [await tableOf('Deleted'), await tableOf('Emptied')];
    await pool.query(count(1));
    const waits = `select 1 from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())`;
    const holder = await pool.connect();
    await holder.query('begin; lock table organisation in access exclusive mode');
    const writing = backUp(database, path.join(folder, 'busy'));
    await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1);
    await pool.query(
      `begin; drop table hosted.${deleted}; delete from hosted_layer where table_name = '${deleted}'; commit`,
    );
    await pool.query(`begin; truncate hosted.${emptied}; ${count(0)}; commit`);
    await holder.query('commit');
    holder.release();
    const { tables } = await writing;
    const rowsOf = (wanted: string) => tables.find(({ name }) => name === wanted)?.rows;
    expect([rowsOf(deleted), rowsOf(emptied)]).toEqual([undefined, 0]);
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
    expect(await layerRelations(database)).toEqual([]);
    await restore(database, path.join(folder, 'backup'));
    expect(await database.selectFrom('organisation').selectAll().execute()).toHaveLength(2);
  });

  test('removes what a killed restore has left', async () => {
    const { database } = await emptyPlace();
    await poolOf(database).query(`insert into installation_fact values ('restore_begun', 'true');
      create table hosted.${table} (objectid bigint, unfinished text);
      create table hosted.${table}_history (like hosted.${table});
      create table hosted.s900_l0 (objectid bigint); create view hosted.s901_l0 as table hosted.s900_l0`);
    await restore(database, path.join(folder, 'backup'));
    expect(await layerRelations(database)).toEqual(await layerRelations(source.database));
    const { digests } = await everything(database);
    expect(digests['public.installation_fact']).toMatch(/^0 /);
  });

  test.each([
    ['a table', `create table hosted.s1_l0 (objectid bigint)`],
    [
      'a table of others',
      `create table hosted.notes (id bigint);
      insert into installation_fact values ('restore_begun', 'true')`,
    ],
  ])('refuses %s that it has not created', async (_what, statements) => {
    const { database } = await emptyPlace();
    await poolOf(database).query(statements);
    await expect(restore(database, path.join(folder, 'backup'))).rejects.toThrow('contains data');
    expect(await layerRelations(database)).toHaveLength(1);
  });
});

describe('a backup that somebody changed', () => {
  const changed = async (change: (read: Manifest) => object) => {
    const copy = await mkdtemp(path.join(folder, 'changed-'));
    await cp(path.join(folder, 'backup'), copy, { recursive: true });
    await writeFile(path.join(copy, 'manifest.json'), JSON.stringify(change(manifest)));
    return copy;
  };
  const attack = `create table public.intruder ()`;

  test('runs no statement in it', async () => {
    const { database } = await emptyPlace();
    const copy = await changed((read) => ({
      ...read,
      tables: read.tables.map((each) => ({ ...each, create: [attack], finish: [attack] })),
      sequences: read.sequences.map((each) => ({ ...each, statement: attack })),
      views: [attack],
    }));
    await restore(database, copy);
    const { rows } = await poolOf(database).query(`select to_regclass('public.intruder') as found`);
    expect(rows).toEqual([{ found: null }]);
  });

  test.each([
    ['table', { name: `organisation" cascade; ${attack}; --` }],
    ['table of others', { name: 'kysely_migration', columns: ['name', 'timestamp'] }],
    ['schema', { schema: `pg_catalog` }],
    ['column', { columns: ['name) from stdin; --'] }],
    ['file', { file: '../secret' }],
  ])('with another %s is refused', async (_what, change) => {
    const { database } = await emptyPlace();
    const copy = await changed(({ tables: [first, ...others], ...read }) => ({
      ...read,
      tables: [{ ...first, ...change }, ...others],
    }));
    await expect(restore(database, copy)).rejects.toThrow(
      expect.objectContaining({ id: 'backup:unreadable' }),
    );
  });

  test.each(['tables', 'sequences'] as const)('and lacks one of the %s is refused', async (kind) => {
    const { database } = await emptyPlace();
    const copy = await changed((read) => ({ ...read, [kind]: read[kind].slice(1) }));
    await expect(restore(database, copy)).rejects.toThrow(
      expect.objectContaining({ id: 'backup:unreadable' }),
    );
  });

  test.each([
    [`{fields,2,column}`, `"x$archive$; ${attack}; --"`],
    [`{fields,2,type}`, `"constructor"`],
  ])('and has %s that the product does not give is refused', async (place, value) => {
    const pool = poolOf(source.database);
    const { rows } = await pool.query<{ definition: object }>(
      'select definition from hosted_layer where table_name = $1',
      [table],
    );
    const describe = (definition: string) =>
      pool.query(`update hosted_layer set definition = ${definition} where table_name = $1`, [table]);
    await describe(`jsonb_set(definition, '${place}', ${pg.escapeLiteral(value)})`);
    const copy = path.join(folder, `described-${place}`);
    await backUp(source.database, copy);
    await describe(pg.escapeLiteral(JSON.stringify(rows[0]?.definition)));
    const target = await emptyPlace();
    await expect(restore(target.database, copy)).rejects.toThrow(
      expect.objectContaining({ id: 'backup:unreadable' }),
    );
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

test('is refused inside of the installation’s folder, also by a link, and nowhere else', async () => {
  const dataDir = await mkdtemp(path.join(folder, 'installation-'));
  const link = path.join(folder, 'link');
  await symlink(dataDir, link);
  for (const inside of [dataDir, path.join(dataDir, 'new', 'backup'), path.join(link, '..backup')])
    await expect(refuseFolderInData(inside, dataDir)).rejects.toThrow('inside DATA_DIR');
  for (const outside of [`${dataDir}-backup`, path.join(folder, 'new', 'backup'), folder])
    await refuseFolderInData(outside, dataDir);
});
