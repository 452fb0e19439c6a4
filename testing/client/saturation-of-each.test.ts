import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BudgetName, budgetNames, type Budgets } from '../../server/platform/budgets/budgets.ts';
import { asRequester } from '../../server/platform/budgets/requester.ts';
import { classLimits } from '../../server/limits.ts';
import { saveProvider } from '../../server/portal/identity/provider/provider-store.ts';
import { defaultPortalSettings } from '../../server/portal/portal-settings.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { wavyRing } from '../rig/heavy-shapes.ts';
import { sample } from '../rig/long.ts';
import { clientId, createPortalClient, password } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createWebFolder, type WebFolder } from '../rig/web-folder.ts';

/**
 * Fills every place and the whole queue of one class after another, and sends a request of each class
 * meanwhile.
 */
let server: TestServer;
let budgets: Budgets;
let token: string;
let webFolder: WebFolder;

const rest = '/portal/sharing/rest';
const layer = '/server/rest/services/Town/FeatureServer/0';

beforeAll(async () => {
  webFolder = await createWebFolder();
  server = await startTestServer({
    webFolder: webFolder.path,
    prepare: async (portal) => {
      ({ budgets } = portal);
    },
  });
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  token = await portal.token('ada');
  const config = { title: 'Town', portal: { url: '/portal' }, sharing: { anonymous: true } };
  await saveConfig(server.database, 'town', config, 'test');
  await saveProvider(server.database, {
    kind: 'saml',
    orgId: defaultPortalSettings.id,
    issuer: 'https://login.town.example',
    signInUrl: 'https://login.town.example/sso',
    certificates: [],
    label: 'Town login',
    usernameClaim: '',
    fullNameClaim: '',
    emailClaim: '',
    roleClaim: '',
    roles: {},
    defaultRole: null,
    ownCertificate: null,
    responseSigned: false,
    secret: null,
    modified: 0,
  });
  const features = [{ properties: {}, geometry: { type: 'Point', coordinates: [71, 51] } }];
  const coast = { properties: {}, geometry: { type: 'Polygon', coordinates: [wavyRing(5000)] } };
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Town',
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers: [
        { name: 'Town', geometryType: 'esriGeometryPoint', fields: [], features },
        { name: 'Coast', geometryType: 'esriGeometryPolygon', fields: [], features: [coast] },
      ],
    },
  );
});
afterAll(async () => {
  await server.stop();
  await webFolder.remove();
});

const form = (path: string, values: Record<string, string>): [string, RequestInit] => [
  path,
  { method: 'POST', body: new URLSearchParams({ f: 'json', ...values }) },
];
const json = (path: string, value: object): [string, RequestInit] => [
  path,
  { method: 'POST', body: JSON.stringify(value), headers: { 'content-type': 'application/json' } },
];
function file(path: string, values: Record<string, string>, bytes: number): [string, RequestInit] {
  const body = new FormData();
  for (const [name, value] of Object.entries({ f: 'json', token, ...values })) body.set(name, value);
  body.set('file', new Blob(['name,n\n'.padEnd(bytes, 'tree,1\n')]), 'trees.csv');
  return [path, { method: 'POST', body }];
}
let tile = 0;

interface Row {
  request: () => [path: string, init?: RequestInit];
  /** Other classes that the work of this one passes through. */
  through?: readonly BudgetName[];
  /** Responses without the work of its class when that is refused. */
  isOptional?: true;
}

