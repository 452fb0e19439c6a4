import { setItemAccess } from '@esri/arcgis-rest-portal';
import Feature from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import Point from 'ol/geom/Point.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** OGC API – Features, part 4: features written by OpenLayers are added, replaced, changed and deleted. */
let rig: TreesView;
let root: string;
let oaks: { url: string; itemId: string };

beforeAll(async () => {
  rig = await createTreesView();
  root = `${rig.server.url}/server/ogc`;
  oaks = await rig.createOaks('Oaks');
  await setItemAccess({ id: rig.sourceItem, access: 'org', ...rig.as('grace') });
  await setItemAccess({ id: oaks.itemId, access: 'public', ...rig.as('grace') });
});
afterAll(() => rig.stop());

const tokenOf = (who: string) => rig.as(who).authentication.getToken(rig.portal.root);
const geojson = { 'content-type': 'application/geo+json' };
const mergePatch = { 'content-type': 'application/merge-patch+json' };

async function send(
  method: string,
  path: string,
  body?: object | string,
  { who = 'linus', headers = geojson as Record<string, string> } = {},
) {
  const token = who === '' ? undefined : await tokenOf(who);
  const response = await fetch(`${root}/${path}`, {
    method,
    headers: { ...(body !== undefined && headers), ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { response, status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

const format = new GeoJSON();
/** A tree as OpenLayers writes it. */
function tree(properties: object, [x, y] = [5, 6]): object {
  const feature = new Feature({ geometry: new Point([x ?? 0, y ?? 0]), ...properties });
  return format.writeFeatureObject(feature, { decimals: 6 });
}

const items = 'Trees/collections/0/items';
/** A position in a hundred thousand lists: reading it by recursion would overflow the stack. */
const deep = `{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":${'['.repeat(100_000)}5,6${']'.repeat(100_000)}}}`;
const read = async (address: string, who = 'linus') => {
  const token = await tokenOf(who);
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  return response.json() as Promise<any>;
};
/** Everything stored, to show that a refused request changed nothing. */
const everything = async () => JSON.stringify((await read(`${root}/${items}?limit=1000`)).features);

describe('a feature', () => {
  test('is added, and read at the address in the response', async () => {
    const { response, status } = await send(
      'POST',
      items,
      tree({ name: 'Elm', kind: 'elm', seen: '2026-05-04T03:02:01Z' }),
    );
    expect(status).toBe(201);
    const location = response.headers.get('location') ?? '';
    expect(location).toMatch(new RegExp(`^${root}/${items}/\\d+$`));
    const added = await read(location);
    expect(added).toMatchObject({
      geometry: { type: 'Point', coordinates: [5, 6] },
      properties: {
        name: 'Elm',
        kind: 'elm',
        seen: '2026-05-04T03:02:01.000Z',
        code: null,
        Creator: 'linus',
      },
    });
    const [drawn] = format.readFeatures({ type: 'FeatureCollection', features: [added] });
    expect(drawn?.get('name')).toBe('Elm');
  });

  test('has the instant of a date with an offset from UTC, as RFC 3339 writes it', async () => {
    const { response } = await send('POST', items, tree({ name: 'Yew', seen: '2026-05-04T03:02:01+05:30' }));
    const added = await read(response.headers.get('location') ?? '');
    expect(added.properties.seen).toBe('2026-05-03T21:32:01.000Z');
  });

  test('is replaced: what is not sent is empty', async () => {
    const { response } = await send('POST', items, tree({ name: 'Ash', kind: 'ash', code: 7 }));
    const address = response.headers.get('location') ?? '';
    const path = address.slice(root.length + 1);
    const before = await read(address);
    // Read-only properties come back as they were received.
    const sent = {
      ...before,
      properties: { OBJECTID: 1, GlobalID: before.properties.GlobalID, name: 'Ash 2' },
    };
    expect(
      (await send('PUT', path, { ...sent, geometry: { type: 'Point', coordinates: [1, 2] } })).status,
    ).toBe(204);
    const after = await read(address);
    expect(after.id).toBe(before.id);
    expect(after.properties).toMatchObject({ name: 'Ash 2', kind: null, code: null, Editor: 'linus' });
    expect(after.geometry.coordinates).toEqual([1, 2]);
    expect(
      (await send('PUT', path, { type: 'Feature', properties: { name: 'Bare' }, geometry: null })).status,
    ).toBe(204);
    expect((await read(address)).geometry).toBeNull();
  });

  test('is changed in part: what is not sent stays', async () => {
    const { response } = await send('POST', items, tree({ name: 'Fir', kind: 'fir', code: 9 }));
    const address = response.headers.get('location') ?? '';
    const path = address.slice(root.length + 1);
    const change = { properties: { name: 'Fir 2', code: null } };
    expect((await send('PATCH', path, change, { headers: mergePatch })).status).toBe(204);
    expect(await read(address)).toMatchObject({
      properties: { name: 'Fir 2', kind: 'fir', code: null },
      geometry: { coordinates: [5, 6] },
    });
    const misplaced = await send('PATCH', path, { name: 'Fir 3' }, { headers: mergePatch });
    expect([misplaced.status, misplaced.body.detail]).toEqual([400, expect.stringContaining('member name')]);
    const emptied = await send('PATCH', path, { properties: null }, { headers: mergePatch });
    expect([emptied.status, emptied.body.detail]).toEqual([400, expect.stringContaining('properties')]);
    const moved = { geometry: { type: 'Point', coordinates: [7, 8] } };
    expect((await send('PATCH', path, moved, { headers: mergePatch })).status).toBe(204);
    expect(await read(address)).toMatchObject({
      properties: { name: 'Fir 2' },
      geometry: { coordinates: [7, 8] },
    });
  });

  test('is deleted', async () => {
    const { response } = await send('POST', items, tree({ name: 'Gone' }));
    const path = (response.headers.get('location') ?? '').slice(root.length + 1);
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('GET', path)).status).toBe(404);
    expect((await send('DELETE', path)).status).toBe(404);
    for (const method of ['PUT', 'PATCH'])
      expect([method, (await send(method, path, tree({ name: 'Back' }))).status]).toEqual([method, 404]);
  });

  test.each([
    ['http://www.opengis.net/def/crs/EPSG/0/4326', [6, 5]],
    ['http://www.opengis.net/def/crs/EPSG/0/3857', [556597.45, 669141.06]],
  ])('is read in the system of Content-Crs %s', async (uri, coordinates) => {
    const sent = { type: 'Feature', properties: { name: uri }, geometry: { type: 'Point', coordinates } };
    const headers = { ...geojson, 'content-crs': `<${uri}>` };
    const { response, status } = await send('POST', items, sent, { headers });
    expect(status).toBe(201);
    const { geometry } = await read(response.headers.get('location') ?? '');
    expect(geometry.coordinates[0]).toBeCloseTo(5, 4);
    expect(geometry.coordinates[1]).toBeCloseTo(6, 4);
  });

  test('may have more vertices than the event loop handles', async () => {
    const ring = Array.from({ length: 10_000 }, (_none, index) => [
      Math.cos((index / 10_000) * 2 * Math.PI),
      Math.sin((index / 10_000) * 2 * Math.PI),
    ]);
    const { body, status } = await send('POST', items, {
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: ring },
    });
    expect([status, body.detail]).toEqual([400, expect.stringContaining('esriGeometryPoint')]);
  });
});

describe('bad input', () => {
  test.each<[string, string, object | string, number, RegExp]>([
    ['no JSON', 'POST', '{', 400, /JSON/],
    ['text that is not UTF-8 JSON', 'POST', '"text"', 400, /feature/],
    ['an empty object', 'POST', {}, 400, /feature/],
    ['properties without a feature', 'POST', { name: 'Elm' }, 400, /feature/],
    ['a collection', 'POST', { type: 'FeatureCollection', features: [] }, 400, /applyEdits/],
    ['another object', 'POST', { type: 'Point', coordinates: [1, 2] }, 400, /feature/],
    ['an unknown property', 'POST', { type: 'Feature', properties: { nothing: 1 } }, 400, /nothing/],
    ['properties that are a list', 'POST', { type: 'Feature', properties: [1] }, 400, /properties/],
    ['a value of another type', 'POST', tree({ code: 'many' }), 400, /code/],
    [
      'a geometry of another kind',
      'POST',
      {
        type: 'Feature',
        properties: {},
        geometry: {
          type: 'LineString',
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        },
      },
      400,
      /point/i,
    ],
    [
      'a geometry without coordinates',
      'POST',
      { type: 'Feature', properties: {}, geometry: { type: 'Point' } },
      400,
      /geometry|coordinates/,
    ],
    [
      'a geometry that is text',
      'POST',
      { type: 'Feature', properties: {}, geometry: 'POINT(1 2)' },
      400,
      /geometry/,
    ],
    ['JSON nested too deeply', 'POST', deep, 400, /JSON/],
  ])('%s is an error', async (_name, method, body, status, problem) => {
    const before = await everything();
    const answer = await send(method, items, body);
    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ status })]);
    expect(answer.body.detail).toMatch(problem);
    expect(await everything()).toBe(before);
  });

  test('with the id of another feature changes nothing', async () => {
    const before = await everything();
    for (const method of ['PUT', 'PATCH'])
      for (const id of [2, '2', 'tree'])
        expect(await send(method, `${items}/1`, { ...tree({ name: 'Other' }), id })).toMatchObject({
          status: 400,
          body: { detail: expect.stringContaining('id') },
        });
    expect(await everything()).toBe(before);
  });

  test('by a method that the address does not have is 405, of every service', async () => {
    for (const [method, path, allow] of [
      ['PUT', items, 'GET, HEAD, POST, OPTIONS'],
      ['DELETE', items, 'GET, HEAD, POST, OPTIONS'],
      ['POST', `${items}/1`, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
      ['POST', 'Trees/collections/0', 'GET, HEAD'],
      ['POST', 'Nothing/collections', 'GET, HEAD'],
    ] as const) {
      const { status, response } = await send(method, path, method === 'DELETE' ? undefined : {});
      expect([path, status, response.headers.get('allow')]).toEqual([path, 405, allow]);
    }
  });

  test('that is not a feature replaces nothing', async () => {
    const before = await everything();
    for (const body of [{}, { name: 'Oak' }, { properties: { name: 'Oak' } }])
      expect(await send('PUT', `${items}/1`, body)).toMatchObject({
        status: 400,
        body: { detail: 'Expected a GeoJSON feature.' },
      });
    expect(await everything()).toBe(before);
  });

  test('nested too deeply in a system with latitude first is an error', async () => {
    const headers = { ...geojson, 'content-crs': '<http://www.opengis.net/def/crs/EPSG/0/4326>' };
    const answer = await send('POST', items, deep, { headers });
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('JSON')]);
  });

  test('of another type of content, in another system or with a condition is refused', async () => {
    const before = await everything();
    const sent = tree({ name: 'No' });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send('POST', items, 'name=No', { headers: form })).status).toBe(415);
    expect(
      (await send('POST', items, sent, { headers: { 'content-type': 'application/json' } })).status,
    ).toBe(415);
    expect((await send('POST', items, sent, { headers: mergePatch })).status).toBe(415);
    const elsewhere = { ...geojson, 'content-crs': '<http://example.org/mars>' };
    expect((await send('POST', items, sent, { headers: elsewhere })).status).toBe(400);
    const conditional = { ...geojson, 'if-match': '"1"' };
    expect((await send('PUT', `${items}/1`, sent, { headers: conditional })).body.detail).toContain(
      'if-match',
    );
    expect((await send('POST', `${items}?nonsense=1`, sent)).status).toBe(400);
    expect(await everything()).toBe(before);
  });
});

