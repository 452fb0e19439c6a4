import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { loadCity } from '../rig/city-service.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** A request for each capability that a layer lists; what it does not support is an error. */

let server: TestServer;
let client: ServiceClient;
let layer: any;

beforeAll(async () => {
  server = await startTestServer();
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_publisher' });
  const itemId = await addItem(portal.context, 'ada', {
    title: 'City',
    type: 'Feature Service',
    access: 'private',
  });
  await loadCity(server.database, { itemId });
  client = new ServiceClient(server.url, await portal.token('ada'));
  layer = await client.get('City/FeatureServer/2');
  const form = new FormData();
  form.set('f', 'json');
  form.set('token', client.token ?? '');
  form.set('attachment', new Blob(['leaf'], { type: 'text/plain' }), 'leaf.txt');
  await fetch(`${client.root}/City/FeatureServer/2/1/addAttachment`, { method: 'POST', body: form });
});
afterAll(() => server.stop());

const ask = (parameters: object, id = 2) =>
  client.get(`City/FeatureServer/${id}/query`, { where: '1=1', ...parameters });
const valuesOf = (answer: any, name: string) =>
  answer.features.map(({ attributes }: any) => attributes[name]);
const statistic = (statisticType: string, more: object = {}) => ({
  outStatistics: [{ statisticType, onStatisticField: 'score', outStatisticFieldName: 'value', ...more }],
});

const attachmentsOf = (parameters: object) =>
  client.get('City/FeatureServer/2/queryAttachments', { objectIds: '1', ...parameters });
const withLeaf = (more: object = {}) => ({
  attachmentGroups: [{ parentObjectId: 1, attachmentInfos: [{ name: 'leaf.txt', size: 4, ...more }] }],
});

