import { stableId } from '../../server/demo/users.ts';
import { combRing, starRing, wavyRing } from '../rig/heavy-shapes.ts';
import { form, get, type Loads, times } from './expensive-request.ts';

const rest = '/portal/sharing/rest';
const services = '/server/rest/services';
const geometry = `${services}/Utilities/Geometry/GeometryServer`;
const buildings = `${services}/Astana_buildings/FeatureServer`;
const item = `${rest}/content/items/${stableId('item', 'buildings-by-levels')}`;
const comb = combRing(2800);
const upright = comb.map(([x = 0, y = 0]) => [y + 20, x - 20]);

/** A request for a page, as a browser sends it. */
const page = (path: string, values: Readonly<Record<string, unknown>> = {}) =>
  get(path, { f: 'html', ...values });

/** The most expensive requests of routes outside of the usual paths of the application. */
export const leastTrusted = {
  'geometries compared': () => [
    form(`${geometry}/relation`, {
      sr: 3857,
      geometries1: [{ rings: [comb] }],
      geometries2: [{ rings: [upright] }],
      relation: 'esriGeometryRelationOverlap',
    }),
    form(`${geometry}/relation`, {
      sr: 3857,
      geometries1: times(10, () => ({ rings: [starRing(200, 71)] })),
      geometries2: times(10, () => ({ rings: [starRing(200, 71)] })),
      relation: 'esriGeometryRelationTouch',
    }),
    form(`${geometry}/distance`, {
      sr: 4326,
      geodesic: true,
      geometry1: { geometryType: 'esriGeometryPolyline', geometry: { paths: [wavyRing(9900)] } },
      geometry2: { geometryType: 'esriGeometryPolyline', geometry: { paths: [wavyRing(9900, 0.3)] } },
    }),
    form(`${geometry}/convexHull`, {
      sr: 3857,
      geometries: [{ points: times(19_000, (n) => [Math.cos(n), Math.sin(n)]) }],
    }),
    form(`${geometry}/densify`, {
      sr: 3857,
      maxSegmentLength: 0.001,
      geometries: [{ paths: [wavyRing(9000)] }],
    }),
    form(`${geometry}/generalize`, {
      sr: 3857,
      maxDeviation: 1e-9,
      geometries: [{ paths: [wavyRing(19_000)] }],
    }),
  ],
  'descriptions of services': () => [
    get(services),
    get(buildings),
    get(`${buildings}/layers`),
    get(`${buildings}/0`),
    get(`${buildings}/views`),
    get(`${buildings}/sources`),
    get('/server/ogc/Astana_buildings/api'),
    get('/server/ogc/Astana_buildings/collections'),
  ],
  'pages for people': () => [
    page(`${rest}/search`, { q: '*', num: 100 }),
    page(`${rest}/community/groups`, { q: '*', num: 100 }),
    page(`${rest}/community/users`, { q: '*', num: 100 }),
    page(item),
    page(`${rest}/portals/self`),
    page(`${buildings}/layers`),
    page(`${buildings}/0/query`, { where: '1=1', resultRecordCount: 2000 }),
    page('/server/ogc/Astana_buildings/collections/0/items', { limit: 2000 }),
  ],
  'audit log, usage and storage': ({ token }) => {
    const headers = { authorization: `Bearer ${token}` };
    return [
      { path: '/api/demo/administration/audit?actor=a&act=b', headers },
      { path: '/api/demo/administration/audit.csv', headers },
      { path: '/api/demo/administration/usage?days=400', headers },
      get(`${rest}/portals/self/storage`, { token }),
      get(`${rest}/community/users/ada/storage`, { token }),
      get(`${item}/dependencies`, { token }),
    ];
  },
  'groups and people': ({ token }) => [
    get(`${rest}/portals/self/users`, { num: 100, token }),
    get(`${rest}/community/groups`, { q: 'a* b* c*', num: 100, sortField: 'title', token }),
    get(`${rest}/content/groups/${stableId('group', 'city-maps')}`, { num: 100, token }),
    get(`${rest}/community/groups/${stableId('group', 'city-maps')}/users`, { token }),
    get(`${item}/groups`, { token }),
    get(`${item}/comments`, { num: 100 }),
  ],
  'responses of identity providers': () => [
    form(`${rest}/oauth2/saml/signin`, { SAMLResponse: 'A'.repeat(900_000) }),
    get(`${rest}/oauth2/provider/callback`, { code: 'x'.repeat(8000), state: 'y'.repeat(4000) }),
    get(`${rest}/oauth2/provider/authorize`, { client_id: 'mapping-demo', redirect_uri: 'x'.repeat(8000) }),
    get(`${rest}/portals/self/sp/metadata`),
    get(`${rest}/portals/regions`, { culture: 'th' }),
  ],
  'nested conditions': () => [
    form(`${buildings}/0/query`, { where: `${'('.repeat(60)}1=1${')'.repeat(60)}`, returnCountOnly: true }),
    form(`${buildings}/0/query`, {
      where: `${'NOT ('.repeat(60)}1=1${')'.repeat(60)}`,
      returnCountOnly: true,
    }),
    form(`${buildings}/0/query`, { where: `${'('.repeat(100_000)}1=1`, returnCountOnly: true }),
    get('/server/ogc/Astana_buildings/collections/0/items', { filter: `${'NOT ('.repeat(3000)}TRUE` }),
    form(`${rest}/search`, { q: `${'('.repeat(2000)}a${')'.repeat(2000)}` }),
  ],
  'pictures of items': () => [
    ...[100, 400, 800].map((w) => get(`${item}/info/thumbnail/buildings-by-levels.webp`, { w })),
    { path: '/api/demo/logo' },
    { path: '/demo/app.webmanifest' },
    { path: '/service-worker.js' },
    { path: `/demo/map/wid/${stableId('item', 'buildings-by-levels')}` },
  ],
} satisfies Loads;
