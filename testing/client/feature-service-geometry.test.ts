import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEsriGeometry, writeEsriGeometry } from '../../server/gis/geometry/esri-json.ts';
import { envelopeOf, type EsriGeometryType, type Geometry } from '../../server/gis/geometry/geometry.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import type { SourceFeature } from '../../server/gis/storage/service-input.ts';
import { multipoints, points, polygons, polylines } from '../rig/geometries.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import '../rig/property-seed.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Geometries are returned as written: by edits and loading, in every format. */

let server: TestServer;
let member: ServiceClient;
beforeAll(async () => {
  server = await startTestServer();
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  member = new ServiceClient(server.url, await portal.token('ada'));
});
afterAll(() => server.stop());

async function make(
  serviceName: string,
  geometryType: EsriGeometryType,
  more: { hasZ?: boolean; hasM?: boolean; wkid?: number; features?: SourceFeature[] } = {},
): Promise<void> {
  await createHostedLayer(
    { database: server.database },
    {
      serviceName,
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers: [{ name: 'Shapes', geometryType, fields: [], features: [], ...more }],
    },
  );
}

/** Adds geometries as Esri JSON in the layer's spatial reference; returns their object ids. */
async function add(service: string, shapes: (object | null)[]): Promise<number[]> {
  const { addResults } = await member.post(`${service}/FeatureServer/0/addFeatures`, {
    features: shapes.map((geometry) => ({ attributes: {}, geometry })),
    rollbackOnFailure: true,
  });
  expect(addResults.map(({ error }: any) => error?.description)).toEqual(shapes.map(() => undefined));
  return addResults.map(({ objectId }: any) => objectId);
}

async function read(service: string, objectIds: number[], parameters: object = {}): Promise<any[]> {
  const { features } = await member.get(`${service}/FeatureServer/0/query`, {
    objectIds: objectIds.join(','),
    returnZ: true,
    returnM: true,
    ...parameters,
  });
  return features;
}

const degrees = { spatialReference: { wkid: 4326 } };
const esri = (geometry: Geometry) => ({ ...(writeEsriGeometry(geometry) as object), ...degrees });

/** A geometry normalised for comparison: where a ring begins, and which part comes first. */
function plain({ spatialReference: _reference, rings, ...geometry }: any): object {
  if (!rings) return geometry;
  const turned = rings.map((ring: number[][]) => {
    const open = ring.slice(0, -1).map((vertex) => vertex.join(' '));
    const first = open.indexOf(open.toSorted()[0] ?? '');
    return [...open.slice(first), ...open.slice(0, first)].join(', ');
  });
  return { ...geometry, rings: turned.toSorted() };
}

describe.each([
  ['Points', 'esriGeometryPoint', points],
  ['Multipoints', 'esriGeometryMultipoint', multipoints],
  ['Lines', 'esriGeometryPolyline', polylines],
  ['Polygons', 'esriGeometryPolygon', polygons],
] as const)('%s', (name, type, arbitrary) => {
  test.each([
    ['', {}],
    ['Z', { hasZ: true }],
    ['M', { hasM: true }],
    ['ZM', { hasZ: true, hasM: true }],
  ])('are returned to the last bit%s', async (suffix, dimensions) => {
    const service = `${name}${suffix}`;
    await make(service, type, dimensions);
    // Coordinates without an exact decimal representation.
    const place = (step: number) => step / 7 + 0.1;
    const shapes = fc.sample(arbitrary({ ...dimensions, place }), 60);
    const ids = await add(service, shapes.map(esri));
    const found = await read(service, ids);
    expect(found.map(({ geometry }) => plain(geometry))).toEqual(
      shapes.map((shape) => plain(writeEsriGeometry(shape))),
    );
  });

  test('are found by every window that intersects them, and by no other', async () => {
    const service = `${name}Windows`;
    await make(service, type);
    const shapes = fc.sample(arbitrary({}), 40);
    const ids = await add(service, shapes.map(esri));
    for (const [index, shape] of shapes.slice(0, 12).entries()) {
      const { xmin, ymin, xmax, ymax } = envelopeOf(shape);
      const around = await member.get(`${service}/FeatureServer/0/query`, {
        geometry: [xmin, ymin, xmax, ymax].join(','),
        inSR: 4326,
        returnIdsOnly: true,
      });
      expect(around.objectIds).toContain(ids[index]);
      const beside = await member.get(`${service}/FeatureServer/0/query`, {
        geometry: [xmax + 20, ymin, xmax + 30, ymax].join(','),
        inSR: 4326,
        returnIdsOnly: true,
      });
      expect(beside.objectIds).not.toContain(ids[index]);
    }
  });

  test('are null for features without geometry', async () => {
    const service = `${name}Empty`;
    await make(service, type);
    const empty = {
      esriGeometryPoint: { x: 'NaN', y: 'NaN' },
      esriGeometryMultipoint: { points: [] },
    } as Record<string, object>;
    const other = type === 'esriGeometryPolyline' ? { paths: [] } : { rings: [] };
    const ids = await add(service, [null, { ...(empty[type] ?? other), ...degrees }]);
    expect((await read(service, ids)).map(({ geometry }) => geometry ?? null)).toEqual([null, null]);
    const { features } = await member.get(`${service}/FeatureServer/0/query`, { f: 'geojson', where: '1=1' });
    expect(features.map(({ geometry }: any) => geometry)).toEqual([null, null]);
    const { count, extent } = await member.get(`${service}/FeatureServer/0/query`, {
      returnExtentOnly: true,
      returnCountOnly: true,
    });
    expect([count, extent.xmin]).toEqual([2, 'NaN']);
    const world = await member.get(`${service}/FeatureServer/0/query`, {
      geometry: '-180,-90,180,90',
      inSR: 4326,
      returnCountOnly: true,
    });
    expect(world.count).toBe(0);
  });
});

