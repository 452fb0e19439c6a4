import type { Cell } from './portal-cells.ts';
import type { Places, TwoOrganisations } from './two-organisations.ts';

const secret = 'the link is an unguessable secret, and anyone who has it may read the status';
const open = 'the configuration is public';
const point = JSON.stringify({ x: 71, y: 51 });
const taken = JSON.stringify([{ attributes: { objectid: 1, name: 'Taken' }, geometry: { x: 0, y: 0 } }]);
const globalId = '00000000-0000-4000-8000-000000000000';
const query = { where: '1=1', outFields: '*', returnGeometry: 'true' };

const service = '/rest/services/:name/FeatureServer';
const layer = `${service}/:layer(^\\d{1,9}$)`;
const feature = `${layer}/:objectid(^\\d{1,15}$)`;
const admin = '/rest/admin/services/:name/FeatureServer';
const adminLayer = `${admin}/:layer(^\\d{1,9}$)`;
const geometry = '/rest/services/Utilities/Geometry/GeometryServer';
const ogc = '/ogc/:name';
const collection = `${ogc}/collections/:layer(^\\d{1,9}$)`;
const tiles = '/rest/services/:name/VectorTileServer';
const places = '/rest/services/Places/GeocodeServer';

/** Each operation of services, below `/server` and `/server/{org}`. Geocoding is public. */
export const serviceCells: Record<string, Cell> = {
  '/rest/info': {},
  '/rest/services': {},
  [service]: {},
  [`${service}/layers`]: {},
  [`${service}/relationships`]: {},
  [`${service}/sources`]: {},
  [`${service}/views`]: {},
  [`${service}/extractChanges`]: {
    send: () => ({ returnInserts: 'true', layerServerGens: '[{"id":0,"serverGen":1000000000000}]' }),
  },
  [`${service}/createReplica`]: {
    send: () => ({ layers: '0', syncModel: 'perLayer', replicaName: 'Planted' }),
  },
  [`${service}/synchronizeReplica`]: {
    send: ({ replica: replicaID }) => ({
      replicaID,
      syncDirection: 'upload',
      edits: JSON.stringify([{ id: 0, features: { deleteIds: [globalId] } }]),
    }),
  },
  [`${service}/unRegisterReplica`]: { send: ({ replica: replicaID }) => ({ replicaID }) },
  [`${service}/replicas`]: {},
  [`${service}/replicas/:replica(^[\\da-fA-F-]{32,36}$)`]: {},
  [`${service}/jobs/:job(^[\\da-f]{32}$)`]: {},
  [`${service}/replicafiles/:job(^[\\da-f]{32}$)`]: {},
  [`${service}/queryDomains`]: { send: () => ({ layers: '[0]' }) },
  [`${service}/query`]: { send: () => ({ ...query, layerDefs: '{"0":"1=1"}' }) },
  [`${service}/append`]: {
    send: () => ({
      layers: '0',
      truncateExisting: 'true',
      edits: JSON.stringify({ features: [{ attributes: { name: 'Taken' }, geometry: { x: 0, y: 0 } }] }),
    }),
  },
  [`${service}/applyEdits`]: { send: () => ({ edits: JSON.stringify([{ id: 0, deletes: [1] }]) }) },
  [`${service}/uploads/info`]: {},
  [`${service}/uploads/upload`]: {},
  [`${service}/jobs/:job(^[\\da-f]{32}$)/cancel`]: {},
  [`${service}/uploads/register`]: { send: () => ({ itemName: 'taken.csv' }) },
  [`${service}/uploads/:upload(^i[\\da-fA-F-]{36}$)/uploadPart`]: { send: () => ({ partId: '1' }) },
  [`${service}/uploads/:upload(^i[\\da-fA-F-]{36}$)/parts`]: {},
  [`${service}/uploads/:upload(^i[\\da-fA-F-]{36}$)/commit`]: {},
  [`${service}/uploads/:upload(^i[\\da-fA-F-]{36}$)`]: {},
  [`${service}/uploads/:upload(^i[\\da-fA-F-]{36}$)/delete`]: {},
  [layer]: {},
  [`${layer}/query`]: { send: () => query },
  [`${layer}/queryTopFeatures`]: {
    send: () => ({
      ...query,
      topFilter: '{"groupByFields":"OBJECTID","topCount":1,"orderByFields":"OBJECTID"}',
    }),
  },
  [`${layer}/queryBins`]: {
    send: () => ({ where: '1=1', bin: JSON.stringify({ type: 'autoIntervalBin', onField: 'OBJECTID' }) }),
  },
  [`${layer}/queryDateBins`]: {
    send: () => ({ where: '1=1', binField: 'at', bin: '{"calendarBin":{"unit":"year"}}' }),
  },
  [`${layer}/queryRelatedRecords`]: { send: () => ({ objectIds: '1', relationshipId: '0' }) },
  [`${layer}/queryAttachments`]: { send: () => ({ objectIds: '1' }) },
  [`${layer}/applyEdits`]: { send: () => ({ updates: taken, deletes: '1' }) },
  [`${layer}/addFeatures`]: { send: () => ({ features: taken }) },
  [`${layer}/updateFeatures`]: { send: () => ({ features: taken }) },
  [`${layer}/deleteFeatures`]: { send: () => ({ where: '1=1' }) },
  [`${layer}/calculate`]: {
    send: () => ({ where: '1=1', calcExpression: JSON.stringify([{ field: 'name', value: 'Taken' }]) }),
  },
  [`${layer}/append`]: {
    send: () => ({
      truncateExisting: 'true',
      edits: JSON.stringify({ features: [{ attributes: { name: 'Taken' }, geometry: { x: 0, y: 0 } }] }),
    }),
  },
  [`${layer}/append/jobs/:job(^[\\da-f]{32}$)`]: {},
  [`${layer}/append/jobs/:job(^[\\da-f]{32}$)/cancel`]: {},
  [`${layer}/queryHistory`]: { send: () => ({ objectIds: '1' }) },
  [`${layer}/restore`]: { send: () => ({ moment: '1000000000000' }) },
  [`${layer}/validateSQL`]: { send: () => ({ sql: "name = 'x'" }) },
  [`${layer}/generateRenderer`]: {
    send: () => ({
      classificationDef: JSON.stringify({ type: 'uniqueValueDef', uniqueValueFields: ['name'] }),
    }),
  },
  [`${layer}/images/:image(^[\\da-f]{32}$)`]: {},
  [feature]: {},
  [`${feature}/attachments`]: {},
  [`${feature}/attachments/:attachmentid(^\\d{1,15}$)`]: {},
  [`${feature}/addAttachment`]: {},
  [`${feature}/updateAttachment`]: { send: () => ({ attachmentId: '1' }) },
  [`${feature}/deleteAttachments`]: { send: () => ({ attachmentIds: '1' }) },
  [admin]: {},
  [`${admin}/addToDefinition`]: { send: () => ({ addToDefinition: '{"layers":[{"name":"Planted"}]}' }) },
  [`${admin}/updateDefinition`]: { send: () => ({ updateDefinition: '{"description":"Taken"}' }) },
  [`${admin}/deleteFromDefinition`]: { send: () => ({ deleteFromDefinition: '{"layers":[{"id":0}]}' }) },
  [`${admin}/refresh`]: {},
  [adminLayer]: {},
  [`${adminLayer}/addToDefinition`]: {
    send: () => ({ addToDefinition: '{"fields":[{"name":"planted","type":"esriFieldTypeString"}]}' }),
  },
  [`${adminLayer}/updateDefinition`]: { send: () => ({ updateDefinition: '{"name":"Taken"}' }) },
  [`${adminLayer}/deleteFromDefinition`]: {
    send: () => ({ deleteFromDefinition: '{"fields":[{"name":"name"}]}' }),
  },
  [`${adminLayer}/refresh`]: {},
  [`${adminLayer}/truncate`]: {},
  [places]: {},
  [`${places}/suggest`]: { send: () => ({ text: 'wall' }) },
  [`${places}/findAddressCandidates`]: { send: () => ({ singleLine: 'wall' }) },
  [`${places}/reverseGeocode`]: { send: () => ({ location: point }) },
  [`${places}/geocodeAddresses`]: { send: () => ({ addresses: JSON.stringify({ records: [] }) }) },
  [tiles]: {},
  [`${tiles}/resources/styles/root.json`]: {},
  [`${tiles}/resources/styles`]: {},
  [`${tiles}/resources/info`]: {},
  [`${tiles}/tilemap/:z/:y/:x/:width/:height`]: {},
  [`${tiles}/tile/:z/:y/:x`]: {},
  [`${tiles}/resources/sprites/:file`]: {},
  [`${tiles}/resources/fonts/:font/:range`]: {},
  '/fonts/:font/:range': {},
  '/fonts/woff2/:file': {},
  '/rest/services/Utilities': {},
  [geometry]: {},
  [`${geometry}/project`]: {},
  [`${geometry}/simplify`]: {},
  [`${geometry}/buffer`]: {},
  [`${geometry}/intersect`]: {},
  [`${geometry}/difference`]: {},
  [`${geometry}/union`]: {},
  [`${geometry}/convexHull`]: {},
  [`${geometry}/areasAndLengths`]: {},
  [`${geometry}/lengths`]: {},
  [`${geometry}/distance`]: {},
  [`${geometry}/labelPoints`]: {},
  [`${geometry}/relation`]: {},
  [`${geometry}/densify`]: {},
  [`${geometry}/generalize`]: {},
  [`${geometry}/findTransformations`]: {},
  [`${geometry}/autoComplete`]: {},
  [`${geometry}/cut`]: {},
  [`${geometry}/offset`]: {},
  [`${geometry}/reshape`]: {},
  [`${geometry}/trimExtend`]: {},
  [`${geometry}/toGeoCoordinateString`]: {},
  [`${geometry}/fromGeoCoordinateString`]: {},
  [ogc]: {},
  [`${ogc}/conformance`]: {},
  [`${ogc}/api`]: {},
  [`${ogc}/collections`]: {},
  [`${ogc}/tileMatrixSets`]: {},
  [`${ogc}/tileMatrixSets/WebMercatorQuad`]: {},
  [`${ogc}/tiles`]: {},
  [`${ogc}/tiles/WebMercatorQuad`]: {},
  [`${ogc}/tiles/WebMercatorQuad/:z/:y/:x`]: {},
  [collection]: {},
  [`${collection}/tiles`]: {},
  [`${collection}/tiles/WebMercatorQuad`]: {},
  [`${collection}/tiles/WebMercatorQuad/:z/:y/:x`]: {},
  [`${collection}/queryables`]: {},
  [`${collection}/schema`]: {},
  [`${collection}/items`]: { send: () => ({ filter: 'OBJECTID > 0' }) },
  [`${collection}/items/:fid(^\\d{1,15}$)`]: {},
};

