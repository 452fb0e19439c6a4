import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../testing/rig/test-database.ts';
import { listPlaces, loadPlaces, removePlaces } from '../../../operator/commands.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Place } from '../place.ts';
import { loadGazetteer, loadGazetteerFile } from './load-gazetteer-file.ts';
import { copyLine } from './place-rows.ts';

let database: Database;
let drop: () => Promise<void>;
let folder: string;

beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-gazetteer-'));
});
afterAll(async () => {
  await drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  for (const table of ['place', 'place_word', 'street_point', 'gazetteer'] as const)
    await database.deleteFrom(table).execute();
});

const cafe: Place = {
  id: 'n1',
  kind: 'poi',
  category: 'cafe',
  names: ['Tab\there "and" \\ there'],
  longitude: 71.4,
  latitude: 51.1,
};
const address = (id: string, houseNumber: string, longitude: number): Place => ({
  id,
  kind: 'address',
  names: [],
  street: 'улица Кенесары',
  houseNumber,
  city: 'Астана',
  countryCode: 'KZ',
  longitude,
  latitude: 51.1,
});
const names = async () =>
  (await database.selectFrom('place').select('name').orderBy('name').execute()).map(({ name }) => name);

describe('loadGazetteer', () => {
  test('keeps every character of a place', async () => {
    await loadGazetteer(database, [cafe], { dataset: 'a' });
    expect(await names()).toEqual(cafe.names);
  });

  test('skips the same version, replaces an older one and leaves other datasets alone', async () => {
    const other = { ...cafe, names: ['Other'] };
    await loadGazetteer(database, [other], { dataset: 'b', version: '1' });
    expect(
      await loadGazetteer(database, [cafe, { ...cafe, id: 'n2' }], { dataset: 'a', version: '1' }),
    ).toEqual({ loaded: true, places: 2 });
    const unread = Iterator.from([0]).map((): Place => {
      throw new Error('must not be read');
    });
    expect(await loadGazetteer(database, unread, { dataset: 'a', version: '1' })).toEqual({
      loaded: false,
      places: 0,
    });
    await loadGazetteer(database, [{ ...cafe, names: ['New'] }], { dataset: 'a', version: '2' });
    expect(await names()).toEqual(['New', 'Other']);
    const words = await database.selectFrom('place_word').select('word').orderBy('word').execute();
    expect(words.map(({ word }) => word)).toEqual(['#cafe', '#cafe', 'new', 'other']);
  });

  test('leaves the older version unchanged when a source fails', async () => {
    await loadGazetteer(database, [cafe], { dataset: 'a', version: '1' });
    const failing = (function* (): Generator<Place> {
      yield { ...cafe, names: ['Half'] };
      throw new Error('the disk is gone');
    })();
    await expect(loadGazetteer(database, failing, { dataset: 'a', version: '2' })).rejects.toThrow(
      'the disk is gone',
    );
    expect(await names()).toEqual(cafe.names);
  });

  test('makes one dataset of two concurrent loads', async () => {
    const results = await Promise.all(
      [1, 2, 3].map(() => loadGazetteer(database, [cafe], { dataset: 'a', version: '1' })),
    );
    expect(results.filter(({ loaded }) => loaded)).toHaveLength(1);
    expect(await names()).toHaveLength(1);
  });

  test('creates a missing street of addresses once', async () => {
    const street: Place = {
      id: 'w1',
      kind: 'street',
      names: ['ул. Абая'],
      city: 'Астана',
      countryCode: 'KZ',
      longitude: 71,
      latitude: 51,
    };
    const abay = { ...address('a3', '1', 71.5), street: 'улица Абая' };
    await loadGazetteer(database, [address('a1', '1', 71.4), address('a2', '2', 71.6), abay, street], {
      dataset: 'a',
    });
    const streets = await database
      .selectFrom('place')
      .selectAll()
      .where('kind', '=', 'street')
      .orderBy('name')
      .execute();
    expect(streets.map(({ name }) => name)).toEqual(['ул. Абая', 'улица Кенесары']);
    expect(streets[1]).toMatchObject({
      longitude: 71.5,
      extent_west: 71.4,
      extent_east: 71.6,
      city: 'Астана',
      country_code: 'KZ',
    });
  });
});

