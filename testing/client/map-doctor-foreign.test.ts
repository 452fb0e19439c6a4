import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import { recordSeen } from '../../server/application/map-doctor/foreign-map-store.ts';
import {
  checkDueForeignMaps,
  type ForeignDoctorOptions,
  createGalleryRounds,
} from '../../server/application/map-doctor/start-map-doctor.ts';
import { busy } from '../../server/platform/budgets/budget-errors.ts';
import { createBudgets } from '../../server/platform/budgets/budgets.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { currentRequester } from '../../server/platform/budgets/requester.ts';
import type { MapCheck } from '../../wire/map-check.ts';
import { type ContentRig, createContentRig } from '../rig/content-rig.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** An external portal; and our server, whose organisation `town` has its maps there. */
let elsewhere: ContentRig;
let here: TestServer;
let doctor: ForeignDoctorOptions;
let now = 0;
/** The portal in the organisation's config. */
let portal = '';
const requested: string[] = [];
const host = createServer((request, response) => {
  requested.push(request.url ?? '');
  if (request.headers.authorization || /token=/.test(request.url ?? '')) requested.push('with a token');
  if (request.url?.startsWith('/broken/')) response.writeHead(500);
  response.end('{"layers":[]}');
});
let layers = '';

beforeAll(async () => {
  elsewhere = await createContentRig();
  here = await startTestServer();
  await new Promise<void>((done) => {
    host.listen(0, '127.0.0.1', done);
  });
  const where = `127.0.0.1:${(host.address() as AddressInfo).port}`;
  layers = `http://${where}`;
  portal = `${elsewhere.url}/portal`;
  await saveConfig(here.database, 'town', { portal: { url: portal, adminGroupId: 'team' } }, 'test');
  doctor = {
    database: here.database,
    documents: elsewhere.portal.context.documents,
    publicUrl: here.url,
    ownUrl: here.url,
    allowed: new Set([where, new URL(elsewhere.url).host]),
    now: () => now,
    findForeignPortal: async () => portal,
  };
});
afterAll(async () => {
  host.close();
  await here.stop();
  await elsewhere.stop();
});
beforeEach(async () => {
  now = Date.now();
  requested.length = 0;
  portal = `${elsewhere.url}/portal`;
  await here.database.deleteFrom('foreign_map_check').execute();
});

async function addMap(title: string, paths: string[], access: 'public' | 'org' | 'private' = 'public') {
  const operationalLayers = paths.map((path) => ({
    title: `Layer ${path}`,
    url: `${layers}/${path}/FeatureServer?token=someone`,
    layerType: 'ArcGISFeatureLayer',
  }));
  const id = await elsewhere.addMap({ title, text: JSON.stringify({ operationalLayers }) });
  await setAccess(id, access);
  return id;
}

async function setAccess(id: string, access: 'public' | 'org' | 'private') {
  const org = String(access !== 'private');
  const answer = await elsewhere.call(`/content/users/grace/items/${id}/share`, {
    everyone: String(access === 'public'),
    org,
  });
  expect(answer['error']).toBeUndefined();
}

type Person = 'grace' | 'linus' | 'ada' | 'otto' | '';

