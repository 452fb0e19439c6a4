import { describe, expect, test } from 'vitest';
import { endlessGeoPackage, geoPackage, listed } from '../../../../../testing/rig/geopackage-files.ts';
import { readOnlyLayer, readUpload } from '../../../../../testing/rig/upload-files.ts';

/** If one of these ran instead of being rejected, this test would never end, or run out of memory. */
const endless = `with recursive n(i) as (select 1 union all select i + 1 from n) select i as fid, 'x' as name from n`;
const large = `select 1 as fid, hex(zeroblob(400000000)) as name`;
const trees = 'create table trees (fid integer primary key, name text);';

/** Writes into the schema what SQLite would not allow. */
const rewriteSchema = (change: string) =>
  `pragma writable_schema = on; ${change}; pragma writable_schema = reset;`;

test('reads a plain table, whatever triggers, views and indexes exist beside it', async () => {
  const file = geoPackage(`${trees} insert into trees values (1, 'Oak'), (2, 'Elm'); ${listed('trees')}
    create view others as ${endless};
    create virtual table place using rtree(id, minx, maxx, miny, maxy);
    create trigger watch after insert on trees begin delete from trees; end;
    create index loud on trees (upper(name));
    create table made (a, b as (a + 1));`);
  const layer = await readOnlyLayer('a.gpkg', file);
  expect(layer).toMatchObject({ name: 'trees', featureCount: 2 });
  expect(layer.features.map(({ properties }) => properties['name'])).toEqual(['Oak', 'Elm']);
});

test('takes the chosen spatial reference where its own is undefined, and refuses a plane without one', async () => {
  // GP, version 0, little endian without an envelope, SRS -1; then the point (500000, 5600000).
  const point = '47500001ffffffff01010000000000000080841e4100000000c05c5541';
  const file = geoPackage(`create table trees (fid integer primary key, place blob);
    insert into trees values (1, x'${point}'); ${listed('trees', 'place')}
    insert into gpkg_spatial_ref_sys values ('Undefined Cartesian', -1, 'NONE', -1, 'undefined');
    update gpkg_geometry_columns set srs_id = -1;`);
  await expect(readUpload('a.gpkg', file)).rejects.toThrow(/“undefined” isn’t supported/);
  expect(await readUpload('a.gpkg', file, { wkid: 3857 })).toMatchObject({ layers: [{ wkid: 3857 }] });
});

describe('a GeoPackage that would run code is rejected:', () => {
  test.each<[string, string]>([
    ['an endless view', `create view trees as ${endless}; ${listed('trees')}`],
    ['a view that fills the memory', `create view trees as ${large}; ${listed('trees')}`],
    ['a view in other letters', `create view TREES as ${endless}; ${listed('trees')}`],
    [
      'a virtual table',
      `create virtual table trees using rtree(fid, minx, maxx, miny, maxy); ${listed('trees')}`,
    ],
    [
      'a computed column',
      `create table trees (fid integer primary key, name text as (hex(zeroblob(400000000)))); insert into trees (fid) values (1); ${listed('trees')}`,
    ],
    [
      'a stored computed column',
      `create table trees (fid integer primary key, name text as (upper('a')) stored); ${listed('trees')}`,
    ],
    ['a table that is not there', listed('trees')],
    ['the schema itself', listed('sqlite_schema')],
    ['a function that looks like a table', listed('pragma_database_list')],
  ])('%s', async (_what, statements) => {
    await expect(readUpload('a.gpkg', geoPackage(statements))).rejects.toThrow(/is a view, a virtual table/);
  });

  test.each(['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'])(
    'with its own directory %s as a view',
    async (name) => {
      const file = geoPackage(
        `${trees} ${listed('trees')} alter table ${name} rename to moved; create view ${name} as ${endless};`,
      );
      await expect(readUpload('a.gpkg', file)).rejects.toThrow(new RegExp(`“${name}” is a view`));
    },
  );

  test.each<[string, string]>([
    [
      'a view that calls itself a table',
      rewriteSchema(
        `update sqlite_schema set sql = 'create view trees as ${endless.replaceAll("'", "''")}' where name = 'trees'`,
      ),
    ],
    [
      'a view under the name of another entry',
      `${rewriteSchema(`update sqlite_schema set sql = 'create table elsewhere (fid integer primary key, name text)' where name = 'trees'`)}
       ${rewriteSchema(`insert into sqlite_schema values ('view', 'zzz', 'zzz', 0, 'create view trees as ${endless.replaceAll("'", "''")}')`)}`,
    ],
  ])('%s', async (_what, change) => {
    const file = geoPackage(`${trees} insert into trees values (1, 'a'); ${listed('trees')} ${change}`);
    await expect(readUpload('a.gpkg', file)).rejects.toThrow(/is a view|can’t be read/);
  });
});

describe('a GeoPackage larger than it claims is rejected:', () => {
  test('with endless rows from pages linked in a circle', async () => {
    const file = endlessGeoPackage();
    expect(file.length).toBeLessThan(50_000);
    await expect(readUpload('a.gpkg', file)).rejects.toThrow(/contains more than its size allows/);
  });

  test('with a text longer than a feature may be', async () => {
    const file = geoPackage(
      `${trees} insert into trees values (1, hex(zeroblob(30000000))); ${listed('trees')}`,
    );
    await expect(readUpload('a.gpkg', file)).rejects.toThrow(/too big/);
  });

  test('with very many layers', async () => {
    const many = Array.from(
      { length: 60 },
      (_none, n) => `create table t${n} (fid integer primary key, a); ${listed(`t${n}`)}`,
    );
    await expect(readUpload('a.gpkg', geoPackage(many.join('')))).rejects.toThrow(/51 layers/);
  });
});