describe('who may', () => {
  test.each([
    ['POST', ''],
    ['PUT', '/1'],
    ['PATCH', '/1'],
    ['DELETE', '/1'],
  ])('%s is that of applyEdits', async (method, path) => {
    const before = await everything();
    const body = method === 'DELETE' ? undefined : tree({ name: 'No' });
    // A visitor reads the public view, and does not edit it.
    const visitor = await send(method, `Oaks/collections/0/items${path}`, body, { who: '' });
    expect([visitor.status, visitor.response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect((await send(method, `${items}${path}`, body, { who: '' })).status).toBe(401);
    expect((await send(method, `Nothing/collections/0/items${path}`, body)).status).toBe(404);
    expect(await everything()).toBe(before);
    await rig.ask(`${rig.adminOf('Oaks')}/updateDefinition`, { updateDefinition: { capabilities: 'Query' } });
    const refused = await send(method, `Oaks/collections/0/items${path}`, body);
    expect([refused.status, refused.response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    await rig.ask(`${rig.adminOf('Oaks')}/updateDefinition`, {
      updateDefinition: { capabilities: 'Create,Delete,Query,Update,Editing' },
    });
    expect(await everything()).toBe(before);
  });

  test('neither reads nor changes what a view hides', async () => {
    const hidden = 'Oaks/collections/0/items/3';
    const before = await everything();
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { status } = await send(
        method,
        hidden,
        method === 'DELETE' ? undefined : tree({ name: 'Taken' }),
      );
      expect([method, status]).toEqual([method, 404]);
    }
    const named = await send('POST', 'Oaks/collections/0/items', tree({ secret: 'taken' }));
    expect([named.status, named.body.detail]).toEqual([400, expect.stringContaining('no property secret')]);
    expect(await everything()).toBe(before);
    // Replacing what the view shows keeps what it hides.
    const shown = 'Oaks/collections/0/items/1';
    expect((await send('PUT', shown, tree({ name: 'Oak', kind: 'oak' }))).status).toBe(204);
    const { properties } = await read(`${root}/${items}/1`);
    expect(properties).toMatchObject({ name: 'Oak', secret: 'hush 1', code: null });
  });

  test('is in the definition of the API, and open to pages of other origins', async () => {
    const definition = await read(`${root}/Trees/api?f=json`);
    const methods = (path: string) => Object.keys(definition.paths[path]).toSorted();
    expect(methods('/collections/0/items')).toEqual(['get', 'post']);
    expect(methods('/collections/0/items/{featureId}')).toEqual(['delete', 'get', 'patch', 'put']);
    const { conformsTo } = await read(`${root}/Trees/conformance?f=json`);
    for (const name of ['create-replace-delete', 'update', 'features'])
      expect(conformsTo).toContain(`http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/${name}`);
    const asked = { origin: 'https://maps.example', 'access-control-request-method': 'PATCH' };
    const preflight = await fetch(`${root}/${items}/1`, { method: 'OPTIONS', headers: asked });
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  });

  test('is offered by OPTIONS to those who may', async () => {
    const allowed = async (path: string, who: string) => {
      const { status, response } = await send('OPTIONS', path, undefined, { who });
      return [status, response.headers.get('allow')];
    };
    expect(await allowed(items, 'linus')).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    expect(await allowed(`${items}/1`, 'linus')).toEqual([204, 'GET, HEAD, OPTIONS, PUT, PATCH, DELETE']);
    expect(await allowed('Oaks/collections/0/items', '')).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect((await allowed(items, ''))[0]).toBe(401);
  });
});