describe('rings', () => {
  const square = (x: number, y: number, size: number, clockwise: boolean): number[][] => {
    const ring = [
      [x, y],
      [x, y + size],
      [x + size, y + size],
      [x + size, y],
      [x, y],
    ];
    return clockwise ? ring : ring.toReversed();
  };
  beforeAll(() => make('Rings', 'esriGeometryPolygon'));

  test('describe an island in a lake on an island: three levels, two parts', async () => {
    const rings = [square(0, 0, 10, true), square(2, 2, 6, false), square(4, 4, 2, true)];
    const [id] = await add('Rings', [{ rings, ...degrees }]);
    const [geojson] = (
      await member.get('Rings/FeatureServer/0/query', { f: 'geojson', objectIds: String(id) })
    ).features;
    expect(geojson.geometry.type).toBe('MultiPolygon');
    expect(geojson.geometry.coordinates.map((part: unknown[]) => part.length)).toEqual([2, 1]);
    const hits = async (x: number, y: number) =>
      (
        await member.get('Rings/FeatureServer/0/query', {
          objectIds: String(id),
          geometry: `${x},${y}`,
          geometryType: 'esriGeometryPoint',
          inSR: 4326,
          returnCountOnly: true,
        })
      ).count;
    expect([await hits(1, 1), await hits(3, 3), await hits(5, 5), await hits(11, 5)]).toEqual([1, 0, 1, 0]);
  });

  test('are reoriented and closed when necessary', async () => {
    const open = square(20, 0, 5, false).slice(0, 4);
    const [id] = await add('Rings', [{ rings: [open], ...degrees }]);
    const [found] = await read('Rings', [id!]);
    expect(found.geometry.rings).toHaveLength(1);
    const geometry = readEsriGeometry(found.geometry, 'geometry');
    expect(geometry).toMatchObject({ parts: [5] });
    expect(found.geometry.rings[0][0]).toEqual(found.geometry.rings[0][4]);
  });

  test('are not found by a window inside a courtyard', async () => {
    const rings = [square(40, 0, 10, true), square(42, 2, 6, false)];
    const [id] = await add('Rings', [{ rings, ...degrees }]);
    const within = await member.get('Rings/FeatureServer/0/query', {
      geometry: '44,4,46,6',
      inSR: 4326,
      returnIdsOnly: true,
    });
    expect(within.objectIds ?? []).not.toContain(id);
    const across = await member.get('Rings/FeatureServer/0/query', {
      geometry: '44,4,49,6',
      inSR: 4326,
      returnIdsOnly: true,
    });
    expect(across.objectIds).toContain(id);
  });
});

describe('antimeridian', () => {
  test('cuts a polygon in two, which is found from both sides', async () => {
    const ring = [
      [170, -20],
      [170, 20],
      [190, 20],
      [190, -20],
      [170, -20],
    ];
    await make('Meridian', 'esriGeometryPolygon');
    const [id] = await add('Meridian', [{ rings: [ring], ...degrees }]);
    const [found] = await read('Meridian', [id!]);
    const all = (found.geometry.rings as number[][][]).flat().map(([x]) => x!);
    expect(found.geometry.rings).toHaveLength(2);
    expect(Math.max(...all)).toBe(180);
    expect(Math.min(...all)).toBe(-180);
    for (const [window, expected] of [
      ['175,-5,178,5', [id]],
      ['-175,-5,-172,5', [id]],
      ['0,-5,10,5', []],
    ] as const) {
      const answer = await member.get('Meridian/FeatureServer/0/query', {
        geometry: window,
        inSR: 4326,
        returnIdsOnly: true,
      });
      expect(answer.objectIds ?? []).toEqual(expected);
    }
  });
});

