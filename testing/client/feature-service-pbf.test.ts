import { queryFeatures } from '@esri/arcgis-rest-feature-service';
import decode from 'arcgis-pbf-parser';
import fc from 'fast-check';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EsriGeometryType } from '../../server/gis/geometry/geometry.ts';
import { writeGeoJson } from '../../server/gis/geometry/geojson.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { firstDay, loadCity } from '../rig/city-service.ts';
import { multipoints, points, polygons, polylines } from '../rig/geometries.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let client: ServiceClient;

/** Layers 0 to 3 contain random geometries of each kind, layer 4 every type of value. */
const kinds: [EsriGeometryType, fc.Arbitrary<any>][] = [
  ['esriGeometryPoint', points({ place: (step) => step * 3.1 - 17.123 })],
  ['esriGeometryMultipoint', multipoints({ place: (step) => step * 3.1 - 17.123 })],
  ['esriGeometryPolyline', polylines({ place: (step) => step * 3.1 - 17.123 })],
  ['esriGeometryPolygon', polygons({ place: (step) => step * 3.1 - 17.123 })],
];

beforeAll(async () => {
  server = await startTestServer();
  client = new ServiceClient(server.url);
  await loadCity(server.database);
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Random',
      layers: [
        ...kinds.map(([geometryType, shapes]) => ({
          name: geometryType,
          geometryType,
          fields: [{ name: 'n', type: 'esriFieldTypeInteger' as const }],
          features: fc
            .sample(shapes, { numRuns: 80, seed: 5 })
            .map((shape, n) => ({ properties: { n: n - 40 }, geometry: writeGeoJson(shape) })),
        })),
        {
          name: 'Values',
          fields: [
            { name: 'small', type: 'esriFieldTypeSmallInteger' as const },
            { name: 'whole', type: 'esriFieldTypeInteger' as const },
            { name: 'single', type: 'esriFieldTypeSingle' as const },
            { name: 'double', type: 'esriFieldTypeDouble' as const },
            { name: 'text', type: 'esriFieldTypeString' as const },
            { name: 'date', type: 'esriFieldTypeDate' as const },
            { name: 'guid', type: 'esriFieldTypeGUID' as const },
          ],
          features: [
            ...[-32_768 + 1, -1, 0, 1, 32_767].map((small) => ({
              properties: {
                small,
                whole: small * 65_537,
                single: small / 8,
                double: small * 1e-9,
                text: `t${small} é🙂`,
                date: firstDay - small * 86_400_000 * 20,
                guid: '0f8fad5b-d9cb-469f-a165-70867728950e',
              },
            })),
            { properties: {} },
          ],
        },
      ],
    },
  );
});
afterAll(() => server.stop());

async function decoded(path: string, parameters: Record<string, unknown>) {
  const response = await client.fetch(path, { ...parameters, f: 'pbf' });
  expect(response.headers.get('content-type')).toBe('application/x-protobuf');
  return decode(new Uint8Array(await response.arrayBuffer())) as {
    featureCollection: any;
    exceededTransferLimit?: boolean;
  };
}

/** Every number of some coordinates, in order. */
const flat = (coordinates: any): number[] => [coordinates].flat(5);

describe('an independent decoder agrees with f=geojson', () => {
  test.each(kinds.map(([kind], layer) => [kind, layer] as const))('%s', async (_kind, layer) => {
    const path = `Random/FeatureServer/${layer}/query`;
    const parameters = { where: '1=1', outFields: '*', outSR: 4326 };
    const { featureCollection } = await decoded(path, parameters);
    const expected: any = await client.get(path, { ...parameters, f: 'geojson' });
    expect(featureCollection.features).toHaveLength(80);
    featureCollection.features.forEach((feature: any, index: number) => {
      const wanted = expected.features[index];
      expect(feature.properties).toEqual(wanted.properties);
      // This decoder returns rings in stored order, clockwise first. Only their sets of vertices are
      // compared.
      const [found, known] = [flat(feature.geometry.coordinates), flat(wanted.geometry.coordinates)].map(
        (numbers) => numbers.map((number) => Math.round(number * 1e8)).sort((a, b) => a - b),
      );
      expect(found).toEqual(known);
    });
  });

  test('with nulls and every type of value', async () => {
    const path = 'Random/FeatureServer/4/query';
    const { features } = await client.get(path, { outFields: '*' });
    // The first decoder does not support tables; Esri's own does.
    const answer: any = await queryFeatures({
      url: `${client.root}/Random/FeatureServer/4`,
      f: 'pbf-as-arcgis',
      where: '1=1',
      outFields: '*',
    } as any);
    expect(answer.features.map(({ attributes }: any) => attributes)).toEqual(
      features.map(({ attributes }: any) => attributes),
    );
  });
});

