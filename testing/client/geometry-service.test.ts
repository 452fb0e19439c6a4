import Point from '@arcgis/core/geometry/Point.js';
import Polygon from '@arcgis/core/geometry/Polygon.js';
import Polyline from '@arcgis/core/geometry/Polyline.js';
import * as service from '@arcgis/core/rest/geometryService.js';
import AreasAndLengthsParameters from '@arcgis/core/rest/support/AreasAndLengthsParameters.js';
import BufferParameters from '@arcgis/core/rest/support/BufferParameters.js';
import DistanceParameters from '@arcgis/core/rest/support/DistanceParameters.js';
import LengthsParameters from '@arcgis/core/rest/support/LengthsParameters.js';
import ProjectParameters from '@arcgis/core/rest/support/ProjectParameters.js';
import RelationParameters from '@arcgis/core/rest/support/RelationParameters.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** The geometry service, by the ArcGIS SDK's client running in Node, and by HTTP. */
let server: TestServer;
let url: string;

beforeAll(async () => {
  server = await startTestServer();
  await createPortalClient(server);
  url = `${server.url}/server/rest/services/Utilities/Geometry/GeometryServer`;
});
afterAll(() => server.stop());

const wgs84 = { wkid: 4326 };
const utm = { wkid: 32642 };
const square = (x: number, y: number, size: number, spatialReference: object = utm) =>
  new Polygon({
    rings: [
      [
        [x, y],
        [x, y + size],
        [x + size, y + size],
        [x + size, y],
        [x, y],
      ],
    ],
    spatialReference,
  });
const line = (path: number[][], spatialReference: object = utm) =>
  new Polyline({ paths: [path], spatialReference });
const areaOf = (polygon: any) =>
  Math.abs(
    polygon.rings.reduce(
      (all: number, ring: number[][]) =>
        all +
        ring.reduce((sum, [x = 0, y = 0], at) => {
          const [nx = 0, ny = 0] = ring[(at + 1) % ring.length] ?? [];
          return sum + (x * ny - nx * y) / 2;
        }, 0),
      0,
    ),
  );

