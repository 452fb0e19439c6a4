import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { setAccess } from '../../server/portal/content/sharing/sharing-store.ts';
import { moveUser } from '../../server/portal/organisation/move-user-store.ts';
import { ensureOrganisation } from '../../server/portal/organisation/portal-organisation-store.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
const tokens: Record<string, string | undefined> = { visitor: undefined };
const services = ['Public', 'Org', 'Private', 'Team', 'ReadOnly', 'Own', 'Orphan'] as const;

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  for (const [username, role] of [
    ['ada', 'org_admin'],
    ['grace', 'org_publisher'],
    ['linus', 'org_user'],
    ['otto', 'org_user'],
  ] as const) {
    await portal.addUser(username, { role });
    tokens[username] = await portal.token(username);
  }
  await createGroup(portal.context, {
    id: 'team',
    title: 'Team',
    owner: 'grace',
    access: 'private',
    members: ['linus'],
  });
  for (const serviceName of services) {
    const access =
      serviceName === 'Org' ? 'org' : ['Private', 'Team'].includes(serviceName) ? 'private' : 'public';
    const itemId =
      serviceName === 'Own'
        ? undefined
        : serviceName === 'Orphan'
          ? 'gone'
          : await addItem(portal.context, 'grace', {
              title: serviceName,
              type: 'Feature Service',
              access,
              groups: serviceName === 'Team' ? ['team'] : [],
            });
    await createHostedLayer(
      { database: server.database },
      {
        serviceName,
        ...(itemId && { itemId }),
        capabilities: serviceName === 'ReadOnly' ? 'Query' : 'Create,Delete,Query,Update,Editing',
        layers: [
          {
            name: 'Places',
            geometryType: 'esriGeometryPoint',
            hasAttachments: true,
            fields: [{ name: 'name', type: 'esriFieldTypeString' }],
            features: [{ properties: { name: 'a' }, geometry: { type: 'Point', coordinates: [0, 0] } }],
          },
        ],
      },
    );
  }
});
afterAll(() => server.stop());

const as = (who: string) => new ServiceClient(server.url, tokens[who]);
const operations = ['', '/layers', '/queryDomains', '/0', '/0/query', '/0/1', '/0/1/attachments'];

/** Reading: `yes`, or the error code. */
const reading = [
  ['Public', { visitor: 'yes', otto: 'yes', linus: 'yes', grace: 'yes', ada: 'yes' }],
  ['Org', { visitor: 499, otto: 'yes', linus: 'yes', grace: 'yes', ada: 'yes' }],
  ['Private', { visitor: 499, otto: 404, linus: 404, grace: 'yes', ada: 'yes' }],
  ['Team', { visitor: 499, otto: 404, linus: 'yes', grace: 'yes', ada: 'yes' }],
  ['Own', { visitor: 'yes', otto: 'yes', linus: 'yes', grace: 'yes', ada: 'yes' }],
  ['Orphan', { visitor: 499, otto: 404, linus: 404, grace: 404, ada: 'yes' }],
] as const;

/** Editing: `yes`, or the error code. */
const editing = [
  ['Public', { visitor: 499, otto: 'yes', grace: 'yes', ada: 'yes' }],
  ['Private', { visitor: 499, otto: 404, linus: 404, grace: 'yes', ada: 'yes' }],
  ['Team', { visitor: 499, otto: 404, linus: 'yes', grace: 'yes', ada: 'yes' }],
  ['ReadOnly', { visitor: 400, otto: 400, grace: 400, ada: 400 }],
  ['Own', { visitor: 499, grace: 403, ada: 'yes' }],
] as const;

const outcome = (answer: any) => answer.error?.code ?? 'yes';

describe.each(reading)('reading %s', (service, rights) => {
  test.each(Object.entries(rights))('%s: %s', async (who, expected) => {
    for (const operation of operations) {
      expect([operation, outcome(await as(who).get(`${service}/FeatureServer${operation}`))]).toEqual([
        operation,
        expected,
      ]);
    }
  });
});

