import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { migrate } from '../../server/platform/database/migrate.ts';
import { checksumOf, migrations } from '../../server/platform/database/migrations.ts';
import { describeSchema } from '../rig/describe-schema.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createTestDatabase, type TestDatabase } from '../rig/test-database.ts';
import { callArcGis, recorded, signIn } from '../upgrades/fill-installation.ts';

/** Upgrades of installations of earlier releases, which `testing/upgrades/record-database.ts` has recorded. */
const folder = 'testing/upgrades';
const releases = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace('.sql', ''));

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

async function emptyDatabase(): Promise<TestDatabase> {
  const rig = await createTestDatabase(inject('databaseServerUrl'), { empty: true });
  cleanUp.push(() => rig.drop());
  return rig;
}

/** A database as a release left it. */
async function installationOf(release: string): Promise<TestDatabase> {
  const rig = await emptyDatabase();
  const client = new pg.Client({ connectionString: rig.url });
  await client.connect();
  await client.query(readFileSync(path.join(folder, `${release}.sql`), 'utf8'));
  await client.end();
  return rig;
}

/** Without the tables of layers, which a new installation does not have. */
const withoutLayers = (lines: readonly string[]) => lines.filter((line) => !/\bhosted\.s\d+_l\d+/.test(line));

async function newSchema(all = migrations): Promise<string[]> {
  const { database } = await emptyDatabase();
  await migrate(database, all);
  return describeSchema(database);
}

test('every release of the changelog is recorded', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const released = [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  expect(released).not.toEqual([]);
  expect(releases.toSorted()).toEqual(released.toSorted());
});

describe.each(releases)('an installation of %s', (release) => {
  test('gets the schema of a new installation', async () => {
    const { database } = await installationOf(release);
    await migrate(database);
    expect(withoutLayers(await describeSchema(database))).toEqual(await newSchema());
  });

  test('keeps accounts, maps, features and attachments', async () => {
    const rig = await installationOf(release);
    const server: TestServer = await startTestServer({ databaseUrl: rig.url });
    cleanUp.push(() => server.stop());
    const token = await signIn(server.url, recorded.password);
    const rest = `${server.url}/portal/city/sharing/rest`;
    const { results } = await callArcGis(`${rest}/search`, { token, q: `title:"${recorded.map.title}"` });
    expect(results).toMatchObject([{ title: recorded.map.title, owner: 'ada', access: 'public' }]);
    expect(await callArcGis(`${rest}/content/items/${results[0].id}/data`, { token })).toEqual(
      recorded.map.document,
    );
    const layer = `${server.url}/server/city/rest/services/Trees/FeatureServer/0`;
    const query = { token, where: 'height > 0', outFields: 'name,height,planted,Creator', outSR: '4326' };
    const { features } = await callArcGis(`${layer}/query`, query);
    expect(features).toMatchObject(
      recorded.features.map(({ attributes }) => ({ attributes: { ...attributes, Creator: 'ada' } })),
    );
    const note = await fetch(`${layer}/1/attachments/1?token=${token}`);
    expect(await note.text()).toBe(recorded.attachment);
    const { addResults } = await callArcGis(`${layer}/addFeatures`, { token, features: recorded.features });
    expect(addResults).toMatchObject([{ objectId: 4 }, { objectId: 5 }, { objectId: 6 }]);
  });

  test('gets each later migration once', async () => {
    let runs = 0;
    const later = {
      ...migrations,
      '9999_sample': {
        async up(database: Parameters<(typeof migrations)[string]['up']>[0]) {
          runs += 1;
          await sql`alter table portal_item add column sample text not null default 'sampled'`.execute(
            database,
          );
        },
      },
    };
    const { database } = await installationOf(release);
    await migrate(database, later);
    await migrate(database, later);
    expect(runs).toBe(1);
    const upgraded = withoutLayers(await describeSchema(database));
    expect(upgraded).toEqual(await newSchema(later));
    // The comparison notices one column.
    expect(upgraded).not.toEqual(await newSchema());
    const { rows } = await sql`select distinct sample from portal_item`.execute(database);
    expect(rows).toEqual([{ sample: 'sampled' }]);
  });
});

describe('a database that this version does not know is refused and stays as it is', () => {
  test.each([
    ['of a development version', '0001-organisations', 'database:development-schema', /empty database/],
    ['of a later one', '0001_initial', 'database:development-schema', /empty database/],
    ['of a newer version', '9999_later', 'database:newer-schema', /Start that version/],
  ])('%s', async (_what, name, id, message) => {
    const { database, url } = await emptyDatabase();
    await sql`create table kysely_migration (name text, timestamp text)`.execute(database);
    await sql`insert into kysely_migration values (${name}, '')`.execute(database);
    const before = await describeSchema(database);
    await expect(migrate(database)).rejects.toMatchObject({ id, message: expect.stringMatching(message) });
    await expect(startTestServer({ databaseUrl: url })).rejects.toMatchObject({ id });
    expect(await describeSchema(database)).toEqual(before);
  });

  test.each<[string, (database: TestDatabase['database']) => Promise<unknown>]>([
    [
      'from before schemas were told apart',
      (database) => sql`drop table migration_checksum`.execute(database),
    ],
    [
      'of another build with the same release',
      (database) => sql`update migration_checksum set checksum = 'another'`.execute(database),
    ],
    ['without a record of its schema', (database) => sql`delete from migration_checksum`.execute(database)],
  ])('of a development build %s', async (_what, change) => {
    const { database, url } = await emptyDatabase();
    await migrate(database);
    await change(database);
    const before = await describeSchema(database);
    const refusal = {
      id: 'database:development-schema',
      message: expect.stringMatching(
        /development .*start with an empty database \(DATABASE_URL\).*Nothing has been changed/,
      ),
    };
    await expect(migrate(database)).rejects.toMatchObject(refusal);
    await expect(startTestServer({ databaseUrl: url })).rejects.toMatchObject(refusal);
    expect(await describeSchema(database)).toEqual(before);
  });
});

test('the record of a schema does not depend on comments and line breaks', () => {
  const of = (statement: string) => checksumOf([statement, 'select 2']);
  expect(of('create table t (\n  -- Why.\n  a int\n)')).toBe(of('create table t ( a int )'));
  expect(of('create table t (a int)')).not.toBe(of('create table t (b int)'));
});