describe('the SDK', () => {
  test('projects', async () => {
    const points = [new Point({ x: 71.43, y: 51.13, spatialReference: wgs84 })];
    const [point] = (await service.project(
      url,
      new ProjectParameters({ geometries: points, outSpatialReference: { wkid: 102100 } }),
    )) as Point[];
    expect([point?.x, point?.y]).toEqual([expect.closeTo(7951551.23, 1), expect.closeTo(6644321.51, 1)]);
  });

  test('buffers in a plane, and geodesically', async () => {
    const point = new Point({ x: 500000, y: 5600000, spatialReference: utm });
    const [planar] = await service.buffer(
      url,
      new BufferParameters({ geometries: [point], distances: [100], unit: 'meters' }),
    );
    expect(areaOf(planar)).toBeCloseTo(Math.PI * 1e4, -2);
    const place = new Point({ x: 71.43, y: 51.13, spatialReference: wgs84 });
    const [round] = await service.buffer(
      url,
      new BufferParameters({ geometries: [place], distances: [1], unit: 'kilometers', geodesic: true }),
    );
    const { xmin, xmax, ymin, ymax } = round!.extent!;
    expect([xmax - xmin, ymax - ymin]).toEqual([expect.closeTo(0.02857, 4), expect.closeTo(0.01797, 4)]);
  });

  test('buffers each distance, united', async () => {
    const points = [0, 50].map((x) => new Point({ x, y: 0, spatialReference: { wkid: 3857 } }));
    const parameters = { geometries: points, distances: [10, 100], unit: 'meters' as const };
    expect(await service.buffer(url, new BufferParameters(parameters))).toHaveLength(4);
    const united = await service.buffer(url, new BufferParameters({ ...parameters, unionResults: true }));
    expect(united.map(({ rings }) => rings.length)).toEqual([2, 1]);
  });

  test.each([
    ['with halves that differ', 4, 290 / 7],
    ['whose halves cancel out', 10, 50],
  ])('makes two triangles of a bow tie %s', async (_name, height, area) => {
    const bow = new Polygon({
      rings: [
        [
          [0, 0],
          [10, 10],
          [10, 0],
          [0, height],
          [0, 0],
        ],
      ],
      spatialReference: utm,
    });
    const [simple] = (await service.simplify(url, [bow])) as Polygon[];
    expect(simple?.rings).toHaveLength(2);
    expect(areaOf(simple)).toBeCloseTo(area, 6);
    const parameters = { geometries: [bow], distances: [0.001], unit: 'meters' as const };
    const [buffer] = await service.buffer(url, new BufferParameters(parameters));
    expect(areaOf(buffer)).toBeCloseTo(area, 0);
  });

  test('intersects, unites and subtracts', async () => {
    const [a, b] = [square(0, 0, 10), square(5, 5, 10)];
    const [common] = await service.intersect(url, [a], b);
    expect(areaOf(common)).toBeCloseTo(25, 6);
    expect(areaOf(await service.union(url, [a, b]))).toBeCloseTo(175, 6);
    const [rest] = await service.difference(url, [a], b);
    expect(areaOf(rest)).toBeCloseTo(75, 6);
    const [inside] = (await service.intersect(
      url,
      [
        line([
          [-5, 5],
          [20, 5],
        ]),
      ],
      a,
    )) as Polyline[];
    expect(inside?.paths).toEqual([
      [
        [0, 5],
        [10, 5],
      ],
    ]);
  });

  test('measures areas and lengths', async () => {
    const planar = await service.areasAndLengths(
      url,
      new AreasAndLengthsParameters({
        polygons: [square(500000, 5600000, 100)],
        areaUnit: 'hectares',
        lengthUnit: 'meters',
        calculationType: 'planar',
      }),
    );
    expect(planar).toMatchObject({ areas: [expect.closeTo(1, 6)], lengths: [expect.closeTo(400, 6)] });
    const degrees = await service.areasAndLengths(
      url,
      new AreasAndLengthsParameters({
        polygons: [square(0, 0, 1, wgs84)],
        areaUnit: 'square-kilometers',
        lengthUnit: 'kilometers',
        calculationType: 'geodesic',
      }),
    );
    // PROJ's geod and GeographicLib: 12308.778 km² and 443.770 km.
    expect(degrees.areas[0]).toBeCloseTo(12308.8, 0);
    expect(degrees.lengths[0]).toBeCloseTo(443.77, 1);
    const { lengths } = await service.lengths(
      url,
      new LengthsParameters({
        polylines: [
          line([
            [0, 0],
            [3, 4],
          ]),
        ],
        lengthUnit: 9036,
        geodesic: false,
        calculationType: 'planar',
      } as never),
    );
    expect(lengths[0]).toBeCloseTo(0.005, 9);
  });

  test('measures distances', async () => {
    const [london, paris] = [
      [-0.1276, 51.5072],
      [2.3522, 48.8566],
    ].map(([x, y]) => new Point({ x: x!, y: y!, spatialReference: wgs84 }));
    const parameters = {
      geometry1: london!,
      geometry2: paris!,
      distanceUnit: 'kilometers',
      geodesic: true,
    } as const;
    expect(await service.distance(url, new DistanceParameters(parameters))).toBeCloseTo(343.92, 0);
    const planar = {
      geometry1: square(0, 0, 10),
      geometry2: new Point({ x: 13, y: 14, spatialReference: utm }),
    };
    expect(await service.distance(url, new DistanceParameters(planar))).toBeCloseTo(5, 9);
  });

  test('finds label points, hulls and relations', async () => {
    const [label] = (await service.labelPoints(url, [square(0, 0, 10)])) as unknown as Point[];
    expect([label?.x, label?.y]).toEqual([5, 5]);
    const points = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [4, 5],
    ].map(([x, y]) => new Point({ x: x!, y: y!, spatialReference: utm }));
    expect(areaOf(await service.convexHull(url, points))).toBeCloseTo(100, 6);
    const relations = async (relation: any) =>
      service.relation(
        url,
        new RelationParameters({
          geometries1: [square(0, 0, 10), square(20, 0, 10)],
          geometries2: [square(2, 2, 2), square(10, 0, 5)],
          relation,
        }),
      );
    expect(await relations('within')).toEqual([]);
    expect(await relations('intersection')).toEqual([
      { geometry1Index: 0, geometry2Index: 0 },
      { geometry1Index: 0, geometry2Index: 1 },
    ]);
    expect(await relations('line-touch')).toEqual([{ geometry1Index: 0, geometry2Index: 1 }]);
    expect(await relations('disjoint')).toHaveLength(2);
  });

  test('finds the service by the portal', async () => {
    const self = await (await fetch(`${server.url}/portal/sharing/rest/portals/self?f=json`)).json();
    expect(self.helperServices.geometry).toEqual({ url });
  });
});

async function post(operation: string, parameters: Record<string, string>): Promise<any> {
  const body = new URLSearchParams({ f: 'json', ...parameters });
  return (await fetch(`${url}/${operation}`, { method: 'POST', body })).json();
}