async function checks(query: string, person: Person = 'grace'): Promise<MapCheck[]> {
  const token = person && elsewhere[person].token;
  const response = await fetch(`${here.url}/api/town/map-checks?${query}`, {
    headers: token ? { authorization: `Bearer ${token}`, 'x-portal': portal } : {},
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { results: MapCheck[] }).results;
}

const remembered = async () =>
  (await here.database.selectFrom('foreign_map_check').select('item_id').execute()).map(
    ({ item_id }) => item_id,
  );

test('checks a map seen by a member in the background, without a token, and again after a day', async () => {
  const id = await addMap('Well', ['well']);
  expect(await checks(`ids=${id}`)).toEqual([]);
  expect(await checkDueForeignMaps(doctor)).toBe(1);
  expect(await checks(`ids=${id}`)).toEqual([
    {
      id,
      checkedAt: now,
      attention: false,
      problems: [],
      layers: [{ title: 'Layer well', state: 'ok', milliseconds: expect.any(Number) }],
    },
  ]);
  expect(requested).toEqual(['/well/FeatureServer?f=json']);
  expect(await checkDueForeignMaps(doctor)).toBe(0);
  now += limits.mapCheckHours * 3_600_000 + 1;
  expect(await checkDueForeignMaps(doctor)).toBe(1);
});

test('a request that reads results may be repeated, also after it has recorded which maps were seen', async () => {
  const answer = createBudgets().content.run(undefined, async () => {
    await recordSeen(here.database, { organisation: 'town', portal }, ['a'.repeat(32)], now);
    throw busy('content', 5);
  });
  await expect(answer).rejects.toMatchObject({ id: 'busy:content' });
});

test.each<[Person, boolean, boolean]>([
  // who, starts checking a map, sees which layer
  ['grace', true, true], // owns the map, and is in the administrators' group
  ['linus', true, true], // administrators' group
  ['ada', true, false],
  ['otto', true, false],
  ['', false, false],
])('%s: the map is checked %s, layers are reported %s', async (person, starts, areReported) => {
  const id = await addMap('Broken', ['well', 'broken']);
  await checks(`ids=${id}`, person);
  expect(await remembered()).toEqual(starts ? [id] : []);
  await checks(`ids=${id}`, 'ada');
  await checkDueForeignMaps(doctor);
  const [check] = await checks(`ids=${id}`, person);
  expect(check).toMatchObject({ id, attention: true, problems: ['dead'] });
  expect(check?.layers?.map(({ state }) => state)).toEqual(areReported ? ['ok', 'dead'] : undefined);
  expect((await checks('attention=true', person)).map((found) => found.id)).toEqual([id]);
});

test.each(['org', 'private'] as const)('reads and reports nothing of a map that is %s', async (access) => {
  const id = await addMap('Ours', ['broken'], access);
  await checks(`ids=${id}`);
  expect(await checkDueForeignMaps(doctor)).toBe(1);
  expect(requested).toEqual([]);
  expect(await checks(`ids=${id}`)).toEqual([]);
  expect(await checks('attention=true')).toEqual([]);
  // It is not requested again in every round.
  expect(await checkDueForeignMaps(doctor)).toBe(0);
});

test('deletes its results when a map is no longer public', async () => {
  const id = await addMap('Withdrawn', ['broken']);
  await checks(`ids=${id}`);
  await checkDueForeignMaps(doctor);
  expect(await checks('attention=true', '')).toHaveLength(1);
  await setAccess(id, 'private');
  now += limits.mapCheckHours * 3_600_000 + 1;
  await checkDueForeignMaps(doctor);
  expect(await checks('attention=true', '')).toEqual([]);
  const row = here.database.selectFrom('foreign_map_check').select(['owner', 'layers', 'attention']);
  expect(await row.executeTakeFirst()).toEqual({ owner: '', layers: [], attention: false });
});

test('draws no conclusions from a portal that does not respond', async () => {
  const id = await addMap('Well', ['broken']);
  await checks(`ids=${id}`);
  await checkDueForeignMaps(doctor);
  now += limits.mapCheckHours * 3_600_000 + 1;
  const before = await checks(`ids=${id}`);
  // A forbidden address counts as missing.
  expect(await checkDueForeignMaps({ ...doctor, allowed: new Set() })).toBe(1);
  expect(await checks(`ids=${id}`)).toEqual(before);
  // Its claim excludes it from the next rounds for a while.
  expect(await checkDueForeignMaps(doctor)).toBe(0);
  now += limits.mapCheckClaimMilliseconds;
  expect(await checkDueForeignMaps(doctor)).toBe(1);
  expect((await checks(`ids=${id}`))[0]?.checkedAt).toBe(now);
});

test('ignores malformed item ids, and items that are not web maps', async () => {
  const file = await elsewhere.addMap({ title: 'A text', type: 'GeoJson', text: '{}' });
  await setAccess(file, 'public');
  await checks(`ids=${file},..%2F..%2Fadmin,x`);
  expect(await remembered()).toEqual([file]);
  await checkDueForeignMaps(doctor);
  expect(await checks(`ids=${file}`)).toEqual([]);
});

test('requests a layer’s portal item as a visitor', async () => {
  const hidden = await elsewhere.addMap({ title: 'Hidden data' });
  const text = JSON.stringify({ operationalLayers: [{ title: 'Hidden', itemId: hidden }] });
  const id = await elsewhere.addMap({ title: 'Names an item', text });
  await setAccess(id, 'public');
  await checks(`ids=${id}`);
  await checkDueForeignMaps(doctor);
  expect((await checks(`ids=${id}`, ''))[0]).toMatchObject({ attention: true, problems: ['sign-in'] });
});

test('drops the results of an organisation that moves to another portal', async () => {
  const id = await addMap('Well', ['well']);
  await checks(`ids=${id}`);
  portal = 'https://portal.example';
  await checkDueForeignMaps(doctor);
  expect(requested).toEqual([]);
  expect(await remembered()).toEqual([]);
});

test('keeps recently seen maps, and drops those no longer seen', async () => {
  const place = { organisation: 'town', portal };
  const ids = Array.from({ length: limits.foreignMaps + 5 }, (_, index) => `map${index}`);
  await recordSeen(here.database, place, ids.slice(0, 10), now - 2 * 3_600_000);
  await recordSeen(here.database, place, ids.slice(5), now);
  const kept = await remembered();
  expect(kept).toHaveLength(limits.foreignMaps);
  expect(kept).toContain('map5');
  expect(kept).not.toContain('map4');
  now += (limits.foreignMapDays + 1) * 24 * 3_600_000;
  expect(await checkDueForeignMaps(doctor)).toBe(0);
  expect(await remembered()).toEqual([]);
});

test('checks a map once with several processes', async () => {
  for (const title of ['A', 'B', 'C']) await checks(`ids=${await addMap(title, [])}`);
  const counts = await Promise.all([1, 2, 3].map(() => checkDueForeignMaps(doctor)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
});

describe('groups of an organisation’s gallery', () => {
  const group = async (title: string, access: 'public' | 'private', maps: readonly string[]) => {
    const made = await elsewhere.call('/community/createGroup', { title, access });
    for (const id of maps) {
      const shared = await elsewhere.call(`/content/users/grace/items/${id}/share`, {
        everyone: 'true',
        groups: made['group'].id,
      });
      expect(shared['notSharedWith']).toEqual([]);
    }
    return made['group'].id as string;
  };
  const rounds = (groups: readonly string[], organisations = ['town']) =>
    createGalleryRounds({
      ...doctor,
      listOrganisations: async () => organisations.map((name) => ({ name })),
      findGallery: async (name) => (name === 'town' ? { portal, groups } : undefined),
    });

  test('have their public web maps checked before a member has seen them', async () => {
    const shown = await addMap('In the gallery', ['broken']);
    await addMap('In no group', ['well']);
    const file = await elsewhere.addMap({ title: 'A text', type: 'GeoJson', text: '{}' });
    const open = await group('Gallery', 'public', [shown, file]);
    const closed = await group('Board', 'private', [await addMap('Of a closed group', ['well'])]);
    const shares = new Set<string | undefined>();
    const { documents } = doctor;
    const noted = <Given, Result>(read: (given: Given) => Result) => {
      return (given: Given) => {
        shares.add(currentRequester()?.organisation);
        return read(given);
      };
    };
    const { readFoundMaps, readMapOwner } = documents;
    doctor.documents = {
      ...documents,
      readFoundMaps: noted(readFoundMaps),
      readMapOwner: noted(readMapOwner),
    };
    const next = rounds([open, closed, 'x" OR type:"Web Map']);
    expect(await next()).toBe(1);
    expect(await remembered()).toEqual([shown]);
    expect(requested).toEqual([]);
    await checkDueForeignMaps(doctor);
    doctor.documents = documents;
    expect([...shares]).toEqual(['members of town']);
    expect((await checks('attention=true', '')).map(({ id }) => id)).toEqual([shown]);
  });

  test('are requested once a day', async () => {
    const next = rounds([await group('Once', 'public', [])]);
    expect([await next(), await next()]).toEqual([1, 0]);
    now += limits.mapCheckHours * 3_600_000;
    expect(await next()).toBe(1);
  });

  test('of many organisations are requested a few at a time; a failing portal delays no other', async () => {
    const shown = await addMap('After many', ['well']);
    const open = await group('Last', 'public', [shown]);
    const others = Array.from({ length: limits.galleriesPerRound }, (_, index) => `other${index}`);
    const next = createGalleryRounds({
      ...doctor,
      listOrganisations: async () => [...others, 'gone', 'town'].map((name) => ({ name })),
      findGallery: async (name) => {
        if (name === 'gone') throw new Error('deleted meanwhile');
        if (name === 'town') return { portal, groups: [open] };
        return { portal: 'http://127.0.0.1:1', groups: ['a'] };
      },
    });
    expect(await next()).toBe(limits.galleriesPerRound);
    expect(await remembered()).toEqual([]);
    expect(await next()).toBe(2);
    expect(await remembered()).toEqual([shown]);
  });
});