describe('Esri’s own decoder agrees with f=json', () => {
  // It does not support multipoints.
  const known = kinds
    .map(([kind], layer) => [kind, layer] as const)
    .filter(([kind]) => kind !== 'esriGeometryMultipoint');

  test.each(known)('%s', async (_kind, layer) => {
    for (const outSR of [4326, 102_100]) {
      const query = {
        url: `${client.root}/Random/FeatureServer/${layer}`,
        where: '1=1',
        outFields: '*',
        outSR,
        returnGeometry: true,
      };
      const pbf: any = await queryFeatures({ ...query, f: 'pbf-as-arcgis' } as any);
      const json: any = await queryFeatures({ ...query, f: 'json' } as any);
      expect(pbf.features).toHaveLength(80);
      const precision = outSR === 4326 ? 1e-8 : 1e-3;
      pbf.features.forEach((feature: any, index: number) => {
        const wanted = json.features[index];
        expect(feature.attributes).toEqual(wanted.attributes);
        const numbers = (geometry: any) =>
          flat(geometry.rings ?? geometry.paths ?? geometry.points ?? [geometry.x, geometry.y]);
        const [found, known] = [numbers(feature.geometry), numbers(wanted.geometry)];
        expect(found).toHaveLength(known.length);
        found.forEach((number, at) =>
          expect(Math.abs(number - (known[at] as number))).toBeLessThan(precision),
        );
      });
    }
  });

  test('on polygons as GeoJSON with their holes and parts', async () => {
    const query = {
      url: `${client.root}/City/FeatureServer/0`,
      where: 'OBJECTID IN (11, 25)',
      outFields: 'OBJECTID,name',
    };
    const pbf: any = await queryFeatures({ ...query, f: 'pbf-as-geojson' } as any);
    // Rings of each part: an outer one, and its courtyard.
    expect(
      pbf.features.map(({ geometry }: any) => geometry.coordinates.map((part: unknown[]) => part.length)),
    ).toEqual([[2], [1, 1]]);
  });
});

test('the centroids of areas are those of f=json', async () => {
  const path = 'Random/FeatureServer/3/query';
  // Requested by the SDK for every tile of areas: tiny ones are drawn as points.
  const parameters = { where: '1=1', outFields: 'n', returnCentroid: true, outSR: 4326 };
  const { features } = await client.get(path, parameters);
  const response = await client.fetch(path, { ...parameters, f: 'pbf' });
  const centroids = centroidsIn(new Uint8Array(await response.arrayBuffer()));
  expect(centroids).toHaveLength(80);
  centroids.forEach(([x, y], index) => {
    const known = features[index].centroid;
    expect(Math.abs((x ?? NaN) * 1e-9 - known.x)).toBeLessThan(1e-8);
    expect(Math.abs(-(y ?? NaN) * 1e-9 - known.y)).toBeLessThan(1e-8);
  });
});

/** Member 4 of each feature: a point on the response's grid, whose y counts downwards. */
function centroidsIn(bytes: Uint8Array): number[][] {
  const centroids: number[][] = [];
  const read =
    (wanted: number, use: (pbf: PbfReader) => void) => (tag: number, _none: null, pbf: PbfReader) => {
      if (tag === wanted) use(pbf);
    };
  const coordinates = read(3, (pbf) => centroids.push(pbf.readPackedSVarint()));
  const centroid = read(4, (pbf) => pbf.readMessage(coordinates, null));
  const feature = read(15, (pbf) => pbf.readMessage(centroid, null));
  const featureResult = read(1, (pbf) => pbf.readMessage(feature, null));
  const queryResult = read(2, (pbf) => pbf.readMessage(featureResult, null));
  new PbfReader(bytes).readFields(queryResult, null);
  return centroids;
}