/** One request of each class. */
const rows: Readonly<Record<BudgetName, Row>> = {
  small: { request: () => [`${rest}/portals/self?f=json`] },
  content: { request: () => [`${rest}/content/users/ada?f=json`] },
  vendors: { request: () => json('/api/session/town/eA/oauth2/token', { grant_type: 'refresh_token' }) },
  search: { request: () => [`${rest}/search?f=json&q=town`] },
  features: { request: () => [`${layer}/query?f=json&where=1%3D1`], through: ['small'] },
  geometry: {
    request: () =>
      form(`${layer}/query`, {
        geometry: JSON.stringify({ rings: [wavyRing(5000)] }),
        geometryType: 'esriGeometryPolygon',
        returnCountOnly: 'true',
      }),
    through: ['small', 'features'],
  },
  pages: {
    request: () => ['/server/rest/services/Town/FeatureServer/1/query?f=json&where=1%3D1'],
    through: ['small', 'features'],
  },
  geometryService: {
    request: () =>
      form('/server/rest/services/Utilities/Geometry/GeometryServer/project', {
        geometries: '71,51',
        inSR: '4326',
        outSR: '3857',
      }),
  },
  edits: {
    request: () => form(`${layer}/addFeatures`, { token, features: '[{"geometry":{"x":1,"y":1}}]' }),
    through: ['small'],
  },
  tiles: { request: () => [`/server/rest/services/Town/VectorTileServer/tile/10/0/${(tile += 1)}.pbf`] },
  geocoding: {
    request: () => [
      '/server/rest/services/Places/GeocodeServer/findAddressCandidates?f=json&SingleLine=Paris',
    ],
  },
  passwords: {
    request: () => form(`${rest}/generateToken`, { username: 'ada', password, client: 'requestip' }),
    through: ['signIn'],
  },
  samlResponses: {
    request: () => form(`${rest}/oauth2/saml/signin`, { SAMLResponse: 'eA==' }),
    // Its response leads on to a page of the class of vendors.
    through: ['signIn', 'vendors'],
  },
  signIn: {
    request: () =>
      form(`${rest}/oauth2/token`, { grant_type: 'refresh_token', client_id: clientId, refresh_token: 'x' }),
  },
  uploads: {
    request: () => file(`${rest}/content/users/ada/addItem`, { type: 'CSV', title: 'Trees' }, 1_100_000),
    through: ['small', 'documents'],
  },
  documents: {
    request: () => json('/api/town/shared-maps', { title: 'x'.repeat(100_000), webMap: {} }),
    through: ['content'],
  },
  pageExtras: { request: () => ['/town/map/sid/2222222222222222'], isOptional: true },
  previews: { request: () => file(`${rest}/content/features/analyze`, {}, 100), through: ['small'] },
};

/** Requests that are answered whatever is full. */
const always = ['/health', '/api/town/config'];

async function ask(name: BudgetName) {
  const [path, init] = rows[name].request();
  const response = await fetch(server.url + path, init);
  return { name, status: response.status, retryAfter: response.headers.get('retry-after') };
}

/** Runs `during` while the class has neither a place nor room in its queue. */
async function whileFull(name: BudgetName, during: () => Promise<void>): Promise<void> {
  const { concurrency, queue } = classLimits[name];
  const ending = new AbortController();
  const held = Array.from({ length: concurrency + queue }, () =>
    budgets[name]
      .run(
        ending.signal,
        () =>
          new Promise((_resolve, reject) => {
            ending.signal.addEventListener('abort', () => reject(new Error('ended')));
          }),
      )
      .catch(() => {}),
  );
  await expect.poll(() => budgets[name].count()).toMatchObject({ used: concurrency, queued: queue });
  try {
    await during();
  } finally {
    ending.abort();
    await Promise.all(held);
  }
}

/** After everything that waits for nothing has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test.each(budgetNames)(
  'one caller leaves half of the places of %s to others, however much they send',
  async (name) => {
    const { concurrency } = classLimits[name];
    const ending = new AbortController();
    const end = () =>
      new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
    const one = { caller: 'one', signal: ending.signal };
    const held = Array.from({ length: concurrency + 1 }, () =>
      asRequester(one, () => budgets[name].run(undefined, end)).catch(() => {}),
    );
    try {
      expect(budgets[name].count().used).toBe(concurrency / 2);
      const other = { caller: 'other', signal: new AbortController().signal };
      const answer = asRequester(other, () => budgets[name].run(undefined, async () => 'answered'));
      await expect(Promise.race([answer, settled()])).resolves.toBe('answered');
    } finally {
      ending.abort();
      await Promise.all(held);
    }
  },
);

test.each(sample(budgetNames, 4))(
  'while %s is full, it rejects and every other class answers',
  async (name) => {
    await whileFull(name, async () => {
      const answers = await Promise.all(budgetNames.map(ask));
      const refused = answers.filter(({ status }) => status === 503).map((answer) => answer.name);
      const through = budgetNames.filter((other) => rows[other].through?.includes(name));
      const own = rows[name].isOptional ? [] : [name];
      expect(refused.toSorted()).toEqual([...own, ...through].toSorted());
      expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
      const withoutWait = answers.filter(
        ({ status, retryAfter }) => status === 503 && !(Number(retryAfter) > 0),
      );
      expect(withoutWait).toEqual([]);
      for (const path of always) expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
    });
    expect((await ask(name)).status).not.toBe(503);
  },
);
