import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDueMaps } from '../../server/application/map-doctor/check-maps.ts';
import type { DoctorOptions } from '../../server/application/map-doctor/check-round.ts';
import { claimDueMaps, saveMapCheck } from '../../server/application/map-doctor/map-check-store.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { limits } from '../../server/limits.ts';
import { busy } from '../../server/platform/budgets/budget-errors.ts';
import { currentRequester } from '../../server/platform/budgets/requester.ts';
import { countThreads } from '../../server/platform/threads/thread-pool.ts';
import type { MapCheck } from '../../wire/map-check.ts';
import { type ContentRig, createContentRig } from '../rig/content-rig.ts';

let rig: ContentRig;
let doctor: DoctorOptions;
let now = Date.UTC(2026, 10, 21);
/** A host of layers: working, for members only, or broken. */
const requested: string[] = [];
const host = createServer((request, response) => {
  requested.push(request.url ?? '');
  const path = (request.url ?? '').split('?')[0];
  if (path === '/broken/FeatureServer') response.writeHead(500);
  if (path === '/members/FeatureServer') response.write('{"error":{"code":499,"message":"Token Required"}}');
  response.end(path === '/well/FeatureServer' ? '{"layers":[]}' : undefined);
});
let layers = '';

beforeAll(async () => {
  rig = await createContentRig();
  await new Promise<void>((done) => {
    host.listen(0, '127.0.0.1', done);
  });
  const where = `127.0.0.1:${(host.address() as AddressInfo).port}`;
  layers = `http://${where}`;
  const { database, publicUrl } = rig.portal.context;
  await saveConfig(database, 'town', { portal: { url: '/portal' } }, 'test');
  await saveConfig(database, 'elsewhere', { portal: { url: 'https://portal.example' } }, 'test');
  const allowed = new Set([where]);
  const { documents } = rig.portal.context;
  doctor = { database, documents, publicUrl, ownUrl: rig.url, allowed, now: () => now };
});
afterAll(async () => {
  host.close();
  await rig.stop();
});

async function addMap(
  title: string,
  urls: string[],
  access: 'public' | 'private' = 'private',
): Promise<string> {
  const operationalLayers = urls.map((url, index) => ({
    title: `Layer ${index}`,
    url,
    layerType: 'ArcGISFeatureLayer',
  }));
  const id = await rig.addMap({ title, text: JSON.stringify({ operationalLayers }) });
  if (access === 'public')
    await rig.call(`/content/users/grace/items/${id}/share`, { everyone: 'true', org: 'true' });
  return id;
}