describe.each(editing)('editing %s', (service, rights) => {
  test.each(Object.entries(rights))('%s: %s', async (who, expected) => {
    const client = as(who);
    const path = `${service}/FeatureServer/0`;
    const added = await client.post(`${path}/addFeatures`, { features: [{ attributes: { name: who } }] });
    expect(outcome(added)).toBe(expected);
    const form = new FormData();
    form.set('attachment', new Blob(['x']), 'x.txt');
    const attached: any = await (
      await client.fetch(`${path}/1/addAttachment`, {}, { method: 'POST', body: form })
    ).json();
    expect(outcome(attached)).toBe(expected);
    const changes: [string, object][] = [
      ['updateFeatures', { features: [{ attributes: { OBJECTID: 1, name: 'b' } }] }],
      ['applyEdits', { updates: [{ attributes: { OBJECTID: 1, name: 'c' } }] }],
      ['applyEdits', {}],
      ['1/deleteAttachments', { attachmentIds: 1 }],
      ['deleteFeatures', { where: "name = 'nobody at all'" }],
    ];
    for (const [operation, parameters] of changes) {
      expect([operation, outcome(await client.post(`${path}/${operation}`, parameters as any))]).toEqual([
        operation,
        expected,
      ]);
    }
    const whole = await client.post(`${service}/FeatureServer/applyEdits`, {
      edits: [{ id: 0, updates: [{ attributes: { OBJECTID: 1 } }] }],
    });
    expect(outcome(whole)).toBe(expected);
  });
});

test('capabilities list what the caller may do', async () => {
  const capabilities = async (who: string, path: string) => (await as(who).get(path)).capabilities;
  expect(await capabilities('visitor', 'Public/FeatureServer/0')).toBe('Query');
  expect(await capabilities('visitor', 'Public/FeatureServer')).toBe('Query');
  expect(await capabilities('grace', 'Public/FeatureServer/0')).toBe(
    'Create,Delete,Query,Update,Editing,Extract',
  );
  expect(await capabilities('grace', 'ReadOnly/FeatureServer/0')).toBe('Query,Extract');
});

test('the catalogue lists what the caller may see', async () => {
  const names = async (who: string) =>
    (await as(who).get('')).services
      .filter(({ type }: any) => type === 'FeatureServer')
      .map(({ name }: any) => name);
  expect(await names('visitor')).toEqual(['Own', 'Public', 'ReadOnly']);
  expect(await names('linus')).toEqual(['Org', 'Own', 'Public', 'ReadOnly', 'Team']);
  expect(await names('ada')).toEqual([...services].sort());
});

test('sharing an item makes its service accessible at once', async () => {
  const { serviceItemId } = await as('grace').get('Private/FeatureServer');
  await setAccess(server.database, serviceItemId, 'public');
  // PostgreSQL plans a prepared statement for all values from its sixth use on.
  for (let time = 0; time < 8; time += 1)
    expect(outcome(await as('visitor').get('Private/FeatureServer/0/query'))).toBe('yes');
  await setAccess(server.database, serviceItemId, 'private');
  expect(outcome(await as('visitor').get('Private/FeatureServer/0/query'))).toBe(499);
});

