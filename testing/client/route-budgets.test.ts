import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { budgetNames } from '../../server/platform/budgets/budgets.ts';
import type { KnownRoute } from '../../server/platform/http/app.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createWebFolder, type WebFolder } from '../rig/web-folder.ts';

/**
 * Every route of the running server has a class of work, whose places, connections and deadline limit it. A route without one,
 * and one of small work, on which all requests of members depend, must be in a list here, with the reason why it cannot take long.
 */
let server: TestServer;
let webFolder: WebFolder;
const routes: KnownRoute[] = [];

beforeAll(async () => {
  webFolder = await createWebFolder();
  server = await startTestServer({
    webFolder: webFolder.path,
    metricsToken: 'nobody here has it',
    secretsKey: randomBytes(32).toString('base64'),
    onRoute: (route) => routes.push(route),
  });
});
afterAll(async () => {
  await server.stop();
  await webFolder.remove();
});

const services = String.raw`/server(/:org)?/rest/services`;
const geometry = `${services}/Utilities(/Geometry/GeometryServer)?`;
const ogc = String.raw`/server(/:org)?/ogc/:name`;
const portal = String.raw`/portal(/:org)?/sharing(/rest)?`;

/** Routes without a class, and why they need none. */
const withoutClass: Readonly<Record<string, string>> = {
  '(GET|HEAD) /health': 'one statement on a reserved connection',
  '(GET|HEAD) /api/:org/config': 'from memory, or one row on a reserved connection',
  '(GET|HEAD) /metrics': 'from memory, for those who have the token',
  'POST /api/reports': 'a small body, few per minute, no database',
  '(GET|HEAD) /(:org(/\\*|/app\\.webmanifest)?)?':
    'the page, from memory and the config, limited per address; its other work has a class and is left out when that is full',
  '(GET|HEAD) /(assets/\\*|favicon\\.ico|apple-touch-icon\\.png|service-worker\\.js|integrations/\\*)':
    'built files',
  '(GET|HEAD) /integrations/:org/(:id|pop-out)': 'a built page and the config',
  '(GET|HEAD) /portal/sign-in/:file': 'small files of the sign-in pages',
  [`(GET|HEAD|POST) ${geometry}`]: 'a constant description',
  [`(GET|HEAD|POST) ${geometry}/(autoComplete|cut|fromGeoCoordinateString|offset|reshape|toGeoCoordinateString|trimExtend)`]:
    'refuses every request',
  [`(POST|PUT|PATCH|DELETE) ${ogc}(/.*)?`]: 'refuses methods that an address does not have',
  'OPTIONS \\*': 'preflights of browsers, answered from the address',
  'GET /api/:org/maps/:wid/live':
    'a stream, whose checks of access are content; their number per process and per minute is limited',
};

/** Routes of small work, and why they are: a few rows by their keys, and responses of the size of a description. */
const small: Readonly<Record<string, string>> = {
  [`${portal}(/info|/portals/regions)?`]: 'constants',
  [`${portal}/(accounts/self|portals/:portal|community/self)`]:
    'the portal and the caller, requested by every client at its start',
  [`${portal}/portals/:portal/(categorySchema|mail|provider|servers|settings|sp/metadata|subscriptionInfo|urls)`]:
    'settings of one organisation',
  [`${portal}/portals/:portal/roles(/:role(/privileges)?)?`]: 'at most `customRoles` rows',
  '/server(/:org)?/rest/info': 'whether an organisation has an address',
  '/api/:org/(logo|pictures/:hash)': 'one row of at most 2 MB',
  [`${services}/:name/FeatureServer(/:layer[^/]+)?(/layers|/relationships|/queryDomains)?`]:
    'descriptions; what they contain of whole tables is read as work of features (measure-target.ts)',
  [`${services}/:name/FeatureServer/:layer[^/]+/images/:image[^/]+`]: 'a picture of the description',
  [`${services}/:name/FeatureServer(/:layer[^/]+/append)?/jobs/:job[^/]+(/cancel)?`]: 'one row of a job',
  [`${services}/:name/FeatureServer/replicas(/:replica[^/]+)?`]:
    'rows without features, at most `replicasPerService`',
  [`${services}/:name/FeatureServer/uploads/(info|:upload[^/]+(/parts)?)`]:
    'one row of an upload, without its bytes',
  '/server(/:org)?/rest/admin/services/:name/FeatureServer': 'a description',
  [`${ogc}(/api|/conformance|/collections|/tileMatrixSets(/WebMercatorQuad)?|/tiles(/WebMercatorQuad)?)?`]:
    'descriptions, as of the feature server',
  [`${ogc}/collections/:layer[^/]+(/queryables|/schema|/tiles(/WebMercatorQuad)?)?`]:
    'descriptions, as of the feature server',
  [`${ogc}/collections/:layer[^/]+/items(/:fid[^/]+)?`]: 'OPTIONS: the methods that a caller may use',
};

function listedIn(list: Readonly<Record<string, string>>, text: string): boolean {
  return Object.keys(list).some((pattern) => new RegExp(`^${pattern}$`).test(text));
}

test('every route has a class of work, or a reason to need none', () => {
  expect(routes.length).toBeGreaterThan(3000);
  const unknown = routes.filter(({ budget }) => budget !== undefined && !budgetNames.includes(budget));
  expect(unknown).toEqual([]);
  const without = routes
    .filter(({ budget }) => budget === undefined)
    .map(({ method, url }) => `${method} ${url}`)
    .filter((route) => !listedIn(withoutClass, route));
  expect(
    without,
    'Give these routes a class of work (`config.budget`), or a reason in `withoutClass`.',
  ).toEqual([]);
});

test('every route of small work has a reason to be', () => {
  const unlisted = routes
    .filter(({ budget, url }) => budget === 'small' && !listedIn(small, url))
    .map(({ method, url }) => `${method} ${url}`);
  expect(unlisted, 'Give these routes another class of work, or a reason in `small`.').toEqual([]);
});

test('the lists of reasons name no route that is gone', () => {
  const without = routes.filter(({ budget }) => budget === undefined);
  const gone = [
    ...Object.keys(withoutClass).filter(
      (pattern) => !without.some(({ method, url }) => listedIn({ [pattern]: '' }, `${method} ${url}`)),
    ),
    ...Object.keys(small).filter(
      (pattern) => !routes.some(({ budget, url }) => budget === 'small' && listedIn({ [pattern]: '' }, url)),
    ),
  ];
  expect(gone).toEqual([]);
});