/** A request for each capability that is true, and what its response has. */
const requested: Record<string, () => Promise<void>> = {
  supportsPagination: async () => {
    const page = await ask({ resultOffset: 10, resultRecordCount: 2, outFields: 'OBJECTID' });
    expect(valuesOf(page, 'OBJECTID')).toEqual([11, 12]);
  },
  supportsPaginationOnAggregatedQueries: async () => {
    const groups = { ...statistic('count'), groupByFieldsForStatistics: 'kind', resultOffset: 1 };
    expect(valuesOf(await ask({ ...groups, resultRecordCount: 2 }), 'kind')).toEqual([1, 2]);
  },
  supportsOrderBy: async () => {
    const page = await ask({ orderByFields: 'code DESC', resultRecordCount: 1, outFields: 'code' });
    expect(valuesOf(page, 'code')).toEqual([200]);
  },
  supportsDistinct: async () => {
    const page = await ask({ returnDistinctValues: true, outFields: 'kind', returnGeometry: false });
    expect(valuesOf(page, 'kind')).toEqual([0, 1, 2, 3]);
  },
  supportsCountDistinct: async () => {
    expect(await ask({ returnDistinctValues: true, outFields: 'kind', returnCountOnly: true })).toEqual({
      count: 4,
    });
  },
  supportsStatistics: async () => expect(valuesOf(await ask(statistic('max')), 'value')).toEqual([199 / 8]),
  supportsPercentileStatistics: async () => {
    const answer = await ask(statistic('percentile_cont', { statisticParameters: { value: 0.5 } }));
    expect(valuesOf(answer, 'value')).toEqual([99.5 / 8]);
  },
  supportsHavingClause: async () => {
    const groups = { ...statistic('min'), groupByFieldsForStatistics: 'kind', having: 'MIN(score) > 0.2' };
    expect(valuesOf(await ask(groups), 'kind')).toEqual([2, 3]);
  },
  supportsSpatialAggregationStatistics: async () => {
    const answer = await ask({
      outStatistics: layer.advancedQueryCapabilities.supportedSpatialAggregationStatistics.map(
        (statisticType: string) => ({ statisticType, outStatisticFieldName: statisticType }),
      ),
      where: 'OBJECTID <= 2',
      outSR: 4326,
    });
    expect(answer.features[0].aggregateGeometries).toEqual({
      EnvelopeAggregate: expect.objectContaining({ xmin: 71, ymin: 51, xmax: 71.0005, ymax: 51.0005 }),
      CentroidAggregate: expect.objectContaining({
        x: expect.closeTo(71.00025, 6),
        y: expect.closeTo(51.00025, 6),
      }),
      ConvexHullAggregate: expect.objectContaining({
        paths: [
          [
            [71, 51],
            [71.0005, 51.0005],
          ],
        ],
      }),
    });
  },
  supportsReturningQueryExtent: async () => {
    const { count, extent } = await ask({ returnExtentOnly: true, returnCountOnly: true, where: 'code < 3' });
    expect([count, extent.xmin, extent.xmax]).toEqual([2, 71, 71.0005]);
  },
  supportsQueryWithDistance: async () => {
    const near = { geometry: '71,51', geometryType: 'esriGeometryPoint', inSR: 4326, distance: 100 };
    expect(await ask({ ...near, units: 'esriSRUnit_Meter', returnCountOnly: true })).toEqual({ count: 2 });
  },
  supportsQueryWithResultType: async () =>
    expect((await ask({ resultType: 'tile', outFields: '' })).features).toHaveLength(200),
  supportsQueryWithCacheHint: async () =>
    expect((await ask({ cacheHint: true, outFields: '' })).features).toHaveLength(200),
  supportsMaxRecordCountFactor: async () => {
    expect((await ask({ maxRecordCountFactor: 3, outFields: '' })).features).toHaveLength(200);
    expect((await ask({ maxRecordCountFactor: 6 })).error.code).toBe(400);
  },
  supportsSqlExpression: async () => {
    // As the SDK's histogram asks.
    const classes = 'CASE WHEN score < 10 THEN 1 WHEN score >= 10 AND score <= 30 THEN 2 ELSE 0 END';
    const answer = await ask({
      ...statistic('count'),
      groupByFieldsForStatistics: classes,
      orderByFields: `${classes} DESC`,
    });
    expect(valuesOf(answer, 'EXPR_1')).toEqual([2, 1]);
    expect(valuesOf(answer, 'value')).toEqual([120, 80]);
  },
  supportsCurrentUserQueries: async () => {
    expect(await ask({ where: 'Creator = CURRENT_USER', returnCountOnly: true })).toEqual({ count: 200 });
    expect(await ask({ where: "CURRENT_USER = 'grace'", returnCountOnly: true })).toEqual({ count: 0 });
  },
  supportsFullTextSearch: async () => {
    const count = async (expression: object) =>
      (await ask({ fullText: [expression], returnCountOnly: true })).count;
    expect(await count({ onFields: ['name'], searchTerm: 'unter LINDEN' })).toBe(0);
    expect(await count({ onFields: ['name'], searchTerm: 'ünter LINDEN' })).toBe(25);
    expect(await count({ onFields: '*', searchTerm: 'lind', searchType: 'prefix' })).toBe(25);
    expect(await count({ onFields: '*', searchTerm: 'lind' })).toBe(0);
    expect(await count({ searchTerm: 'arbat cross', searchOperator: 'or' })).toBe(50);
    const fullText = [{ onFields: Array(7_000).fill('name'), searchTerm: 'ünter LINDEN' }];
    const repeated = { where: '1=1', fullText, returnCountOnly: true };
    expect(await client.post('City/FeatureServer/2/query', repeated)).toEqual({ count: 25 });
    const added = await client.post('City/FeatureServer/2/addFeatures', {
      features: [{ attributes: { name: 'İstiklal Caddesi', code: 999 } }],
    });
    for (const searchTerm of ['İstiklal', 'İSTİKLAL', 'istiklal'])
      expect(await count({ onFields: 'name', searchTerm })).toBe(1);
    const [{ objectId }] = added.addResults;
    await client.post('City/FeatureServer/2/deleteFeatures', { objectIds: objectId });
    expect((await ask({ fullText: [{ onFields: ['code'], searchTerm: 'x' }] })).error.code).toBe(400);
    expect((await ask({ fullText: [{ searchTerm: "' | !" }] })).error.code).toBe(400);
  },
  supportsAdvancedQueryRelated: async () => {
    const answer = await client.get('City/FeatureServer/2/queryRelatedRecords', {
      objectIds: '1,2',
      relationshipId: 0,
      returnCountOnly: true,
      orderByFields: 'at',
    });
    expect(answer.relatedRecordGroups).toEqual([
      { objectId: 1, count: 3 },
      { objectId: 2, count: 3 },
    ]);
  },
  supportsQueryRelatedPagination: async () => {
    const all = { objectIds: '1,2', relationshipId: 0, outFields: 'result', orderByFields: 'result' };
    const page = (more: object) =>
      client.get('City/FeatureServer/2/queryRelatedRecords', { ...all, ...more });
    const rows = ({ relatedRecordGroups }: any) =>
      relatedRecordGroups.flatMap(({ objectId, relatedRecords }: any) =>
        relatedRecords.map(({ attributes }: any) => [objectId, attributes.result]),
      );
    const first = await page({ resultRecordCount: 4 });
    const second = await page({ resultOffset: 4, resultRecordCount: 4 });
    expect([first.exceededTransferLimit, second.exceededTransferLimit]).toEqual([true, undefined]);
    expect([rows(first).length, rows(second).length]).toEqual([4, 2]);
    expect([...rows(first), ...rows(second)]).toEqual(rows(await page({})));
  },
  supportsQueryAttachments: async () => {
    expect(await attachmentsOf({})).toMatchObject(withLeaf());
    expect(await attachmentsOf({ objectIds: '2' })).toMatchObject({ attachmentGroups: [] });
  },
  supportsQueryAttachmentsWithReturnUrl: async () => {
    const url = `${client.root}/City/FeatureServer/2/1/attachments/1`;
    expect(await attachmentsOf({ returnUrl: true })).toMatchObject(withLeaf({ url }));
  },
  supportsQueryAttachmentsCountOnly: async () => {
    const counted = await attachmentsOf({ objectIds: '1,2', returnCountOnly: true });
    expect(counted.attachmentGroups).toEqual([expect.objectContaining({ parentObjectId: 1, count: 1 })]);
  },
  supportsTopFeaturesQuery: async () => {
    const top = await client.get('City/FeatureServer/2/queryTopFeatures', {
      where: '1=1',
      topFilter: { groupByFields: 'kind', topCount: 1, orderByFields: 'code' },
      outFields: 'code',
    });
    expect(valuesOf(top, 'code')).toEqual([1, 2, 3, 4]);
  },
  supportsQueryBins: async () => {
    const bin = { type: 'autoIntervalBin', onField: 'score', parameters: { numberOfBins: 2 } };
    const bins = await client.get('City/FeatureServer/2/queryBins', { bin });
    expect(valuesOf(bins, 'frequency')).toEqual([100, 100]);
  },
  supportsQueryDateBins: async () => {
    const bin = { calendarBin: { unit: 'year' } };
    const bins = await client.get('City/FeatureServer/2/queryDateBins', { binField: 'opened', bin });
    // Each fifth of the 200 stops has no date.
    expect(valuesOf(bins, 'frequency')).toEqual([160]);
  },
  supportsQueryAttachmentOrderByFields: async () => {
    expect(await attachmentsOf({ orderByFields: 'name DESC' })).toMatchObject(withLeaf());
  },
  supportsQueryAttachmentWithTypeWildcard: async () => {
    expect(await attachmentsOf({ attachmentTypes: 'text/*' })).toMatchObject(withLeaf());
    expect(await attachmentsOf({ attachmentTypes: 'image/*' })).toMatchObject({ attachmentGroups: [] });
  },
  useStandardizedQueries: async () =>
    expect(await ask({ where: "built > DATE '2026-01-02'", returnCountOnly: true }, 0)).toEqual({
      count: 98,
    }),
};