test('loads, lists and removes datasets by the operator’s commands', async () => {
  const file = path.join(folder, 'operator.ndjson');
  await writeFile(
    file,
    `{"dataset":"harbour","version":"3","attribution":"© City"}\n${JSON.stringify(cafe)}\n`,
  );
  await loadGazetteer(database, [cafe], { dataset: 'b' });
  expect(await loadPlaces(database, file)).toContain('has 1 place now');
  expect(await loadPlaces(database, file)).toContain('already');
  expect(await listPlaces(database)).toContain('harbour\tversion 3\t1 place\t© City');
  await removePlaces(database, 'harbour');
  expect(await names()).toHaveLength(1);
  expect((await database.selectFrom('place_word').select('gazetteer_id').distinct().execute()).length).toBe(
    1,
  );
  await expect(removePlaces(database, 'harbour')).rejects.toMatchObject({ id: 'places:no-gazetteer' });
});

describe('gazetteer files', () => {
  const header = JSON.stringify({ dataset: 'file', version: '7', attribution: '© someone' });
  const write = async (name: string, content: string | Buffer) => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return file;
  };

  test('load, compressed or not, with an empty last line', async () => {
    const text = `${header}\n${JSON.stringify(cafe)}\n\n`;
    expect(await loadGazetteerFile(database, await write('a.ndjson', text))).toEqual({
      dataset: 'file',
      loaded: true,
      places: 1,
    });
    expect(await loadGazetteerFile(database, await write('a.ndjson.gz', gzipSync(text)))).toMatchObject({
      loaded: false,
    });
    expect(await database.selectFrom('gazetteer').selectAll().execute()).toMatchObject([
      { attribution: '© someone', place_count: 1 },
    ]);
  });

  test.each([
    ['no header', '', /line 1: Not valid JSON/],
    ['a header without a version', '{"dataset":"x"}', /line 1: version/],
    ['broken JSON', `${header}\n{"id":`, /line 2: Not valid JSON/],
    ['a place off the earth', `${header}\n${JSON.stringify({ ...cafe, latitude: 91 })}`, /line 2: latitude/],
    [
      'a nameless city',
      `${header}\n${JSON.stringify({ ...cafe, kind: 'city', names: [] })}`,
      /line 2: names/,
    ],
    [
      'an address without a number',
      `${header}\n${JSON.stringify({ ...address('a', '', 71) })}`,
      /line 2: street/,
    ],
    ['a NUL character', `${header}\n${JSON.stringify({ ...cafe, names: ['a\0b'] })}`, /line 2: names.0/],
  ])('with %s are rejected, and the error names the line', async (_case, text, message) => {
    const file = await write('bad.ndjson', text);
    await expect(loadGazetteerFile(database, file)).rejects.toMatchObject({
      id: 'places:bad-gazetteer',
      message: expect.stringMatching(message),
    });
    expect(await names()).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')('are closed, also if nothing of them is read', async () => {
    const open = async () => {
      const files = await readdir('/proc/self/fd');
      const targets = await Promise.all(files.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
      return targets.filter((target) => target.startsWith(folder));
    };
    const lines = `${JSON.stringify(cafe)}\n`.repeat(20_000);
    const known = await write('known.ndjson', `${header}\n${lines}`);
    await loadGazetteer(database, [cafe], { dataset: 'file', version: '7' });
    expect(await loadGazetteerFile(database, known)).toMatchObject({ loaded: false });
    const invalid = await write('invalid.ndjson', `{"dataset":"x"}\n${lines}`);
    await expect(loadGazetteerFile(database, invalid)).rejects.toMatchObject({ id: 'places:bad-gazetteer' });
    await expect.poll(open).toEqual([]);
  });

  test('that are missing or truncated are rejected', async () => {
    await expect(loadGazetteerFile(database, path.join(folder, 'none'))).rejects.toMatchObject({
      id: 'places:bad-gazetteer',
    });
    const whole = gzipSync(`${header}\n${`${JSON.stringify(cafe)}\n`.repeat(5_000)}`);
    const cut = await write('cut.ndjson.gz', whole.subarray(0, whole.length - 20));
    await expect(loadGazetteerFile(database, cut)).rejects.toMatchObject({ id: 'places:bad-gazetteer' });
  });
});

test('escapes special characters of COPY', () => {
  expect(copyLine(['a\tb\\c\nd', null, 1.5, ['x"y', 'z\\']])).toBe(
    'a\\tb\\\\c\\nd\t\\N\t1.5\t{"x\\\\"y","z\\\\\\\\"}\n',
  );
});