describe('by HTTP', () => {
  test('describes itself, in its folder', async () => {
    const root = `${server.url}/server/rest/services`;
    const read = async (path: string) => (await fetch(`${root}${path}?f=json`)).json();
    expect((await read('')).folders).toEqual(['Utilities']);
    expect((await read('/Utilities')).services).toEqual([
      { name: 'Utilities/Geometry', type: 'GeometryServer' },
    ]);
    expect(await read('/Utilities/Geometry/GeometryServer')).toHaveProperty('serviceDescription');
    const page = await (await fetch(`${root}/Utilities?f=html`)).text();
    expect(page).toContain('/Utilities/Geometry/GeometryServer?f=html');
  });

  test('takes points as numbers, lists without a type, and empty geometries', async () => {
    const { geometries } = await post('project', { inSR: '4326', outSR: '102100', geometries: '0,0,180,0' });
    expect(geometries).toEqual([
      { x: 0, y: expect.closeTo(0, 6) },
      { x: expect.closeTo(20037508.34, 1), y: expect.closeTo(0, 6) },
    ]);
    const list = JSON.stringify([{ rings: [] }, square(0, 0, 1).toJSON()]);
    expect((await post('labelPoints', { sr: '32642', polygons: list })).labelPoints).toEqual([
      { x: 'NaN', y: 'NaN' },
      { x: 0.5, y: 0.5 },
    ]);
    const apart = { geometryType: 'esriGeometryPolygon', geometry: square(50, 50, 1).toJSON() };
    const empty = await post('intersect', {
      sr: '32642',
      geometries: JSON.stringify({
        geometryType: 'esriGeometryPolygon',
        geometries: [square(0, 0, 1).toJSON()],
      }),
      geometry: JSON.stringify(apart),
    });
    expect(empty).toEqual({ geometryType: 'esriGeometryPolygon', geometries: [{ rings: [] }] });
  });

  test('densifies, generalizes and names no transformations', async () => {
    const geometries = JSON.stringify([
      line([
        [0, 0],
        [10, 0],
      ]).toJSON(),
    ]);
    const dense = await post('densify', { sr: '32642', geometries, maxSegmentLength: '2.5' });
    expect(dense.geometries[0].paths[0]).toHaveLength(5);
    const general = await post('generalize', {
      sr: '32642',
      geometries: JSON.stringify(dense.geometries),
      maxDeviation: '1',
    });
    expect(general.geometries[0].paths[0]).toEqual([
      [0, 0],
      [10, 0],
    ]);
    expect(await post('findTransformations', { inSR: '4326', outSR: '3857' })).toEqual({
      transformations: [],
    });
  });

  test.each([
    ['project', { inSR: '4326', geometries: '0,0' }, 'outSR'],
    ['project', { inSR: '4326', outSR: '999999', geometries: '0,0' }, '999999'],
    ['project', { inSR: '4326', outSR: '3857', geometries: '0,0,1' }, 'x,y,x,y'],
    ['project', { inSR: '4326', outSR: '3857', geometries: '{"url":"http://10.0.0.1/x"}' }, 'not supported'],
    [
      'project',
      { inSR: '4326', outSR: '3857', geometries: '[{"x":1,"y":2},{"paths":[[[0,0],[1,1]]]}]' },
      'one type',
    ],
    ['buffer', { inSR: '3857', geometries: '0,0', distances: '' }, 'distances'],
    ['buffer', { inSR: '3857', geometries: '0,0', distances: 'far' }, 'distances'],
    ['buffer', { inSR: '4326', geometries: '0,0', distances: '30000', unit: '9036' }, 'half of the earth'],
    ['buffer', { inSR: '4326', geometries: '0,0', distances: '1', unit: '12' }, 'unit'],
    ['buffer', { inSR: '4326', geometries: '0,0', distances: '1', unit: 'constructor' }, 'unit'],
    ['areasAndLengths', { sr: '4326', polygons: '[]', areaUnit: '{"areaUnit":"toString"}' }, 'areaUnit'],
    ['areasAndLengths', { sr: '4326', polygons: '[]', calculationType: 'magic' }, 'calculationType'],
    ['relation', { sr: '4326', geometries1: '0,0', geometries2: '0,0', relation: 'constructor' }, 'relation'],
    ['cut', {}, 'not supported'],
    ['reshape', {}, 'not supported'],
  ])('%s of %j is refused: %s', async (operation, parameters, problem) => {
    const { error } = await post(operation, parameters as Record<string, string>);
    expect(error).toMatchObject({ code: 400 });
    expect(JSON.stringify(error)).toContain(problem);
  });

  test('coordinates that the libraries cannot compute with are refused', async () => {
    const polygon = {
      rings: [
        [
          [3, 3.3],
          [6, 0],
          [3, 3],
          [0.30000000000000004, 6],
          [3.3, 9.3],
          [3, 3.3],
        ],
      ],
    };
    const path = [
      [2e300, 3e300],
      [0, 0],
      [1e300, 2e300],
      [3e300, 1e300],
      [3e300, 0],
      [3e300, 2e300],
    ];
    const { error } = await post('intersect', {
      sr: '32642',
      geometries: JSON.stringify([polygon]),
      geometry: JSON.stringify({ geometryType: 'esriGeometryPolyline', geometry: { paths: [path] } }),
    });
    expect(error).toMatchObject({ code: 400, message: expect.stringContaining('cannot be computed') });
  });

  test('counts vertices, geometries and pairs before work begins', async () => {
    const many = Array.from({ length: limits.geometryServiceVertices + 1 }, (_none, at) => [at, 0]);
    const error = async (operation: string, parameters: Record<string, string>) =>
      JSON.stringify((await post(operation, parameters)).error);
    expect(
      await error('simplify', { sr: '4326', geometries: JSON.stringify([{ paths: [many] }]) }),
    ).toContain(`${limits.geometryServiceVertices} vertices`);
    const points = Array.from({ length: limits.geometryServiceGeometries + 1 }, () => '1,1').join(',');
    expect(await error('union', { sr: '4326', geometries: points })).toContain('geometries');
    const some = Array.from({ length: 400 }, () => '1,1').join(',');
    expect(await error('relation', { sr: '4326', geometries1: some, geometries2: some })).toContain('pairs');
    const ring = Array.from({ length: 31 }, (_none, at) => [
      Math.cos((at * Math.PI) / 15),
      -Math.sin((at * Math.PI) / 15),
    ]);
    const rings = JSON.stringify(Array.from({ length: 200 }, () => ({ rings: [ring] })));
    expect(await error('relation', { sr: '4326', geometries1: rings, geometries2: rings })).toContain(
      `${limits.topologyWork} vertices`,
    );
    const star = Array.from({ length: 1002 }, (_none, at) => [
      Math.cos((at * 1000 * Math.PI) / 1001),
      Math.sin((at * 1000 * Math.PI) / 1001),
    ]);
    for (const [operation, name] of [
      ['simplify', 'geometries'],
      ['union', 'geometries'],
      ['labelPoints', 'polygons'],
    ] as const)
      expect(await error(operation, { sr: '4326', [name]: JSON.stringify([{ rings: [star] }]) })).toContain(
        `${limits.geometryServiceCrossings} times`,
      );
    const teeth = Array.from({ length: 160 }, (_none, at) => [
      [0, at * 10],
      [1600, at * 10],
      [1600, at * 10 + 3],
      [0, at * 10 + 3],
    ]).flat();
    const comb = [...teeth, [-10, 1600], [-10, 0], [0, 0]];
    const [lying, standing] = [{ rings: [comb] }, { rings: [comb.map(([x, y]) => [y, x])] }];
    for (const [operation, given] of [
      ['union', { geometries: JSON.stringify([lying, standing]) }],
      ['intersect', { geometries: JSON.stringify([lying]), geometry: JSON.stringify(standing) }],
      ['difference', { geometries: JSON.stringify([lying]), geometry: JSON.stringify(standing) }],
    ] as const)
      expect(await error(operation, { sr: '3857', ...given })).toContain(
        `${limits.geometryServiceMeetings} times`,
      );
    const inside = Array.from({ length: 500 }, (_none, at) => ({
      paths: [
        [
          [at, 1],
          [at, 2],
        ],
      ],
    }));
    expect(
      await error('intersect', {
        sr: '3857',
        geometries: JSON.stringify(inside),
        geometry: JSON.stringify(lying),
      }),
    ).toContain(`${limits.geometryServiceOverlaid} vertices`);
    expect(await error('buffer', { inSR: '3857', geometries: some, distances: '1,2,3,4,5,6' })).toContain(
      'buffers',
    );
    expect(
      await error('densify', {
        sr: '3857',
        geometries: '[{"paths":[[[0,0],[1e7,0]]]}]',
        maxSegmentLength: '1',
      }),
    ).toContain('vertices');
    // Many geometries, each of which would need little memory.
    const long = JSON.stringify(
      Array.from({ length: 1000 }, () => ({
        paths: [
          [
            [0, 0],
            [1e7, 0],
          ],
        ],
      })),
    );
    expect(await error('densify', { sr: '3857', geometries: long, maxSegmentLength: '1' })).toContain(
      'vertices',
    );
  });
});
