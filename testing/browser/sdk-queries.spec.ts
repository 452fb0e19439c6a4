import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from '@playwright/test';
import { openMap } from './sdk-map.ts';
import { run, test as base } from './sdk-steps.ts';

/** Related records, time and quantised tiles as requested by the ArcGIS SDK, with data whose results are known. */

const test = base.extend<object, { city: string }>({
  city: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's names.
    async ({}, use) => {
      const root = path.resolve(import.meta.dirname, '../..');
      const server = spawn(
        path.join(root, 'node_modules/.bin/node'),
        [path.join(root, 'testing/rig/city-server.ts')],
        { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] },
      );
      const [line] = (await once(server.stdout, 'data')) as [Buffer];
      await use(line.toString().trim().replace('127.0.0.1', 'localhost'));
      server.stdin.end();
      await once(server, 'exit');
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const day = 86_400_000;
const firstDay = Date.UTC(2026, 0, 1);

test(
  'related records: found from both sides, counted, with only the requested fields',
  { tag: '@long' },
  async ({ page, application, city }) => {
    await openMap(page, application);
    const seen = await run(
      page,
      async ({ FeatureLayer }, url) => {
        const stops = new FeatureLayer({ url: `${url}/2` });
        const inspections = new FeatureLayer({ url: `${url}/3` });
        await Promise.all([stops.load(), inspections.load()]);
        const plain = (groups: Record<string, any>) =>
          Object.fromEntries(
            Object.entries(groups).map(([id, { features }]) => [
              id,
              features.map(({ attributes }: any) => attributes),
            ]),
          );
        const ask = (layer: any, more: object) =>
          layer.queryRelatedFeatures({ relationshipId: 0, outFields: ['*'], ...more });
        return {
          relationships: stops.relationships.map(({ id, name, role, cardinality, relatedTableId }: any) => ({
            id,
            name,
            role,
            cardinality,
            relatedTableId,
          })),
          isTable: inspections.isTable,
          related: plain(await ask(stops, { objectIds: [1, 2, 11] })),
          counts: await stops.queryRelatedFeaturesCount({ relationshipId: 0, objectIds: [1, 2, 11] }),
          good: plain(
            await ask(stops, { objectIds: [1, 2], where: "result = 'good'", outFields: ['result'] }),
          ),
          back: plain(await ask(inspections, { objectIds: [4], outFields: ['code', 'name'] })),
          place: (await ask(inspections, { objectIds: [4], returnGeometry: true }))[4].features[0].geometry
            .type,
        };
      },
      `${city}/City/FeatureServer`,
    );
    expect(seen.relationships).toEqual([
      { id: 0, name: 'Inspections', role: 'origin', cardinality: 'one-to-many', relatedTableId: 3 },
    ]);
    expect(seen.isTable).toBe(true);
    expect(Object.keys(seen.related)).toEqual(['1', '2']);
    for (const [id, records] of Object.entries(seen.related) as [string, any[]][]) {
      expect(records.map(({ stop_code }) => stop_code)).toEqual([Number(id), Number(id), Number(id)]);
      expect(Object.keys(records[0])).toEqual(expect.arrayContaining(['OBJECTID', 'result', 'at']));
    }
    expect(seen.counts).toMatchObject({ 1: 3, 2: 3 });
    // Every second inspection is good: of the first stop the first and the third, of the second one.
    expect(seen.good[1].map(({ result }: any) => result)).toEqual(['good', 'good']);
    expect(seen.good[2]).toHaveLength(1);
    expect(seen.back[4]).toMatchObject([{ code: 2, name: 'Arbat' }]);
    expect(seen.place).toBe('point');
  },
);

test(
  'a layer with time: its full extent, its features at one time, and a map of that time',
  { tag: '@long' },
  async ({ page, application, city }) => {
    await openMap(page, application);
    const [start, end] = [firstDay + 50 * day, firstDay + 52 * day];
    const seen = await run(
      page,
      async ({ FeatureLayer, show, whenOnce }, { url, start, end }) => {
        const layer = new FeatureLayer({ url: `${url}/2`, outFields: ['code'] });
        await layer.load();
        const timeExtent = { start: new Date(start), end: new Date(end) };
        const codes = async (source: any, query: object) =>
          (await source.queryFeatures({ outFields: ['code'], returnGeometry: false, ...query })).features
            .map(({ attributes }: any) => attributes.code)
            .toSorted((a: number, b: number) => a - b);
        const view = await show([layer], [71.05, 51.05], 300_000);
        const layerView = await view.whenLayerView(layer);
        const everything = await layerView.queryFeatureCount();
        view.timeExtent = timeExtent;
        await whenOnce(() => !view.updating);
        return {
          fields: [layer.timeInfo.startField, layer.timeInfo.endField],
          whole: [layer.timeInfo.fullTimeExtent.start.getTime(), layer.timeInfo.fullTimeExtent.end.getTime()],
          instant: await codes(layer, {
            where: '1=1',
            timeExtent: { start: timeExtent.start, end: timeExtent.start },
          }),
          requested: await codes(layer, { where: '1=1', timeExtent }),
          drawn: await codes(layerView, { where: '1=1', timeExtent }),
          everything,
        };
      },
      { url: `${city}/City/FeatureServer`, start, end },
    );
    // A stop exists for ten days from its date; every fifth has no dates.
    const there = (from: number, to: number) =>
      Array.from({ length: 200 }, (_none, index) => index)
        .filter((index) => index % 5 !== 4 && index <= to && index + 10 >= from)
        .map((index) => index + 1);
    expect(seen.fields).toEqual(['opened', 'closed']);
    expect(seen.whole).toEqual([firstDay, firstDay + 208 * day]);
    expect(seen.instant).toEqual(there(50, 50));
    expect(seen.requested).toEqual(there(50, 52));
    // The SDK draws features without dates at every time.
    expect(seen.drawn.filter((code: number) => code % 5 !== 0)).toEqual(there(50, 52));
    // A small layer of points is fetched whole, the stop without a place too.
    expect(seen.everything).toBe(200);
  },
);

test(
  'quantised tiles: decoded features match the originals to the pixel, holes and parts included',
  { tag: '@long' },
  async ({ page, application, city }) => {
    await openMap(page, application);
    const tolerances: number[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (!pathname.endsWith('/0/query') || searchParams.get('resultType') !== 'tile') return;
      tolerances.push(JSON.parse(searchParams.get('quantizationParameters') ?? '{}').tolerance);
    });
    const seen = await run(
      page,
      async ({ FeatureLayer, show }, url) => {
        const layer = new FeatureLayer({ url });
        const view = await show([layer], [71.05, 51.05], 40_000);
        const layerView = await view.whenLayerView(layer);
        const read = async (source: any) => {
          const { features } = await source.queryFeatures({
            where: '1=1',
            returnGeometry: true,
            outFields: ['OBJECTID'],
            outSpatialReference: view.spatialReference,
          });
          return Object.fromEntries(
            features.map(({ attributes, geometry }: any) => {
              const { xmin, ymin, xmax, ymax } = geometry.extent;
              return [attributes.OBJECTID, { box: [xmin, ymin, xmax, ymax], rings: geometry.rings.length }];
            }),
          );
        };
        return { resolution: view.resolution, drawn: await read(layerView), whole: await read(layer) };
      },
      `${city}/City/FeatureServer/0`,
    );
    expect(tolerances.length).toBeGreaterThan(0);
    const pixel = Math.max(...tolerances);
    expect(pixel).toBeLessThan(seen.resolution * 4);
    const drawn = Object.entries(seen.drawn) as [string, { box: number[]; rings: number }][];
    expect(drawn.length).toBeGreaterThan(10);
    for (const [id, { box, rings }] of drawn) {
      const exact = (seen.whole as Record<string, { box: number[]; rings: number }>)[id]!;
      expect(rings).toBe(exact.rings);
      for (const [index, value] of box.entries())
        expect(Math.abs(value - exact.box[index]!)).toBeLessThanOrEqual(pixel);
    }
  },
);
