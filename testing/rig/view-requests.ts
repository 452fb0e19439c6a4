/** What is requested of every operation of a view, with what it must not reveal: the field `secret`, the features 3 and 4. */

export type Requests = Record<string, Record<string, string>[]>;

const feature = (attributes: object) => JSON.stringify([{ attributes, geometry: { x: 1, y: 1 } }]);
const statistic = (onStatisticField: string) =>
  JSON.stringify([{ statisticType: 'max', onStatisticField, outStatisticFieldName: 'most' }]);
const reading = { where: '1=1', outFields: '*', returnGeometry: 'true' };
const everything: Record<string, string>[] = [
  reading,
  { ...reading, f: 'geojson' },
  { ...reading, f: 'pbf' },
  { where: '1=1', outFields: 'secret' },
  { where: '1=1', returnIdsOnly: 'true' },
  { where: '1=1', returnCountOnly: 'true' },
  { where: '1=1', returnExtentOnly: 'true', returnCountOnly: 'true' },
  { objectIds: '3,4', outFields: '*' },
  { where: "secret LIKE 'hush%'", outFields: '*' },
  { where: "kind = 'yew'", outFields: '*' },
  { where: 'SQRT(2.5 - code) >= 0', outFields: '*' },
  { where: '1=1', orderByFields: 'secret', outFields: '*' },
  { where: '1=1', outStatistics: statistic('secret') },
  { where: '1=1', outStatistics: statistic('name'), groupByFieldsForStatistics: 'secret' },
  {
    where: '1=1',
    outStatistics: statistic('name'),
    groupByFieldsForStatistics: 'kind',
    having: 'MAX(secret) > 0',
  },
  { where: '1=1', outStatistics: statistic('name') },
  { where: '1=1', outFields: 'name', returnDistinctValues: 'true', returnGeometry: 'false' },
  { where: '1=1', outFields: 'secret', returnDistinctValues: 'true', returnGeometry: 'false' },
  { where: '1=1', fullText: JSON.stringify([{ searchTerm: 'hush' }]), outFields: '*' },
  { where: '1=1', geometry: '25,-5,45,5', geometryType: 'esriGeometryEnvelope', outFields: '*' },
];
const top = (orderByFields: string) => ({
  where: '1=1',
  outFields: '*',
  topFilter: JSON.stringify({ groupByFields: 'kind', topCount: 9, orderByFields }),
});
const bins = (onField: string) => ({ bin: JSON.stringify({ type: 'autoIntervalBin', onField }) });
const classes = (field: string) => ({
  classificationDef: JSON.stringify({ type: 'uniqueValueDef', uniqueValueFields: [field] }),
});
const calculation = (field: string, sqlExpression: string, where = '1=1') => ({
  where,
  calcExpression: JSON.stringify([{ field, sqlExpression }]),
});
const hidden = { OBJECTID: 3, name: 'Taken', secret: 'taken' };

/** What is requested of each operation below a service. */
export const ofService: Requests = {
  '': [{}],
  '/layers': [{}],
  '/relationships': [{}],
  '/queryDomains': [{}],
  '/sources': [{}],
  '/views': [{}],
  '/query': [
    { layerDefs: JSON.stringify({ 0: '1=1', 1: "note = 'x'" }), outFields: '*' },
    { layerDefs: JSON.stringify({ 0: "secret LIKE 'h%'" }) },
  ],
  '/extractChanges': [
    { returnInserts: 'true', layerServerGens: JSON.stringify([{ id: 0, serverGen: 1_000_000_000_000 }]) },
  ],
  '/createReplica': [{ layers: '0', syncModel: 'perLayer' }],
  '/synchronizeReplica': [
    {
      replicaID: '00000000-0000-4000-8000-000000000000',
      syncLayers: JSON.stringify([{ id: 0, serverGen: 1_000_000_000_000 }]),
    },
  ],
  '/unRegisterReplica': [{ replicaID: '00000000-0000-4000-8000-000000000000' }],
  '/replicas': [{}],
  '/replicas/:replica(^[\\da-fA-F-]{32,36}$)': [{}],
  '/jobs/:job(^[\\da-f]{32}$)': [{}],
  '/replicafiles/:job(^[\\da-f]{32}$)': [{}],
  '/append': [
    {
      layers: '0',
      edits: JSON.stringify({ features: [{ attributes: hidden }] }),
      upsert: 'true',
      upsertMatchingField: 'secret',
    },
  ],
  '/applyEdits': [
    {
      edits: JSON.stringify([{ id: 0, updates: [{ attributes: hidden }], deletes: [3] }]),
      returnServiceEditsOption: 'originalAndCurrentFeatures',
      rollbackOnFailure: 'false',
    },
  ],
  '/uploads/info': [{}],
  '/uploads/upload': [{}],
  '/jobs/:job(^[\\da-f]{32}$)/cancel': [{}],
  '/uploads/register': [{}],
  '/uploads/:upload(^i[\\da-fA-F-]{36}$)/uploadPart': [{ partId: '1' }],
  '/uploads/:upload(^i[\\da-fA-F-]{36}$)/parts': [{}],
  '/uploads/:upload(^i[\\da-fA-F-]{36}$)/commit': [{}],
  '/uploads/:upload(^i[\\da-fA-F-]{36}$)': [{}],
  '/uploads/:upload(^i[\\da-fA-F-]{36}$)/delete': [{}],
};