describe('geometry with heights and measures on a grid', () => {
  const line = {
    hasZ: true,
    hasM: true,
    paths: [
      [
        [1, 2, 30.5, 4],
        [1, 2, 31.25, 5],
        [3, 4, -6, 7.5],
      ],
    ],
  };
  const query = async (name: string, parameters: object): Promise<any> => {
    const answer = await member.get(`${name}/FeatureServer/0/query`, {
      where: '1=1',
      quantizationParameters: { tolerance: 0.5, extent: { xmin: 0, ymin: 0, xmax: 9, ymax: 9 } },
      ...parameters,
    });
    const { transform, hasZ, hasM, features } = answer;
    return { transform, hasZ, hasM, geometry: features[0].geometry };
  };
  beforeAll(async () => {
    await make('GridLines', 'esriGeometryPolyline', { hasZ: true, hasM: true });
    await add('GridLines', [line]);
    await make('GridPoints', 'esriGeometryPoint', { hasM: true });
    await add('GridPoints', [{ x: 1, y: 2, m: 3.5 }]);
  });

  test('has those that are asked for: x and y relative to the vertex before, z and m absolute', async () => {
    const { transform, hasZ, hasM, geometry } = await query('GridLines', { returnZ: true, returnM: true });
    expect([hasZ, hasM]).toEqual([true, true]);
    expect(transform).toMatchObject({ scale: [0.5, 0.5, 1e-4, 1e-4], translate: [0, 9, 0, 0] });
    expect(geometry.paths).toEqual([
      [
        [2, 14, 305_000, 40_000],
        [0, 0, 312_500, 50_000],
        [4, -4, -60_000, 75_000],
      ],
    ]);
  });

  test('is read by the ArcGIS SDK, which asks for PBF', async () => {
    const url = `${server.url}/server/rest/services/GridLines/FeatureServer/0`;
    const query = { where: '1=1', returnGeometry: true, returnZ: true, returnM: true };
    const { features } = await new FeatureLayer({ url }).queryFeatures(query);
    const [feature] = features as any[];
    expect(feature.geometry.paths).toEqual([
      line.paths[0]?.map((vertex) => vertex.map((number) => expect.closeTo(number, 3))),
    ]);
  });

  test('has two dimensions otherwise, and without a wanted one the other', async () => {
    const flat = await query('GridLines', {});
    expect(flat).toMatchObject({
      transform: { scale: [0.5, 0.5] },
      geometry: {
        paths: [
          [
            [2, 14],
            [4, -4],
          ],
        ],
      },
    });
    expect([flat.hasZ, flat.hasM]).toEqual([undefined, undefined]);
    const measured = await query('GridLines', { returnM: true });
    expect(measured.geometry.paths[0].at(-1)).toEqual([4, -4, 75_000]);
    expect(await query('GridPoints', { returnZ: true, returnM: true })).toMatchObject({
      hasM: true,
      geometry: { x: 2, y: 14, m: 35_000 },
    });
  });
});

describe('updates', () => {
  test('keep the geometry unless they include one', async () => {
    await make('Moves', 'esriGeometryPoint', { hasZ: true });
    const [id] = await add('Moves', [{ x: 1, y: 2, z: 3, ...degrees }]);
    const update = async (feature: object) =>
      (await member.post('Moves/FeatureServer/0/updateFeatures', { features: [feature] })).updateResults[0];
    expect(await update({ attributes: { OBJECTID: id } })).toMatchObject({ success: true });
    expect((await read('Moves', [id!]))[0].geometry).toMatchObject({ x: 1, y: 2, z: 3 });
    expect(
      await update({ attributes: { OBJECTID: id }, geometry: { x: 4, y: 5, z: 6, ...degrees } }),
    ).toMatchObject({
      success: true,
    });
    expect((await read('Moves', [id!]))[0].geometry).toMatchObject({ x: 4, y: 5, z: 6 });
  });

  test('accept any spatial reference and store the layer’s', async () => {
    await make('Turned', 'esriGeometryPoint');
    const [id] = await add('Turned', [
      { x: 7_903_683.846, y: 6_621_293.723, spatialReference: { wkid: 102_100 } },
    ]);
    const [found] = await read('Turned', [id!]);
    expect(found.geometry.x).toBeCloseTo(71, 6);
    expect(found.geometry.y).toBeCloseTo(51, 6);
  });
});

test('a bow tie whose halves cancel out is two triangles, stored and as a filter', async () => {
  const bow = {
    rings: [
      [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
        [0, 0],
      ],
    ],
  };
  await make('Bows', 'esriGeometryPolygon', { wkid: 3857 });
  const [objectId = 0] = await add('Bows', [bow]);
  const [feature] = await read('Bows', [objectId]);
  expect(feature.geometry.rings).toHaveLength(2);
  const found = (geometry: object, geometryType: string) =>
    member.get('Bows/FeatureServer/0/query', { geometry, geometryType, inSR: 3857, returnCountOnly: true });
  const at = (x: number, y: number) => found({ x, y }, 'esriGeometryPoint');
  expect([await at(1, 5), await at(9, 5), await at(5, 1)]).toEqual([
    { count: 1 },
    { count: 1 },
    { count: 0 },
  ]);
  await make('Places', 'esriGeometryPoint', { wkid: 3857 });
  await add('Places', [
    { x: 1, y: 5 },
    { x: 9, y: 5 },
    { x: 5, y: 1 },
    { x: 5, y: 9 },
  ]);
  const within = { geometry: bow, geometryType: 'esriGeometryPolygon', inSR: 3857, returnIdsOnly: true };
  expect(await member.get('Places/FeatureServer/0/query', within)).toMatchObject({ objectIds: [1, 2] });
});
