import type { BudgetName } from '../../server/platform/budgets/budgets.ts';
import { wavyRing } from './heavy-shapes.ts';
import { clientId, password } from './portal-client.ts';

/** A request that needs a place of a class. */
export interface ClassRequest {
  request: () => [path: string, init?: RequestInit];
  /** Other classes that the work of this one passes through. */
  through?: readonly BudgetName[];
  /** Responses without the work of its class when that is refused, or takes too long. */
  isOptional?: true;
}

const rest = '/portal/sharing/rest';
const layer = '/server/rest/services/Town/FeatureServer/0';

const form = (path: string, values: Record<string, string>): [string, RequestInit] => [
  path,
  { method: 'POST', body: new URLSearchParams({ f: 'json', ...values }) },
];
const json = (path: string, value: object): [string, RequestInit] => [
  path,
  { method: 'POST', body: JSON.stringify(value), headers: { 'content-type': 'application/json' } },
];

/**
 * One request of each class, of a server with the organisation `town`, its SAML provider, and the service `Town` with a layer of
 * points and one of large polygons.
 * @param token of the administrator `ada`
 */
export function classRequests(token: string): Readonly<Record<BudgetName, ClassRequest>> {
  let tile = 0;
  let search = 0;
  const file = (path: string, values: Record<string, string>, bytes: number): [string, RequestInit] => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ f: 'json', token, ...values })) body.set(name, value);
    body.set('file', new Blob(['name,n\n'.padEnd(bytes, 'tree,1\n')]), 'trees.csv');
    return [path, { method: 'POST', body }];
  };
  return {
    // A visitor's is answered from memory, without a place.
    small: { request: () => [`${rest}/portals/self?f=json&token=${token}`] },
    content: { request: () => [`${rest}/content/users/ada?f=json`] },
    vendors: {
      request: () => json('/api/session/town/eA/oauth2/token', { grant_type: 'refresh_token' }),
    },
    // Another one each time: responses are cached.
    search: { request: () => [`${rest}/search?f=json&q=town${(search += 1)}`] },
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
        form(`${rest}/oauth2/token`, {
          grant_type: 'refresh_token',
          client_id: clientId,
          refresh_token: 'x',
        }),
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
}