/** The same of each operation below layer 0, and of its features: 1 is shown, 3 is not. */
export const ofLayer: Requests = {
  '': [{}],
  '/query': everything,
  '/queryTopFeatures': [top('name'), top('secret')],
  '/queryBins': [bins('code'), bins('secret'), { ...bins('code'), where: "secret = 'hush 1'" }],
  '/queryDateBins': [
    {
      binField: 'seen',
      bin: JSON.stringify({ calendarBin: { unit: 'day' } }),
      outStatistics: statistic('secret'),
    },
    {
      binField: 'seen',
      bin: JSON.stringify({ calendarBin: { unit: 'day' } }),
      outStatistics: statistic('name'),
    },
  ],
  '/generateRenderer': [classes('name'), classes('secret'), { ...classes('kind'), where: "secret <> ''" }],
  '/queryHistory': [{ objectIds: '3' }],
  '/restore': [{ moment: '1000000000000', objectIds: '3' }],
  '/validateSQL': [{ sql: "secret = 'x'" }],
  '/queryRelatedRecords': [{ objectIds: '3', relationshipId: '0', outFields: '*' }],
  '/queryAttachments': [{ objectIds: '3' }, { definitionExpression: '1=1' }],
  '/applyEdits': [
    { updates: JSON.stringify([{ attributes: hidden }]), deletes: '3,4', rollbackOnFailure: 'false' },
    {
      attachments: JSON.stringify({
        adds: [{ parentGlobalId: 'GLOBALID', globalId: 'GLOBALID', name: 'a.txt', data: 'YQ==' }],
      }),
      useGlobalIds: 'true',
    },
  ],
  '/addFeatures': [{ features: feature({ name: 'Elm', kind: 'elm', secret: 'taken' }) }],
  '/updateFeatures': [{ features: feature(hidden), rollbackOnFailure: 'false' }],
  '/deleteFeatures': [
    { objectIds: '3,4' },
    { where: "kind = 'yew'" },
    { where: "secret = 'hush 3'" },
    { geometry: '25,-5,45,5', geometryType: 'esriGeometryEnvelope' },
  ],
  '/calculate': [
    calculation('secret', "'taken'"),
    calculation('name', 'secret'),
    calculation('name', 'name', "secret = 'hush 3'"),
    calculation('name', "'Taken'", "kind = 'yew'"),
  ],
  '/append': [
    {
      edits: JSON.stringify({ features: [{ attributes: hidden }] }),
      upsert: 'true',
      upsertMatchingField: 'secret',
    },
    { edits: JSON.stringify({ features: [{ attributes: hidden }] }), truncateExisting: 'true' },
  ],
  '/append/jobs/:job(^[\\da-f]{32}$)': [{}],
  '/append/jobs/:job(^[\\da-f]{32}$)/cancel': [{}],
  '/images/:image(^[\\da-f]{32}$)': [{}],
  '/:objectid(^\\d{1,15}$)': [{}],
  '/:objectid(^\\d{1,15}$)/attachments': [{}],
  '/:objectid(^\\d{1,15}$)/attachments/:attachmentid(^\\d{1,15}$)': [{}],
  '/:objectid(^\\d{1,15}$)/addAttachment': [{}],
  '/:objectid(^\\d{1,15}$)/updateAttachment': [{ attachmentId: '1' }],
  '/:objectid(^\\d{1,15}$)/deleteAttachments': [{ attachmentIds: '1' }],
};

/** The same of OGC API – Features and Tiles, below the service and below collection 0. */
export const ofOgcService: Requests = {
  '': [{}],
  '/conformance': [{}],
  '/api': [{}],
  '/collections': [{}],
  '/tileMatrixSets': [{}],
  '/tileMatrixSets/WebMercatorQuad': [{}],
  '/tiles': [{}],
  '/tiles/WebMercatorQuad': [{}, { collections: '0' }],
};
const filters = [
  "secret LIKE 'hush%'",
  "kind = 'yew'",
  'code = 3',
  "name = 'Yew 3' OR FALSE",
  'S_INTERSECTS(geometry, POINT(30 0))',
  'NOT S_INTERSECTS(geometry, POINT(10 0))',
];
export const ofOgcLayer: Requests = {
  '': [{}],
  '/queryables': [{}],
  '/schema': [{}],
  '/tiles': [{}],
  '/tiles/WebMercatorQuad': [{}],
  '/items': [
    {},
    { limit: '1', after: '2' },
    { after: '2' },
    { bbox: '25,-5,45,5' },
    { secret: 'hush 3' },
    { kind: 'yew' },
    { datetime: '2026-01-03T00:00:00Z/..' },
    ...filters.map((filter) => ({ filter })),
  ],
  '/items/:fid(^\\d{1,15}$)': [{}],
};

export const filled = (path: string) =>
  path
    .replace(/:(objectid|fid)\([^)]*\)/, '3')
    .replace(/:attachmentid\([^)]*\)/, '1')
    .replace(/:job\([^)]*\)/, 'a'.repeat(32))
    .replace(/:(image|replica)\([^)]*\)/, 'a'.repeat(32))
    .replace(/:upload\([^)]*\)/, `i${'a'.repeat(8)}-aaaa-aaaa-aaaa-${'a'.repeat(12)}`);

/** The requests of this file by row of `serviceCells` (testing/rig/walls/other-cells.ts). */
export const documentedRequests: Requests = Object.fromEntries(
  [
    ['/rest/services/:name/FeatureServer', ofService] as const,
    ['/rest/services/:name/FeatureServer/:layer(^\\d{1,9}$)', ofLayer] as const,
    ['/ogc/:name', ofOgcService] as const,
    ['/ogc/:name/collections/:layer(^\\d{1,9}$)', ofOgcLayer] as const,
  ].flatMap(([address, requests]) =>
    Object.entries(requests).map(([path, list]) => [address + path, list] as const),
  ),
);