test('pbf and json agree on random windows, grids and simplifications', async () => {
  const window = fc.record({
    x: fc.integer({ min: -20, max: 20 }),
    y: fc.integer({ min: -20, max: 20 }),
    size: fc.integer({ min: 1, max: 30 }),
    layer: fc.constantFrom(0, 1, 2, 3),
    tolerance: fc.constantFrom(0.001, 0.1, 1, 5),
    originPosition: fc.constantFrom('upperLeft', 'lowerLeft'),
    maxAllowableOffset: fc.constantFrom(0, 0.5, 4),
  });
  await fc.assert(
    fc.asyncProperty(window, async ({ x, y, size, layer, tolerance, originPosition, maxAllowableOffset }) => {
      const extent = { xmin: x, ymin: y, xmax: x + size, ymax: y + size, spatialReference: { wkid: 4326 } };
      const parameters = {
        geometry: extent,
        geometryType: 'esriGeometryEnvelope',
        outFields: 'n',
        returnExceededLimitFeatures: false,
        quantizationParameters: { extent, mode: 'view', originPosition, tolerance },
        maxAllowableOffset,
        resultType: 'tile',
      };
      const path = `Random/FeatureServer/${layer}/query`;
      const json = await client.get(path, parameters);
      const bytes = new Uint8Array(
        await (await client.fetch(path, { ...parameters, f: 'pbf' })).arrayBuffer(),
      );
      const pbf = readAnswer(bytes);
      expect(pbf.map(({ lengths }) => lengths)).toEqual(
        json.features.map(({ geometry }: any) => lengthsOf(geometry)),
      );
      expect(pbf.map(({ deltas }) => deltas)).toEqual(
        json.features.map(({ geometry }: any) => deltasOf(geometry)),
      );
    }),
    { numRuns: 60 },
  );
});

test('pbf and json agree on counts and ids', async () => {
  const count = await (
    await client.fetch('City/FeatureServer/0/query', { f: 'pbf', returnCountOnly: true })
  ).arrayBuffer();
  expect([...new Uint8Array(count)]).toEqual([10, 3, 49, 46, 48, 18, 4, 18, 2, 8, 100]);
  const ids = await client.fetch('City/FeatureServer/0/query', {
    f: 'pbf',
    where: 'OBJECTID < 4',
    returnIdsOnly: true,
  });
  // Query result (2), ids result (3 in it): the name of the field (1), and the packed ids (3).
  const name = [...Buffer.from('OBJECTID')];
  const wanted = [10, 3, 49, 46, 48, 18, 17, 26, 15, 10, 8, ...name, 26, 3, 1, 2, 3];
  expect([...new Uint8Array(await ids.arrayBuffer())]).toEqual(wanted);
  const answer = await decoded('City/FeatureServer/0/query', { where: '1=1', resultRecordCount: 5 });
  expect(answer.exceededTransferLimit).toBe(true);
  expect(answer.featureCollection.features).toHaveLength(5);
});

const lengthsOf = (geometry: any): number[] => {
  if (!geometry || 'x' in geometry) return [];
  return (geometry.rings ?? geometry.paths ?? [geometry.points]).map((part: unknown[]) => part.length);
};
const deltasOf = (geometry: any): number[] =>
  geometry ? flat(geometry.rings ?? geometry.paths ?? geometry.points ?? [geometry.x, geometry.y]) : [];

/** The geometry of every feature, read by the wire format only: 2.1.15.2 with 2 lengths and 3 coords. */
function readAnswer(bytes: Uint8Array): { lengths: number[]; deltas: number[] }[] {
  const features: { lengths: number[]; deltas: number[] }[] = [];
  const geometry = (tag: number, into: { lengths: number[]; deltas: number[] }, pbf: PbfReader) => {
    if (tag === 2) pbf.readPackedVarint(into.lengths);
    if (tag === 3) pbf.readPackedSVarint(into.deltas);
  };
  const feature = (tag: number, into: { lengths: number[]; deltas: number[] }, pbf: PbfReader) => {
    if (tag === 2) pbf.readMessage(geometry, into);
  };
  const result = (tag: number, _none: null, pbf: PbfReader) => {
    if (tag === 15) features.push(pbf.readMessage(feature, { lengths: [], deltas: [] }));
  };
  const query = (tag: number, _none: null, pbf: PbfReader) => {
    if (tag === 1) pbf.readMessage(result, null);
  };
  new PbfReader(bytes).readFields((tag, _none, pbf) => {
    if (tag === 2) pbf.readMessage(query, null);
  }, null);
  return features;
}