describe('a service whose owner has moved to another organisation', () => {
  let village = '';
  const layer = 'Moved/FeatureServer/0';
  const change = (operation: string, parameters: Record<string, unknown>) =>
    as('bob').post(`../admin/services/${layer}/${operation}`, parameters);

  beforeAll(async () => {
    village = await ensureOrganisation(server.database, { urlKey: 'village', now: 1 });
    for (const username of ['bob', 'mia']) await portal.addUser(username, { role: 'org_publisher' });
    const itemId = await addItem(portal.context, 'bob', {
      title: 'Moved',
      type: 'Feature Service',
      access: 'public',
    });
    await createHostedLayer(
      { database: server.database },
      {
        serviceName: 'Moved',
        itemId,
        capabilities: 'Create,Delete,Query,Update,Editing',
        layers: [{ name: 'Places', geometryType: 'esriGeometryPoint', fields: [], features: [] }],
      },
    );
    for (const username of ['bob', 'mia']) {
      await moveUser(server.database, username, village);
      tokens[username] = await portal.token(username);
    }
  });

  test.each([
    ['linus', 'a member of the former', 403],
    ['ada', 'an administrator of the former', 403],
    ['mia', 'a member of the new', 'yes'],
    ['bob', 'its owner', 'yes'],
  ])('%s, %s organisation, edits it: %s', async (who, _whose, expected) => {
    const edits = { adds: [{ attributes: {} }] };
    expect(outcome(await as(who).post(`${layer}/applyEdits`, edits))).toBe(expected);
    expect(outcome(await as(who).post(`${layer}/deleteFeatures`, { where: '1=1' }))).toBe(expected);
  });

  test('has the former organisation as visitors where those may not read', async () => {
    const updateDefinition = { visitorAccess: { add: true, query: false } };
    expect(await change('updateDefinition', { updateDefinition })).toMatchObject({ success: true });
    for (const [who, expected] of [
      ['mia', 'yes'],
      ['linus', 403],
    ] as const)
      expect([who, outcome(await as(who).get(`${layer}/query`))]).toEqual([who, expected]);
  });

  test('has its changes in the audit log of the new organisation', async () => {
    expect(await change('truncate', {})).toMatchObject({ success: true });
    const lines = await server.database
      .selectFrom('audit_entry')
      .select(['org_id', 'act'])
      .where('subject', '=', 'Moved')
      .where('act', 'like', 'service.%')
      .execute();
    expect(lines).toContainEqual({ org_id: village, act: 'service.truncated' });
    expect(lines.filter(({ org_id: orgId }) => orgId !== village)).toEqual([]);
  });
});

describe('tokens', () => {
  const url = () =>
    `${server.url}/server/rest/services/Team/FeatureServer/0/query?f=json&returnCountOnly=true`;

  test('are accepted in the query, the body and either header', async () => {
    const token = tokens['linus'] ?? '';
    const answers = await Promise.all([
      fetch(`${url()}&token=${token}`),
      fetch(url(), { method: 'POST', body: new URLSearchParams({ token }) }),
      fetch(url(), { headers: { 'x-esri-authorization': `Bearer ${token}` } }),
      fetch(url(), { headers: { authorization: `Bearer ${token}` } }),
    ]);
    for (const answer of answers) expect(await answer.json()).toHaveProperty('count');
  });

  test('get 498 everywhere when invalid, also where none is required', async () => {
    for (const path of [
      '',
      'Public/FeatureServer',
      'Public/FeatureServer/0',
      'Public/FeatureServer/0/query',
      'Team/FeatureServer/0/query',
    ]) {
      const { error } = await new ServiceClient(server.url, 'dead').get(path);
      expect([path, error.code, error.messageCode]).toEqual([path, 498, 'GWM_0001']);
    }
  });

  test('get short refusals, and 404 for unknown paths', async () => {
    const { error } = await as('visitor').get('Team/FeatureServer/0');
    expect(error).toMatchObject({ code: 499, message: 'Token Required' });
    for (const path of [
      'Public/FeatureServer/7',
      'Public/FeatureServer/0/99',
      'Public/FeatureServer/999999999',
    ]) {
      expect([path, outcome(await as('visitor').get(path))]).toEqual([path, 404]);
    }
    expect(outcome(await as('visitor').get('None/FeatureServer'))).toBe(499);
    expect(outcome(await as('grace').get('None/FeatureServer'))).toBe(404);
  });
});

test('names of services match in any letter case', async () => {
  expect((await as('visitor').get('pUBLIC/FeatureServer/0')).name).toBe('Places');
});
