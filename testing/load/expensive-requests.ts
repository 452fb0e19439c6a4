import { heavyKinds } from '../rig/heavy-items.ts';
import { stableId } from '../../server/demo/users.ts';
import { combRing, starRing, wavyRing } from '../rig/heavy-shapes.ts';
import { leastTrusted } from './least-trusted.ts';
import { signIns } from './sign-ins.ts';
import { type ExpensiveRequest, file, form, get, json, type Loads, times } from './expensive-request.ts';

const rest = '/portal/sharing/rest';
const services = '/server/rest/services';
const buildings = `${services}/Astana_buildings/FeatureServer/0`;
const ogcBuildings = '/server/ogc/Astana_buildings/collections/0';
/** A public map. */
export const commentedMap = `/api/demo/maps/${stableId('item', 'buildings-by-levels')}`;
const stops = `${services}/Astana_transit_stops/FeatureServer/0`;
const geometry = `${services}/Utilities/Geometry/GeometryServer`;
const places = `${services}/Places/GeocodeServer`;

const words = (count: number) => times(count, (n) => `word${n}`).join(' ');
const small = '{"a":[1,2,{"b":null}],"c":"x"},';
const largeRing = { rings: [wavyRing(100_000)] };
/** Two polygons that cross each other nearly as often as the geometry service allows. */
const comb = combRing(440);
const crossing = [{ rings: [comb] }, { rings: [comb.map(([x = 0, y = 0]) => [y + 20, x - 20])] }];
const within = { geometryType: 'esriGeometryPolygon', geometry: largeRing, inSR: 4326 };

/**
 * The most expensive requests by kind, most of them anonymous; they are sent in turn, also by
 * `testing/client/event-loop-classes.long.test.ts`.
 */