describe('advancedQueryCapabilities', () => {
  test('has a request here for each that is true', () => {
    const yes = Object.entries(layer.advancedQueryCapabilities).filter(([, value]) => value === true);
    expect(Object.keys(requested).toSorted()).toEqual(yes.map(([name]) => name).toSorted());
  });

  test.each(Object.keys(requested))('%s', async (name) => {
    expect.hasAssertions();
    await requested[name]?.();
  });
});

describe('other promises of a layer', () => {
  test('exceedslimit is whether there are more features than a client takes', async () => {
    expect(layer.supportsExceedsLimitStatistics).toBe(true);
    const exceeds = async (limits: object, id: number, where = '1=1') => {
      const wanted = { statisticType: 'exceedslimit', outStatisticFieldName: 'exceedslimit', ...limits };
      return valuesOf(await ask({ outStatistics: [wanted], where }, id), 'exceedslimit')[0];
    };
    expect(await exceeds({ maxPointCount: 200, maxRecordCount: 10 }, 2)).toBe(0);
    expect(await exceeds({ maxPointCount: 199 }, 2)).toBe(1);
    expect(await exceeds({ maxRecordCount: 100, maxVertexCount: 100_000 }, 0)).toBe(0);
    expect(await exceeds({ maxRecordCount: 100, maxVertexCount: 400 }, 0)).toBe(1);
    expect(await exceeds({ maxRecordCount: 99 }, 0)).toBe(1);
    expect(await exceeds({ maxVertexCount: 400 }, 0, 'OBJECTID < 5')).toBe(0);
    const none = await ask({ outStatistics: [{ statisticType: 'exceedslimit' }] });
    expect(none.error.code).toBe(400);
  });

  test('unique ids are those of the objects', async () => {
    const answer = await ask({ returnUniqueIdsOnly: true, where: 'code < 4' });
    expect(answer).toEqual({ uniqueIdFieldNames: 'OBJECTID', uniqueIds: [1, 2, 3] });
    expect(await ask({ uniqueIds: [2, 3], returnCountOnly: true })).toEqual({ count: 2 });
  });

  test('centroids are those of the areas', async () => {
    const { features } = await ask({ returnCentroid: true, where: 'OBJECTID = 2' }, 0);
    expect(features[0].centroid).toEqual({ x: expect.closeTo(71.014), y: expect.closeTo(51.004) });
    expect((await ask({ returnCentroid: true, f: 'geojson' }, 0)).error.code).toBe(400);
  });

  test('hulls of areas are clockwise rings, by group', async () => {
    const answer = await ask(
      {
        outStatistics: [
          { statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' },
          { statisticType: 'ConvexHullAggregate', outStatisticFieldName: 'hull' },
        ],
        groupByFieldsForStatistics: 'use',
        where: 'OBJECTID <= 2',
      },
      0,
    );
    expect(answer.features.map(({ attributes }: any) => attributes)).toEqual([
      { use: 'dwelling', n: 1 },
      { use: 'office', n: 1 },
    ]);
    const [ring] = answer.features[1].aggregateGeometries.hull.rings;
    expect(ring).toEqual([
      [71.01, 51],
      [71.01, 51.008],
      [71.018, 51.008],
      [71.018, 51],
      [71.01, 51],
    ]);
  });

  test('GeoJSON follows outSR', async () => {
    const collection = await ask({ f: 'geojson', outSR: 3857, where: 'OBJECTID = 1' });
    expect(collection.crs.properties.name).toBe('EPSG:3857');
    expect(collection.features[0].geometry.coordinates[0]).toBeCloseTo(7_903_683.85, 1);
  });

  test('outSR may be a well-known text', async () => {
    const wkt =
      'PROJCS["Own",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",71.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
    const answer = await ask({ outSR: { wkt }, where: 'OBJECTID = 1' });
    expect(answer.spatialReference).toEqual({ wkt });
    expect(answer.features[0].geometry.x).toBeCloseTo(500_000, 3);
    expect((await ask({ outSR: { wkt: 'PROJCS["broken"' } })).error.code).toBe(400);
    expect((await ask({ outSR: { wkt: `PROJCS[${'['.repeat(5000)}` } })).error.code).toBe(400);
  });

  test('a relation may be a pattern', async () => {
    // The square of the first block: shares its interior with that block only.
    const square = {
      rings: [
        [
          [71, 51],
          [71, 51.008],
          [71.008, 51.008],
          [71.008, 51],
          [71, 51],
        ],
      ],
    };
    const related = (relationParam: string, rings: object = square) =>
      ask(
        {
          geometry: rings,
          geometryType: 'esriGeometryPolygon',
          inSR: 4326,
          spatialRel: 'esriSpatialRelRelation',
          ...(relationParam && { relationParam }),
          returnIdsOnly: true,
        },
        0,
      );
    expect((await related('RELATE(G1, G2, "T********")')).objectIds).toEqual([1]);
    expect((await related('T*F**FFF*')).objectIds).toEqual([]);
    const second = {
      rings: [
        [
          [71.01, 51],
          [71.01, 51.008],
          [71.018, 51.008],
          [71.018, 51],
          [71.01, 51],
        ],
      ],
    };
    expect((await related('T*F**FFF*', second)).objectIds).toEqual([2]);
    for (const bad of ['', 'FF*FF****', 'RELATE(G1, G2, "T*")'])
      expect((await related(bad)).error.code).toBe(400);
  });
});

describe('what a layer does not support is an error:', () => {
  test.each([
    { gdbVersion: 'sde.DEFAULT' },
    { historicMoment: 1_700_000_000_000 },
    { datumTransformation: 1188 },
    { sqlFormat: 'native' },
    { returnGeometryProperties: true },
    { returnQueryGeometry: true },
    { text: 'x' },
    { f: 'pbf', ...statistic('CentroidAggregate') },
    { spatialRel: 'esriSpatialRelDisjoint', geometry: '71,51' },
  ])('%o', async (parameters) => {
    const { error } = await ask(parameters);
    expect(error).toMatchObject({ code: 400, details: expect.any(Array) });
  });

  test('but not where nothing is requested', async () => {
    const nothing = { gdbVersion: '', sqlFormat: 'none', returnTrueCurves: false, returnCentroid: false };
    expect(await ask({ ...nothing, returnCountOnly: true })).toEqual({ count: 200 });
  });
});