async function checks(query: string, username = 'grace', organisation = 'town'): Promise<MapCheck[]> {
  const session = { grace: rig.grace, linus: rig.linus, ada: rig.ada }[username];
  const response = await fetch(`${rig.url}/api/${organisation}/map-checks?${query}`, {
    headers: session ? { authorization: `Bearer ${session.token}` } : {},
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return ((await response.json()) as { results: MapCheck[] }).results;
}

test('checks maps once, and again when they change or after a day', async () => {
  const id = await addMap('Well', [`${layers}/well/FeatureServer`]);
  expect(await checks(`ids=${id}`)).toEqual([]);
  while ((await checkDueMaps(doctor)) > 0);
  expect(await checks(`ids=${id}`)).toEqual([
    {
      id,
      checkedAt: now,
      attention: false,
      problems: [],
      layers: [{ title: 'Layer 0', state: 'ok', milliseconds: expect.any(Number) }],
    },
  ]);
  expect(requested).toEqual(['/well/FeatureServer?f=json']);
  expect(await checkDueMaps(doctor)).toBe(0);
  await rig.call(`/content/users/grace/items/${id}/update`, { snippet: 'Changed' });
  expect(await checkDueMaps(doctor)).toBe(1);
  now += limits.mapCheckHours * 3_600_000 + 1;
  expect(await checkDueMaps(doctor)).toBeGreaterThanOrEqual(1);
});

test('reads a large map outside the event loop', async () => {
  const url = `${layers}/well/FeatureServer`;
  const notes = { title: 'Notes', featureCollection: { layers: ['x'.repeat(limits.loopCharacters)] } };
  const text = JSON.stringify({ operationalLayers: [notes, { title: 'Wells', url }] });
  const id = await rig.addMap({ title: 'Large', text });
  const threads = () => Object.values(countThreads()).reduce((sum, count) => sum + count);
  const before = threads();
  while ((await checkDueMaps(doctor)) > 0);
  const [check] = await checks(`ids=${id}`);
  expect(check?.layers?.map(({ title, state }) => [title, state])).toEqual([['Wells', 'ok']]);
  expect(threads()).toBeGreaterThan(before);
});

test('checks a map in the share of its organisation', async () => {
  await addMap('Shares', []);
  const shares = new Set<string | undefined>();
  const readMapLayers: typeof doctor.documents.readMapLayers = (given) => {
    shares.add(currentRequester()?.organisation);
    return doctor.documents.readMapLayers(given);
  };
  while ((await checkDueMaps({ ...doctor, documents: { ...doctor.documents, readMapLayers } })) > 0);
  expect([...shares]).toEqual([`members of portal ${rig.portal.context.portal.id}`]);
});

test('checks a map later that a busy server could not read', async () => {
  const id = await addMap('Busy', []);
  const documents = { ...doctor.documents, readMapLayers: () => Promise.reject(busy('documents', 5)) };
  while ((await checkDueMaps({ ...doctor, documents })) > 0);
  expect(await checks(`ids=${id}`)).toEqual([]);
  now += limits.mapCheckClaimMilliseconds + 1;
  while ((await checkDueMaps(doctor)) > 0);
  expect(await checks(`ids=${id}`)).toMatchObject([{ id, attention: false }]);
});

test.each([
  ['a title with a character that the database does not store', { title: 'Two\u0000 halves' }],
  ['a title that is cut within a character', { title: `${'x'.repeat(249)}😀` }],
  ['an address whose path is that of no address', { url: '//' }],
])('checks the other maps of a round with one that has %s', async (_what, layer) => {
  const { publicUrl } = rig.portal.context;
  const url = `${publicUrl}${'url' in layer ? layer.url : '/server/rest/services/None/FeatureServer'}`;
  const bad = await rig.addMap({
    title: 'Bad',
    text: JSON.stringify({ operationalLayers: [{ title: 'Layer', ...layer, url }] }),
  });
  const well = await addMap('Well', [`${layers}/well/FeatureServer`]);
  expect(await checkDueMaps(doctor)).toBe(2);
  const states = new Map((await checks(`ids=${bad},${well}`)).map((check) => [check.id, check.layers]));
  expect(states.get(well)).toMatchObject([{ state: 'ok' }]);
  expect(states.get(bad)).toMatchObject([{ state: 'dead' }]);
  await rig.call(`/content/users/grace/items/${bad}/delete`);
  expect(await checkDueMaps(doctor)).toBe(0);
});

test('says of a map whose check fails that it was not checked, and checks the others', async () => {
  const bad = await addMap('Bad', []);
  const well = await addMap('Well', []);
  const reported: unknown[] = [];
  let first = true;
  const readMapLayers: typeof doctor.documents.readMapLayers = (given) => {
    const isBad = first;
    first = false;
    return isBad ? Promise.reject(new Error('This one fails.')) : doctor.documents.readMapLayers(given);
  };
  const documents = { ...doctor.documents, readMapLayers };
  const onFailure = (error: unknown) => void reported.push(error);
  expect(await checkDueMaps({ ...doctor, documents, onFailure })).toBe(2);
  const found = await checks(`ids=${bad},${well}`);
  expect(found.map(({ layers: each }) => each)).toContainEqual([{ title: '', state: 'unchecked' }]);
  expect(found.map(({ attention }) => attention)).toEqual([false, false]);
  expect(reported).toHaveLength(1);
  expect(await checkDueMaps(doctor)).toBe(0);
});

test('checks a map once with several processes', async () => {
  await Promise.all(['A', 'B', 'C'].map((title) => addMap(title, [])));
  const counts = await Promise.all([checkDueMaps(doctor), checkDueMaps(doctor), checkDueMaps(doctor)]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
});

test('reports problems to everyone who sees the map, and the layer only to its owner', async () => {
  const broken = [`${layers}/well/FeatureServer`, `${layers}/broken/FeatureServer`];
  const open = await addMap('Open', [...broken, `${layers}/members/FeatureServer`], 'public');
  const own = await addMap('Own', broken);
  const forMembers = await addMap('Members', [`${layers}/members/FeatureServer`]);
  await checkDueMaps(doctor);
  const all = `ids=${open},${own},${forMembers}`;
  const byId = (found: MapCheck[]) => new Map(found.map((check) => [check.id, check]));

  const byOwner = byId(await checks(all));
  expect(byOwner.get(open)).toMatchObject({ attention: true, problems: ['dead', 'sign-in'] });
  expect(byOwner.get(own)?.layers?.map(({ state }) => state)).toEqual(['ok', 'dead']);
  expect(byOwner.get(forMembers)).toMatchObject({ attention: false, problems: [] });

  const byVisitor = await checks(all, '');
  expect(byVisitor.map(({ id }) => id)).toEqual([open]);
  expect(byVisitor[0]).not.toHaveProperty('layers');
  expect((await checks(all, 'linus')).map(({ id }) => id)).toEqual([open]);
  expect((await checks('attention=true', '')).map(({ id }) => id)).toEqual([open]);
  expect((await checks('attention=true', 'ada')).map(({ id }) => id).sort()).toEqual([open, own].sort());
});

/** What a user is notified of about a map's problems. */
async function notices(username: 'grace' | 'linus', id: string): Promise<unknown[]> {
  const path = `/community/users/${username}/notifications`;
  const { notifications } = (await rig.call(path, { types: 'map_problems' }, username)) as unknown as {
    notifications: { data: { itemId: string; itemTitle: string; problems: string[] } }[];
  };
  return notifications.map(({ data }) => data).filter(({ itemId }) => itemId === id);
}
const dayPasses = async () => {
  now += limits.mapCheckHours * 3_600_000 + 1;
  while ((await checkDueMaps(doctor)) > 0);
};

test('notifies the owner once of a map that has problems, until they are mended', async () => {
  const layer = { title: 'Layer', layerType: 'ArcGISFeatureLayer' };
  const text = (path: string) =>
    JSON.stringify({ operationalLayers: [{ ...layer, url: `${layers}/${path}/FeatureServer` }] });
  const id = await rig.addMap({ title: 'Wells', text: text('broken') });
  while ((await checkDueMaps(doctor)) > 0);
  const notice = { itemId: id, itemTitle: 'Wells', problems: ['dead'] };
  // A host may be down for an hour.
  expect(await notices('grace', id)).toEqual([]);
  await dayPasses();
  expect(await notices('grace', id)).toEqual([notice]);
  await doctor.database.deleteFrom('portal_notification').where('type', '=', 'map_problems').execute();
  await dayPasses();
  expect(await notices('grace', id)).toEqual([]);
  await rig.call(`/content/users/grace/items/${id}/update`, { text: text('well') });
  await dayPasses();
  await rig.call(`/content/users/grace/items/${id}/update`, { text: text('broken') });
  await dayPasses();
  await dayPasses();
  expect(await notices('grace', id)).toEqual([notice]);
  await rig.call(`/content/users/grace/items/${id}/update`, { text: text('well') });
  await dayPasses();
  expect(await notices('grace', id)).toEqual([]);
});

test('notifies the owner again when a map gets a problem of another kind', async () => {
  const broken = [`${layers}/broken/FeatureServer`];
  const id = await addMap('Wells', broken, 'public');
  while ((await checkDueMaps(doctor)) > 0);
  await dayPasses();
  expect(await notices('grace', id)).toMatchObject([{ problems: ['dead'] }]);
  const text = JSON.stringify({
    operationalLayers: [...broken, `${layers}/members/FeatureServer`].map((url) => ({
      title: 'Layer',
      layerType: 'ArcGISFeatureLayer',
      url,
    })),
  });
  await rig.call(`/content/users/grace/items/${id}/update`, { text });
  await dayPasses();
  await dayPasses();
  expect(await notices('grace', id)).toMatchObject([{ problems: ['dead', 'sign-in'] }]);
});

test('notifies a new owner in place of the old one, and nobody of a slow layer', async () => {
  const id = await addMap('Handed over', [`${layers}/broken/FeatureServer`]);
  while ((await checkDueMaps(doctor)) > 0);
  await dayPasses();
  expect(await notices('grace', id)).toHaveLength(1);
  await rig.call(`/content/users/grace/items/${id}/reassign`, { targetUsername: 'linus' }, 'ada');
  expect(await notices('grace', id)).toEqual([]);
  await dayPasses();
  expect(await notices('grace', id)).toEqual([]);
  expect(await notices('linus', id)).toHaveLength(1);

  const slow = await addMap('Slow', [`${layers}/well/FeatureServer`]);
  const [map] = await claimDueMaps(doctor.database, { now, before: 0, until: now + 1, max: 100 });
  expect(map?.id).toBe(slow);
  const late = [{ title: 'Layer 0', state: 'slow' as const }];
  await saveMapCheck(doctor.database, map!, { layers: late, attention: true, lasting: [], checkedAt: now });
  expect(await notices('grace', slow)).toEqual([]);
});

test('a deleted map leaves no notification to its owner', async () => {
  const id = await addMap('Removed', [`${layers}/broken/FeatureServer`]);
  while ((await checkDueMaps(doctor)) > 0);
  await dayPasses();
  expect(await notices('grace', id)).toHaveLength(1);
  await rig.call(`/content/users/grace/items/${id}/delete`);
  expect(await notices('grace', id)).toEqual([]);
});

test('does not request addresses in private networks', async () => {
  const before = requested.length;
  const id = await addMap('Inside', [
    `${layers}/well/FeatureServer`,
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:9/',
    'file:///etc/passwd',
  ]);
  await checkDueMaps({ ...doctor, allowed: new Set() });
  const [check] = await checks(`ids=${id}`);
  expect(check?.layers?.map(({ state }) => state)).toEqual([
    'unchecked',
    'unchecked',
    'unchecked',
    'unchecked',
  ]);
  expect(check?.attention).toBe(false);
  expect(requested).toHaveLength(before);
});

test('requests layers of this portal as a visitor: private ones need sign-in', async () => {
  const hidden = await rig.addMap({ title: 'Hidden data' });
  const url = `${rig.portal.context.publicUrl}/portal/sharing/rest/content/items/${hidden}/data`;
  const id = await addMap('Uses hidden data', [url], 'public');
  await checkDueMaps(doctor);
  expect((await checks(`ids=${id}`))[0]).toMatchObject({ attention: true, problems: ['sign-in'] });
  expect((await rig.call(`/content/items/${hidden}`))['numViews']).toBe(0);
});

test('accepts ids in several parameters', async () => {
  const [one, other] = [await addMap('One', []), await addMap('Other', [])];
  await checkDueMaps(doctor);
  const found = await checks(`ids=${one}&ids=${other}&attention=false&attention=false`);
  expect(found.map(({ id }) => id).toSorted()).toEqual([one, other].toSorted());
});

test('reports a document that cannot be read', async () => {
  const id = await rig.addMap({ title: 'Torn', text: '{"operationalLayers":[' });
  await checkDueMaps(doctor);
  expect((await checks(`ids=${id}`))[0]).toMatchObject({ attention: true, problems: ['dead'] });
});

test('reports nothing of an unreachable portal, and rejects an invalid token', async () => {
  expect(await checks('attention=true', 'ada', 'elsewhere')).toEqual([]);
  const response = await fetch(`${rig.url}/api/town/map-checks?attention=true`, {
    headers: { authorization: 'Bearer no-such-token' },
  });
  expect(response.status).toBe(401);
  expect((await fetch(`${rig.url}/api/atlantis/map-checks`)).status).toBe(404);
});