const webMap = { version: '2.31', operationalLayers: [], baseMap: { baseMapLayers: [], title: 'B' } };

/** A call of our own API, or of a page. */
export interface ApiCell extends Cell {
  /** Text is sent as a picture. */
  body?: object | string | ((places: Places, own: TwoOrganisations['own']) => object);
  /** The rest of an address that ends in `*`. */
  rest?: (places: Places) => string;
  /** Other inputs to the same route. */
  also?: readonly Omit<ApiCell, 'also'>[];
}

const place = { kind: 'point', longitude: 71, latitude: 51 };
const harbour = { url: '/portal/harbour', appId: 'mapping-harbour' };

/** Every other route, by method and address. */
export const apiCells: Record<string, ApiCell> = {
  'GET /api/:org/config': { reveals: open },
  'GET /api/:org/logo': {},
  'GET /api/:org/pictures/:hash': { reveals: 'logos are public' },
  'POST /api/:org/administration/logo': { body: 'not a picture' },
  'GET /api/:org/administration/config': {},
  'PUT /api/:org/administration/config': {
    body: { title: 'Taken' },
    also: [{ body: ({ group: adminGroupId }) => ({ title: 'Taken', portal: { ...harbour, adminGroupId } }) }],
  },
  'GET /api/:org/administration/revisions': {},
  'GET /api/:org/administration/revisions/:revision': {},
  'POST /api/:org/administration/revisions/:revision/restore': {},
  'POST /api/:org/administration/portal-check': {
    body: ({ group: adminGroupId }) => ({ url: '/portal/city', adminGroupId }),
    also: [{ body: ({ group: adminGroupId }) => ({ ...harbour, adminGroupId }) }],
  },
  'GET /api/:org/administration/audit': { send: ({ user: actor }) => ({ actor }) },
  'GET /api/:org/administration/audit.csv': { send: ({ user: actor }) => ({ actor }) },
  'POST /api/:org/page-hosts': { body: { hosts: ['https://gis.example'] } },
  'POST /api/:org/usage/map-opened': {},
  'GET /api/:org/administration/usage': {},
  'POST /api/:org/shared-maps': {
    body: { title: 'Planted', access: 'members', webMap },
    also: [{ body: ({ group }) => ({ title: 'Planted', access: 'groups', groups: [group], webMap }) }],
  },
  'GET /api/:org/shared-maps': { send: ({ item: uses }) => ({ scope: 'all', uses }) },
  'GET /api/:org/shared-maps/:sid': { reveals: secret },
  'PATCH /api/:org/shared-maps/:sid': {
    body: { title: 'Taken', access: 'public' },
    also: [{ body: ({ group }) => ({ access: 'groups', groups: [group] }) }],
  },
  'DELETE /api/:org/shared-maps/:sid': {},
  'POST /api/:org/short-addresses': { body: ({ item: wid }) => ({ wid, title: 'Planted' }) },
  'GET /api/:org/short-addresses': { send: () => ({ scope: 'all' }) },
  'DELETE /api/:org/short-addresses/:code': {},
  'GET /api/:org/maps/:wid/comments': { also: [{ send: ({ mapComment: ids }) => ({ ids }) }] },
  'PUT /api/:org/maps/:wid/comments': { body: { visitors: true } },
  'POST /api/:org/maps/:wid/comments': {
    body: { place, text: 'Planted' },
    also: [{ body: ({ mapComment: thread }) => ({ thread, text: 'Planted' }) }],
  },
  'PATCH /api/:org/maps/:wid/comments/:id': { body: { resolved: true } },
  'DELETE /api/:org/maps/:wid/comments/:id': {},
  'POST /api/:org/maps/:wid/comments/:id/photos': { body: 'not a photo' },
  'GET /api/:org/maps/:wid/comments/:id/photos/:number': {},
  'GET /api/:org/maps/:wid/live': { send: () => ({ client: 'a'.repeat(32) }) },
  'POST /api/:org/maps/:wid/presence': { body: { client: 'a'.repeat(32), rectangle: null } },
  'GET /api/:org/mentions': {},
  'DELETE /api/:org/mentions/:id': {},
  'GET /api/:org/integrations/:id/credentials': {},
  'GET /api/:org/integrations/:id/credentials/status': {},
  'PUT /api/:org/integrations/:id/credentials': { body: { values: { apiKey: 'taken' } } },
  'DELETE /api/:org/integrations/:id/credentials': {},
  'GET /api/:org/integrations/:id/work': { send: () => ({ lat: '51', lng: '71' }) },
  'GET /api/:org/integrations/:id/problems': {},
  'POST /api/:org/integrations/:id/requests': { body: {} },
  'GET /api/:org/integrations/health': {},
  'GET /api/:org/integrations/set-up': { reveals: open },
  'POST /api/:org/integrations/:id/check': {},
  'GET /api/:org/map-checks': { send: ({ item }) => ({ ids: item }) },
  'POST /api/session/:org/:portal/oauth2/token': {
    body: {
      client_id: 'mapping-city',
      grant_type: 'authorization_code',
      code: 'guessed',
      code_verifier: 'g',
    },
    reveals: open,
  },
  'POST /api/session/:org/:portal/oauth2/revokeToken': {
    body: { client_id: 'mapping-city', auth_token: 'guessed' },
    reveals: open,
  },
  // Browsers report policy violations here; they are only written to the operator's log.
  'POST /api/reports': { body: [] },
  'GET /health': {},
  'GET /metrics': {},
  'GET /assets/*': {},
  'GET /integrations/*': {},
  'GET /': {},
  'GET /favicon.ico': {},
  'GET /apple-touch-icon.png': {},
  'GET /service-worker.js': {},
  'GET /:org/app.webmanifest': { reveals: open },
  'GET /:org': {},
  'GET /:org/*': {
    rest: ({ item }) => `map/wid/${item}`,
    also: [
      { rest: ({ sid }) => `map/sid/${sid}` },
      { rest: ({ code }) => `m/${code}`, reveals: 'a short address leads everybody to the page of its map' },
    ],
  },
  'GET /integrations/:org/pop-out': {},
  'GET /integrations/:org/:id': { reveals: open },
  'GET /portal/sign-in/:file': {},
};