export const expensiveRequests = {
  'forms of 9 MB to the portal': ({ token }) => [
    form(`${rest}/content/users/ada/addItem`, { text: 'Ä b+'.repeat(750_000) }),
    form(`${rest}/content/users/ada/addItem`, { text: 'x'.repeat(9_000_000) }),
    form(`${rest}/content/users/ada/addItem`, { text: 'x'.repeat(9_000_000), token: `${token}x` }),
  ],
  'forms of 1 MB with 1,000 fields': () => [
    form(`${rest}/search`, Object.fromEntries(times(990, (n) => [`f${n}`, 'é'.repeat(160)]))),
    form(`${places}/suggest`, Object.fromEntries(times(990, (n) => [`f${n}`, 'é'.repeat(160)]))),
    form(`${rest}/oauth2/token`, Object.fromEntries(times(990, (n) => [`f${n}`, '%'.repeat(300)]))),
    form(`${rest}/generateToken`, { username: 'x'.repeat(500_000), password: 'é'.repeat(70_000) }),
  ],
  'forms of 9 MB to feature services': () => [
    form(`${buildings}/applyEdits`, { adds: 'Ä b+'.repeat(750_000) }),
    form(`${buildings}/query`, { where: 'x'.repeat(9_000_000) }),
    form(`${buildings}/query`, { ...within, where: '1=1', returnCountOnly: true, token: 'x'.repeat(9000) }),
  ],
  'searches of many words': () => [
    form(`${rest}/search`, { q: words(100), num: 100 }),
    form(`${rest}/search`, { q: words(999), num: 100 }),
    form(`${rest}/search`, { q: times(100, (n) => `"a${n}"`).join(' OR '), num: 100 }),
    form(`${rest}/search`, { q: `id:(${words(900).replaceAll(' ', ' OR ').slice(0, 4900)}a)`, num: 100 }),
    form(`${rest}/community/users`, { q: words(100), num: 100 }),
    form(`${rest}/community/groups`, { q: words(100), num: 100 }),
    form(`${rest}/search`, { q: 'a', categories: '中'.repeat(330_000) }),
    form(`${rest}/search`, {
      q: 'a',
      categories: times(90, (n) => `/Categories/${n}${'中'.repeat(20)}`).join(','),
    }),
    form(`${rest}/search`, { q: 'a', bbox: ','.repeat(900_000), sortField: ','.repeat(290_000) }),
  ],
  'item lists': () => [
    get(`${rest}/search`, { q: '*', num: 100 }),
    get(`${rest}/content/users/ada`, { num: 100 }),
    get(`${rest}/search`, {
      q: 'a*',
      num: 100,
      sortField: 'title',
      countFields: 'tags,type',
      countSize: 200,
    }),
    get(`${rest}/portals/self/users`, { num: 100 }),
  ],
  'pages of heavy items': () => [
    ...times(heavyKinds, (n) =>
      get(`${rest}/search`, { q: 'tags:heavy', num: 100, start: n + 1, f: n % 2 === 0 ? 'json' : 'pjson' }),
    ),
    get(`${rest}/search`, { q: 'owner:grace', num: 100, f: 'html' }),
    get(`${rest}/content/users/grace`, { num: 100 }),
    get(`${rest}/community/groups`, { q: 'tags:heavy', num: 100 }),
    get(`${rest}/community/users/grace`),
  ],
  places: () => [
    get(`${places}/findAddressCandidates`, { SingleLine: 'street a b c '.repeat(38), maxLocations: 50 }),
    get(`${places}/suggest`, { text: 'а', maxSuggestions: 15 }),
    get(`${places}/reverseGeocode`, { location: '71.43,51.13', distance: 100_000 }),
    form(`${places}/geocodeAddresses`, {
      addresses: {
        records: times(100, (n) => ({
          attributes: { OBJECTID: n, SingleLine: `Street of the long name ${n} `.repeat(18) },
        })),
      },
    }),
  ],
  'OGC API Features': () => [
    get(`${ogcBuildings}/items`, { limit: 2000 }),
    get(`${ogcBuildings}/items`, {
      limit: 2000,
      filter: 'NOT S_INTERSECTS(geometry, BBOX(71.4, 51.1, 71.5, 51.2))',
    }),
    get(`${ogcBuildings}/items`, {
      limit: 2000,
      filter: times(8, (n) => `S_TOUCHES(geometry, LINESTRING(71.4 51.${n}, 71.5 51.${n}))`).join(' OR '),
    }),
    get(`${ogcBuildings}/items`, { filter: times(300, (n) => `CASEI(name) LIKE '%${n}'`).join(' OR ') }),
  ],
  'geometry service': () => [
    form(`${geometry}/buffer`, {
      inSR: 3857,
      geometries: [{ paths: [wavyRing(19_000)] }],
      distances: '10,20',
    }),
    form(`${geometry}/simplify`, { sr: 4326, geometries: [{ rings: [starRing(9000)] }] }),
    form(`${geometry}/union`, { sr: 4326, geometries: times(4, () => ({ rings: [wavyRing(4900)] })) }),
    form(`${geometry}/union`, { sr: 4326, geometries: crossing }),
    form(`${geometry}/difference`, { sr: 4326, geometries: crossing.slice(0, 1), geometry: crossing[1] }),
    form(`${geometry}/buffer`, {
      inSR: 3857,
      geometries: times(1000, (n) => `${n * 1.37},${Math.sin(n) * 1000}`).join(),
      distances: 500,
      unionResults: true,
    }),
    form(`${geometry}/lengths`, { sr: 4326, polylines: [{ paths: [wavyRing(19_000)] }], geodesic: true }),
    form(`${geometry}/relation`, {
      sr: 4326,
      geometries1: times(120, () => ({ rings: [wavyRing(30)] })),
      geometries2: times(120, () => ({ rings: [wavyRing(30)] })),
      relation: 'esriGeometryRelationOverlap',
    }),
  ],
  'polygons of 100,000 vertices': () => [
    form(`${buildings}/query`, { ...within, returnCountOnly: true }),
    form(`${buildings}/query`, { ...within, spatialRel: 'esriSpatialRelOverlaps', returnIdsOnly: true }),
    form(`${buildings}/query`, { ...within, geometry: { rings: [starRing(400)] }, returnCountOnly: true }),
    form(`${buildings}/query`, {
      ...within,
      distance: 500,
      units: 'esriSRUnit_Meter',
      returnCountOnly: true,
    }),
  ],
  'pages of 8,000 features': () => [
    get(`${buildings}/query`, { where: '1=1', outFields: '*', resultType: 'tile' }),
    get(`${buildings}/query`, { where: '1=1', outFields: '*', resultType: 'tile', f: 'geojson' }),
    get(`${buildings}/query`, { where: '1=1', outFields: '*', resultType: 'tile', f: 'pbf' }),
    get(`${buildings}/query`, { where: '1=1', outFields: '*', resultType: 'tile', f: 'pjson', outSR: 32642 }),
    get(`${buildings}/query`, { where: '1=1', returnIdsOnly: true }),
    get(`${buildings}/query`, { objectIds: times(1500, (n) => n).join(','), outFields: '*' }),
  ],
  statistics: () => [
    form(`${buildings}/query`, {
      where: '1=1',
      groupByFieldsForStatistics: 'OBJECTID',
      outStatistics: ['count', 'sum', 'avg', 'stddev', 'var', 'min', 'max'].map((statisticType) => ({
        statisticType,
        onStatisticField: 'OBJECTID',
        outStatisticFieldName: statisticType,
      })),
    }),
    form(`${buildings}/query`, {
      where: '1=1',
      outStatistics: times(100, (n) => ({
        statisticType: 'percentile_cont',
        onStatisticField: 'OBJECTID',
        outStatisticFieldName: `p${n}`,
        statisticParameters: { value: n / 100 },
      })),
    }),
    form(`${buildings}/query`, {
      where: times(1500, (n) => `OBJECTID <> ${n}`).join(' AND '),
      returnCountOnly: true,
    }),
    form(`${buildings}/query`, {
      where: '1=1',
      outFields: '*',
      returnDistinctValues: true,
      returnGeometry: false,
    }),
    get(`${buildings}/queryAttachments`, { definitionExpression: '1=1' }),
  ],
  'bins and renderers': () => [
    form(`${buildings}/queryBins`, {
      where: '1=1',
      bin: { type: 'autoIntervalBin', onField: 'OBJECTID', parameters: { numberOfBins: 512 } },
    }),
    form(`${buildings}/queryBins`, {
      where: '1=1',
      bin: {
        type: 'autoIntervalBin',
        onField: 'OBJECTID',
        parameters: { numberOfBins: 10 },
        splitBy: { value: 'levels', valueType: 'field', outAlias: 'levels' },
      },
    }),
    form(`${buildings}/generateRenderer`, {
      classificationDef: {
        type: 'classBreaksDef',
        classificationField: 'levels',
        classificationMethod: 'esriClassifyNaturalBreaks',
        breakCount: 10,
      },
    }),
    form(`${buildings}/generateRenderer`, {
      classificationDef: { type: 'uniqueValueDef', uniqueValueFields: ['OBJECTID', 'levels'] },
    }),
  ],
  'exports, appends and calculations': ({ token }) => [
    form(`${stops}/append`, {
      appendUploadFormat: 'featureCollection',
      edits: {
        layers: [{ featureSet: { features: times(2000, (n) => ({ attributes: { OBJECTID: -n } })) } }],
      },
      token,
    }),
    form(`${stops}/calculate`, {
      where: '1=0',
      calcExpression: times(20, () => ({ field: 'name', sqlExpression: "UPPER('a')" })),
      token,
    }),
    form(`${rest}/content/users/ada/export`, {
      itemId: stableId('item', 'buildings'),
      exportFormat: 'GeoPackage',
      title: 'Buildings',
      token,
    }),
    get(`${rest}/content/items/${stableId('item', 'buildings')}/dependencies/listDependentsTo`),
  ],
  tiles: () =>
    times(40, (n) => ({
      path: `${services}/Astana_buildings/VectorTileServer/tile/${[9, 10, 11, 12][n % 4]}/${[170, 340, 681, 1363][n % 4] ?? 0}/${([357, 715, 1430, 2860][n % 4] ?? 0) + (n >> 3)}.pbf`,
    })),
  uploads: ({ token }) => [
    file(`${rest}/content/users/ada/addItem`, { type: 'CSV' }, 9_900_000, 'a.csv'),
    file(`${rest}/content/features/analyze`, {}, 9_900_000, 'a.csv'),
    file(`${buildings.replace('/0', '')}/uploads/upload`, {}, 9_900_000, 'a.jpg'),
    file(`${rest}/content/features/analyze`, { token }, 9_900_000, 'a.csv'),
    {
      ...file(
        `${rest}/content/users/ada/addItem`,
        Object.fromEntries(times(900, (n) => [`f${n}`, 'é'.repeat(500)])),
        10,
        'a',
      ),
    },
  ],
  'history and restore': ({ token }) => [
    form(`${buildings}/restore`, { moment: Date.now(), token }),
    form(`${buildings}/calculate`, {
      where: '1=1',
      calcExpression: [{ field: 'name', sqlExpression: "CONCAT(UPPER(name), ' ')" }],
      token,
    }),
    form(`${buildings}/queryHistory`, { resultOffset: 50_000, token }),
    form(`${buildings}/queryHistory`, { resultRecordCount: 1000, token }),
    form(`${buildings}/query`, {
      where: '1=1',
      outFields: '*',
      historicMoment: Date.now(),
      resultType: 'tile',
      token,
    }),
  ],
  'comments and people on maps': ({ token }) => {
    const signedIn = { authorization: `Bearer ${token}` };
    const place = { kind: 'point', longitude: 71.4, latitude: 51.1 };
    const text = `${times(20, (n) => `@person${n}`).join(' ')} ${'x'.repeat(3700)}`;
    const client = (n: number) => `a-page-of-the-load-${n}`;
    return [
      ...times(8, (n) => ({
        path: `${commentedMap}/live?client=${client(n)}`,
        headers: signedIn,
        isStream: true as const,
      })),
      ...times(8, () => json(`${commentedMap}/comments`, JSON.stringify({ place, text }), signedIn)),
      ...times(8, () => ({ path: `${commentedMap}/comments`, headers: signedIn })),
      ...times(8, (n) =>
        json(
          `${commentedMap}/presence`,
          JSON.stringify({ client: client(n), rectangle: [71, 51, 72, 52] }),
          signedIn,
        ),
      ),
      { path: '/api/demo/mentions', headers: signedIn },
    ];
  },
  '400 pages that follow a map': ({ token }) => {
    const signedIn = { authorization: `Bearer ${token}` };
    const place = { kind: 'point', longitude: 71.4, latitude: 51.1 };
    // Visitors of many addresses: half of a map's streams are theirs, the others are asked to wait.
    const client = (n: number) => `a-visitor-of-the-load-${n}`;
    return [
      ...times(400, (n) => ({ path: `${commentedMap}/live?client=${client(n)}`, isStream: true as const })),
      ...times(20, (n) =>
        json(`${commentedMap}/presence`, JSON.stringify({ client: client(n), rectangle: [71, 51, 72, 52] })),
      ),
      ...times(20, () =>
        json(`${commentedMap}/comments`, JSON.stringify({ place, text: 'x'.repeat(4000) }), signedIn),
      ),
    ];
  },
  'OGC edits': ({ token }) => {
    const send = (method: string, path: string, geometry: object): ExpensiveRequest => ({
      method,
      path,
      type: 'application/geo+json',
      body: Buffer.from(JSON.stringify({ type: 'Feature', properties: {}, geometry })),
      headers: { authorization: `Bearer ${token}` },
    });
    const large = { type: 'Polygon', coordinates: [wavyRing(30_000)] };
    const items = `${ogcBuildings}/items`;
    return [
      send('POST', items, large),
      send('PUT', `${items}/1`, large),
      send('PATCH', `${items}/2`, large),
      { method: 'DELETE', path: `${items}/3`, headers: { authorization: `Bearer ${token}` } },
    ];
  },
  'OGC options, exports and subtypes': ({ token }) => {
    const codedValues = times(20, (n) => ({ code: `${n}`, name: `${n}` }));
    const domain = { type: 'codedValue', name: 'd', codedValues };
    const definition = (subtypes: number): ExpensiveRequest =>
      form(`/server/rest/admin/services/Astana_transit_stops/FeatureServer/0/addToDefinition`, {
        addToDefinition: {
          subtypeField: 'OBJECTID',
          subtypes: times(subtypes, (code) => ({
            code,
            name: `Subtype ${code}`,
            defaultValues: { name: 'é'.repeat(20) },
            domains: { name: domain },
          })),
        },
        token,
      });
    return [
      { method: 'OPTIONS', path: `${ogcBuildings}/items`, headers: { authorization: `Bearer ${token}` } },
      { method: 'OPTIONS', path: `${ogcBuildings}/items/1` },
      definition(40),
      definition(2000),
      ...['CSV', 'GeoJson'].map((exportFormat) =>
        form(`${rest}/content/users/ada/export`, {
          itemId: stableId('item', 'buildings'),
          exportFormat,
          title: `Buildings as ${exportFormat}`,
          token,
        }),
      ),
    ];
  },
  edits: ({ token }) => [
    form(`${stops}/addFeatures`, {
      features: times(2000, (n) => ({ attributes: {}, geometry: { x: 71.4 + n / 1e5, y: 51.1 } })),
      token,
    }),
    form(`${stops}/deleteFeatures`, { where: times(500, (n) => `OBJECTID = -${n}`).join(' OR '), token }),
    form(`${stops}/applyEdits`, { updates: times(2000, (n) => ({ attributes: { OBJECTID: -n } })), token }),
  ],
  ...signIns,
  'configs and pages': () => [get('/api/demo/config'), get('/demo'), get(`${rest}/portals/self`)],
  'map doctor': () => [
    get('/api/demo/map-checks', { ids: times(400, (n) => n.toString(16).padStart(32, '0')).join(',') }),
    get('/api/demo/map-checks', { attention: true }),
  ],
  'shared maps': () => [
    json(
      '/api/demo/shared-maps',
      `{"title":"Large","webMap":{"operationalLayers":[${small.repeat(150_000)}1]}}`,
    ),
    json('/api/demo/shared-maps', `{"title":"Large","webMap":{"text":"${'x'.repeat(4_900_000)}"}}`),
    { ...get('/api/demo/shared-maps', { num: 100 }) },
  ],
  ...leastTrusted,
  'small JSON': () => [
    json('/api/reports', `[${small.repeat(1000)}1]`),
    json('/api/demo/usage/map-opened', `{"a":[${small.repeat(2000)}1]}`),
    json(`${rest}/search`, `{"q":"a","b":[${small.repeat(2000)}1]}`),
  ],
} satisfies Loads;
