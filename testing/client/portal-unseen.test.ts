import { beforeAll, describe, expect, test } from 'vitest';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { portalOperations } from '../../server/portal/routes.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { fillPath, type Places } from '../rig/operation-table.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
let hidden: Places & { service: string; person: string };
const unknown: typeof hidden = {
  item: '0123456789abcdef0123456789abcdef',
  group: 'fedcba9876543210fedcba9876543210',
  folder: '00000000000000000000000000000000',
  service: 'NoSuchService',
  person: 'nobodyatall',
};

beforeAll(async () => {
  const item = await rig.addMap();
  const { database } = rig.portal.context;
  await createHostedLayer({ database }, {
    serviceName: 'Secret',
    itemId: item,
    layers: [{ name: 'Trees', geometryType: 'esriGeometryPoint', fields: [], features: [] }],
  } as never);
  const group = await createGroup(rig.portal.context, { title: 'Hidden', owner: 'grace', access: 'private' });
  await rig.portal.addUser('shy', { access: 'private' });
  hidden = { item, group, folder: unknown.folder, service: 'Secret', person: 'shy' };
});

const callers = { 'anonymous callers': '', members: 'Otto' };
const cells = (paths: readonly string[]) =>
  Object.entries(callers).flatMap(([who, username]) => paths.map((path) => ({ who, username, path })));

/** Both responses, without the caller's input. */
async function both(fill: (places: typeof hidden) => string, username: string, method = 'POST') {
  const answers = [];
  for (const places of [hidden, unknown]) {
    const form = new URLSearchParams({ f: 'json', ...(username !== '' && { token: rig.otto.token }) });
    const response = await (method === 'GET'
      ? fetch(`${fill(places)}?${form}`)
      : fetch(fill(places), { method, body: form }));
    let text = await response.text();
    for (const [kind, name] of Object.entries(places)) text = text.replaceAll(name, `<${kind}>`);
    text = text.replace(/"requestId":"[^"]*"/, '');
    answers.push({ status: response.status, type: response.headers.get('content-type'), text });
  }
  return answers;
}

describe('invisible content is answered as if it did not exist', () => {
  const paths = [...new Set(portalOperations.map(({ path }) => path))];
  const ofThings = paths.filter((path) => path.includes('/:id'));

  test.each(cells(ofThings))('for $who at $path', async ({ path, username }) => {
    const [seen, missing] = await both((places) => rig.portal.root + fillPath(path, places), username);
    expect(seen).toEqual(missing);
    expect(JSON.parse(seen?.text ?? '').error.code).toBeGreaterThanOrEqual(400);
  });

  const ofPeople = paths.filter(
    (path) => path.startsWith('/community/users/:user') || path.startsWith('/content/users/:user/'),
  );
  const named = ofPeople.filter((path) => !path.includes('/:id') && !path.includes(':invitation'));

  test.each(cells(named))('for $who at $path', async ({ path, username }) => {
    const [seen, missing] = await both(
      (places) => rig.portal.root + fillPath(path.replace(':user', places.person), places),
      username,
    );
    expect(seen).toEqual(missing);
  });

  const ofServices = [
    'FeatureServer',
    'FeatureServer/layers',
    'FeatureServer/applyEdits',
    'FeatureServer/0',
    'FeatureServer/7',
    'FeatureServer/0/query',
    'FeatureServer/0/queryAttachments',
    'FeatureServer/0/addFeatures',
    'FeatureServer/0/1/addAttachment',
    'VectorTileServer',
  ];

  test.each(cells(ofServices))('for $who at $path', async ({ path, username }) => {
    const [seen, missing] = await both(
      ({ service }) => `${rig.url}/server/rest/services/${service}/${path}`,
      username,
    );
    expect(seen).toEqual(missing);
    expect(JSON.parse(seen?.text ?? '').error.code).toBe(username === '' ? 499 : 404);
  });
});

const ofOgc = [
  '',
  '/api',
  '/collections',
  '/collections/0',
  '/collections/0/items',
  '/collections/0/items/1',
  '/tiles',
];

test.each(cells(ofOgc))('an OGC service: $who at $path', async ({ path, username }) => {
  const [seen, missing] = await both(
    ({ service }) => `${rig.url}/server/ogc/${service}${path}`,
    username,
    'GET',
  );
  expect(seen).toEqual(missing);
  expect(seen?.status).toBeGreaterThanOrEqual(400);
});

test('prompts anonymous callers to sign in, and answers members as for a missing item', async () => {
  for (const id of [hidden.item, unknown.item]) {
    expect(await rig.call(`/content/items/${id}`, {}, '')).toMatchObject({
      error: { messageCode: 'GWM_0003' },
    });
    expect(await rig.call(`/content/items/${id}`, {}, 'Otto')).toMatchObject({
      error: { messageCode: 'CONT_0001' },
    });
  }
});
