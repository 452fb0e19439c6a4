import { updateServiceDefinition } from '@esri/arcgis-rest-feature-service';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadCity } from '../rig/city-service.ts';
import { openInQgis, qgisVersion } from '../rig/qgis/qgis.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createTrees, editable } from '../rig/trees-service.ts';

/** QGIS reads, filters, draws and edits hosted layers by its own providers, as its users do. */
const version = qgisVersion();
if (version === undefined) console.log('QGIS is not installed (python3-qgis): its tests are left out.');
else console.log(`QGIS ${version}`);

let server: TestServer;
let trees: Awaited<ReturnType<typeof createTrees>>;

beforeAll(async () => {
  server = await startTestServer();
  await loadCity(server.database);
  trees = await createTrees();
});
afterAll(async () => {
  await trees.stop();
  await server.stop();
});

const codes = ({ features }: any) => features.map(({ attributes }: any) => attributes.code);
const names = ({ features }: any) => features.map(({ attributes }: any) => attributes.name);
/** Five by five blocks of the city, in degrees. */
const window = [71, 51, 71.01, 51.01];

describe.skipIf(version === undefined)('QGIS and a feature service', () => {
  const open = (layer: number, more: object = {}) =>
    openInQgis({
      provider: 'arcgisfeatureserver',
      uri: `crs='EPSG:4326' url='${server.url}/server/rest/services/City/FeatureServer/${layer}'`,
      ...more,
    });

  test('reads fields, attributes, dates, the extent and every page', async () => {
    const layer = await open(2);
    expect(layer).toMatchObject({ valid: true, crs: 'EPSG:4326', count: 200 });
    expect(layer.extent.map((edge: number) => Math.round(edge * 1000) / 1000)).toEqual([
      71, 51, 71.099, 51.099,
    ]);
    expect(Object.keys(layer.fields)).toEqual(
      expect.arrayContaining(['name', 'code', 'kind', 'opened', 'score']),
    );
    expect(new Set(codes(layer)).size).toBe(200);
    const [first] = layer.features;
    expect(first.attributes).toMatchObject({ name: 'Есіл', code: 1, kind: 0, score: 0 });
    expect(first.attributes.opened).toMatch(/^2026-01-01/);
    expect(first.geometry).toEqual({ type: 'Point', coordinates: [71, 51] });
    expect(layer.features[199].geometry).toBeNull();
  });

  test('reads polygons with holes and parts', async () => {
    const { features } = await open(0);
    expect(features).toHaveLength(100);
    expect(features[0].geometry.coordinates.flat(1)).toHaveLength(2);
    expect(features[24].geometry).toMatchObject({ type: 'MultiPolygon' });
  });

  test('asks the server for a window', async () => {
    expect((await open(2, { rectangle: window })).features).toHaveLength(21);
  });

  test('asks the server for a condition where this version can', async ({ skip }) => {
    const filtered = await open(2, { filter: 'kind = 2' });
    skip(!filtered.may.filter, `QGIS ${version} has no conditions of feature services.`);
    expect(filtered).toMatchObject({ filtered: true, count: 50 });
    expect(filtered.features).toHaveLength(50);
  });
});

describe.skipIf(version === undefined).each([
  ['a feature service', 'arcgisfeatureserver'],
  ['OGC API – Features', 'OAPIF'],
] as const)('QGIS with a token and %s', (_what, provider) => {
  beforeEach(() => trees.plant());
  const open = async (who?: string, edits?: object) => {
    const ogc = `${new URL(trees.url).origin}/server/ogc/Trees`;
    return openInQgis({
      provider,
      uri: provider === 'OAPIF' ? `url='${ogc}' typename='0'` : `crs='EPSG:4326' url='${trees.url}/0'`,
      token: who && (await trees.tokenOf(who)),
      ...(edits && { edits }),
    });
  };

  test('opens what the user may see, and visitors may not', async () => {
    expect(await open()).toMatchObject({ valid: false });
    expect(names(await open('linus'))).toEqual(['Tree 1', 'Tree 2', 'Tree 3']);
  });

  test('adds, changes, moves and deletes features where this version can', async ({ skip }) => {
    const changed = { capabilities: editable } as any;
    await updateServiceDefinition(trees.url, { ...trees.as(), updateDefinition: changed });
    const { may, features } = await open('linus');
    skip(!may.add, `QGIS ${version} only reads here.`);
    const [first, second, third] = features.map(({ id }: any) => id);
    const after = await open('linus', {
      add: [{ attributes: { name: 'New', height: 12 }, point: [4, 5] }],
      change: { [first]: { height: 30 } },
      move: { [second]: [7, 8] },
      delete: [third],
    });
    expect(after.errors).toEqual([]);
    expect(await trees.rows('name,height')).toEqual([
      expect.objectContaining({ name: 'Tree 1', height: 30 }),
      expect.objectContaining({ name: 'Tree 2', height: 2 }),
      expect.objectContaining({ name: 'New', height: 12 }),
    ]);
    expect(after.features[1].geometry.coordinates).toEqual([7, 8]);
    expect(after.features[2].geometry.coordinates).toEqual([4, 5]);
  });

  test('offers no edits that the layer does not allow', async () => {
    expect((await open('linus')).may).toMatchObject({ add: false, change: false, delete: false });
  });
});

describe.skipIf(version === undefined)('QGIS and OGC API – Features', () => {
  const open = (layer: number, more: object = {}) =>
    openInQgis({
      provider: 'OAPIF',
      uri: `url='${server.url}/server/ogc/City' typename='${layer}' pageSize='30'`,
      ...more,
    });

  test('reads the schema and every page', async () => {
    const layer = await open(2);
    expect(layer).toMatchObject({ valid: true, count: 200 });
    expect(new Set(codes(layer)).size).toBe(200);
    const [first] = layer.features;
    expect(first.attributes).toMatchObject({ name: 'Есіл', code: 1, kind: 0, score: 0 });
    expect(first.attributes.opened).toMatch(/^2026-01-01/);
    expect(first.geometry).toEqual({ type: 'Point', coordinates: [71, 51] });
  });

  test('reads a window and a condition', async () => {
    expect((await open(2, { rectangle: window })).features).toHaveLength(21);
    const filtered = await open(2, { filter: '"kind" = 2' });
    expect(filtered.filtered).toBe(true);
    expect(filtered.features).toHaveLength(50);
  });
});

describe.skipIf(version === undefined)('QGIS and vector tiles', () => {
  // The middle of the city in Web Mercator.
  const extent = [7_903_000, 6_619_000, 7_915_000, 6_638_000];

  test('draws those of OGC API – Tiles', async () => {
    const url = `${server.url}/server/ogc/City/collections/0/tiles/WebMercatorQuad/{z}/{y}/{x}`;
    const uri = `type=xyz&url=${url}&zmin=0&zmax=14`;
    const drawn = await openInQgis({ provider: 'vectortile', uri, extent });
    expect(drawn).toMatchObject({ valid: true });
    expect(drawn.drawn).toBeGreaterThan(500);
  });

  test('draws those of a vector tile service, by its style', async () => {
    const url = `${server.url}/server/rest/services/City/VectorTileServer`;
    const uri = `serviceType=arcgis&type=xyz&url=${url}`;
    const drawn = await openInQgis({ provider: 'vectortile', uri, extent, style: true });
    expect(drawn).toMatchObject({ valid: true });
    expect(drawn.styles).toEqual(expect.arrayContaining(['Blocks']));
    expect(drawn.drawn).toBeGreaterThan(500);
  });
});
