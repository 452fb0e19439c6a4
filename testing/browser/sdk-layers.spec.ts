import { expect, type Page } from '@playwright/test';
import { openMap } from './sdk-map.ts';
import { run, test } from './sdk-steps.ts';
import { tokenOf } from './steps.ts';

/**
 * Hosted layers as used by the ArcGIS SDK's FeatureLayer and VectorTileLayer, from an application of another origin: the
 * requests they send while drawing, and how they interpret the responses.
 */

/** Signs the application in at a service, like an application with its own sign-in form. */
async function signIn(page: Page, server: string): Promise<void> {
  await run(
    page,
    async ({ IdentityManager }, { server, token }) => {
      IdentityManager.registerToken({
        server,
        token,
        userId: 'grace',
        expires: Date.now() + 1_500_000,
        ssl: false,
      });
    },
    { server, token: await tokenOf(page, 'grace') },
  );
}

/** The queries that a page sends, reduced to the parameters that matter, in order. */
function watchQueries(page: Page): URLSearchParams[] {
  const requested: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/query')) requested.push(url.searchParams);
  });
  return requested;
}

test(
  'draws thirty-two thousand buildings from PBF tiles, with labels',
  { tag: '@long' },
  async ({ page, application }) => {
    const root = await openMap(page, application);
    const requested = watchQueries(page);
    const drawn = await run(
      page,
      async ({ FeatureLayer, show, sdkView }, url) => {
        void sdkView;
        const layer = new FeatureLayer({ url });
        const view = await show([layer], [71.43, 51.17], 6000);
        const layerView = await view.whenLayerView(layer);
        const count = await layerView.queryFeatureCount();
        const all = await layer.queryFeatureCount();
        const [first] = (
          await layerView.queryFeatures({
            where: 'levels > 4',
            num: 1,
            outFields: ['levels'],
            returnGeometry: true,
          })
        ).features;
        return {
          count,
          all,
          levels: first.attributes.levels,
          rings: first.geometry.rings.length,
          labels: layer.labelingInfo?.length,
          renderer: layer.renderer.type,
          copyright: layer.copyright,
          editable: layer.editingEnabled && layer.capabilities.operations.supportsEditing,
        };
      },
      `${root}/Astana_buildings/FeatureServer/0`,
    );
    expect(drawn.all).toBeGreaterThan(32_000);
    expect(drawn.count).toBeGreaterThan(100);
    expect(drawn.count).toBeLessThan(8000);
    expect(drawn.levels).toBeGreaterThan(4);
    expect(drawn).toMatchObject({ labels: 1, renderer: 'class-breaks', editable: false });
    expect(drawn.copyright).toContain('OpenStreetMap');
    const tiles = requested.filter((query) => query.get('resultType') === 'tile');
    expect(tiles.length).toBeGreaterThan(0);
    for (const tile of tiles) {
      expect(tile.get('f')).toBe('pbf');
      expect(JSON.parse(tile.get('quantizationParameters') ?? '{}')).toMatchObject({ mode: 'view' });
      // Only what the renderer and the labels need.
      expect(tile.get('outFields')?.split(',').length).toBeLessThan(6);
    }
  },
);

test(
  'filters by definition expression, counts by statistics, queries extents, ids and pages',
  { tag: '@long' },
  async ({ page, application }) => {
    const root = await openMap(page, application);
    const seen = await run(
      page,
      async ({ FeatureLayer }, url) => {
        const layer = new FeatureLayer({ url, definitionExpression: "use = 'Education'" });
        await layer.load();
        const query = (parameters: object) => Object.assign(layer.createQuery(), parameters);
        const statistics = await layer.queryFeatures(
          query({
            groupByFieldsForStatistics: ['use'],
            outStatistics: [
              { statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' },
              { statisticType: 'max', onStatisticField: 'levels', outStatisticFieldName: 'highest' },
            ],
          }),
        );
        const ids = await layer.queryObjectIds();
        const { count, extent } = await layer.queryExtent();
        const distinct = await layer.queryFeatures(
          query({
            outFields: ['use'],
            returnDistinctValues: true,
            returnGeometry: false,
          }),
        );
        const page = await layer.queryFeatures(
          query({
            start: 10,
            num: 5,
            orderByFields: ['OBJECTID'],
            outFields: ['*'],
          }),
        );
        const near = await layer.queryFeatureCount(
          query({
            geometry: { type: 'point', longitude: 71.43, latitude: 51.16 },
            distance: 5,
            units: 'kilometers',
          }),
        );
        return {
          statistics: statistics.features.map((feature: any) => feature.attributes),
          ids: ids.length,
          count,
          width: extent.width,
          distinct: distinct.features.map((feature: any) => feature.attributes.use),
          page: page.features.map((feature: any) => ids.indexOf(feature.attributes.OBJECTID)),
          more: page.exceededTransferLimit,
          near,
        };
      },
      `${root}/Astana_buildings/FeatureServer/0`,
    );
    expect(seen.statistics).toEqual([{ use: 'Education', n: seen.count, highest: expect.any(Number) }]);
    expect(seen.ids).toBe(seen.count);
    expect(seen.count).toBeGreaterThan(20);
    expect(seen.width).toBeGreaterThan(0);
    expect(seen.distinct).toEqual(['Education']);
    expect(seen.page).toEqual([10, 11, 12, 13, 14]);
    expect(seen.more).toBe(true);
    expect(seen.near).toBeGreaterThan(0);
    expect(seen.near).toBeLessThan(seen.count);
  },
);

test(
  'hit-tests a feature and fetches all its attributes for a popup',
  { tag: '@long' },
  async ({ page, application }) => {
    const root = await openMap(page, application);
    const hit = await run(
      page,
      async ({ FeatureLayer, show }, url) => {
        const layer = new FeatureLayer({ url, outFields: ['label'] });
        const [wanted] = (
          await layer.queryFeatures({
            where: "name LIKE '%Байтерек%' OR levels > 30",
            num: 1,
            returnGeometry: true,
            outSpatialReference: { wkid: 4326 },
          })
        ).features;
        const { longitude, latitude } = wanted.geometry.centroid ?? wanted.geometry.extent.center;
        const view = await show([layer], [longitude, latitude], 1000);
        const { results } = await view.hitTest({ x: view.width / 2, y: view.height / 2 });
        const graphic = results.find((result: any) => result.layer === layer)?.graphic;
        const popup = await layer.createPopupTemplate();
        const full = await layer.queryFeatures({
          objectIds: [graphic.attributes.OBJECTID],
          outFields: ['*'],
        });
        return {
          hit: graphic.attributes.OBJECTID,
          wanted: wanted.attributes.OBJECTID,
          fields: Object.keys(full.features[0].attributes),
          popup: popup.fieldInfos.length,
        };
      },
      `${root}/Astana_buildings/FeatureServer/0`,
    );
    expect(hit.hit).toBe(hit.wanted);
    expect(hit.fields).toEqual(
      expect.arrayContaining(['OBJECTID', 'GlobalID', 'address', 'levels', 'osm_id']),
    );
    expect(hit.popup).toBeGreaterThan(3);
  },
);

test(
  'a member edits stops, adds an attachment to one and reverts everything',
  { tag: '@long' },
  async ({ page, application }) => {
    const root = await openMap(page, application);
    await signIn(page, `${root}/Astana_transit_stops/FeatureServer`);
    const edited = await run(
      page,
      async ({ FeatureLayer }, url) => {
        const layer = new FeatureLayer({ url });
        await layer.load();
        const before = await layer.queryFeatureCount();
        const template = layer.templates[0].prototype.attributes;
        const added = await layer.applyEdits({
          addFeatures: [
            {
              geometry: { type: 'point', longitude: 71.5, latitude: 51.1 },
              attributes: { ...template, name: "Stop O’Brien's", kind: 'Bus stop' },
            },
          ],
        });
        const { objectId, globalId } = added.addFeatureResults[0];
        const read = async () =>
          (
            await layer.queryFeatures({
              objectIds: [objectId],
              outFields: ['*'],
              returnGeometry: true,
              outSpatialReference: { wkid: 4326 },
            })
          ).features[0];
        const feature = await read();
        feature.attributes.shelter = 'Yes';
        const updated = await layer.applyEdits({ updateFeatures: [feature] });
        const changed = await read();
        const form = new FormData();
        form.append(
          'attachment',
          new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], { type: 'image/png' }),
          'stop.png',
        );
        form.append('f', 'json');
        const picture = await layer.addAttachment(changed, form);
        const pictures = await layer.queryAttachments({ objectIds: [objectId] });
        const gone = await layer.deleteAttachments(changed, [picture.objectId]);
        const removed = await layer.applyEdits({ deleteFeatures: [{ objectId }] });
        return {
          before,
          after: await layer.queryFeatureCount(),
          globalId,
          name: changed.attributes.name,
          shelter: changed.attributes.shelter,
          creator: changed.attributes.Creator,
          x: changed.geometry.x,
          pictures: pictures[objectId].map(({ name, contentType }: any) => [name, contentType]),
          faults: [added.addFeatureResults, updated.updateFeatureResults, removed.deleteFeatureResults, gone]
            .flat()
            .map(({ error }: any) => error),
          editable: layer.capabilities.operations.supportsEditing,
        };
      },
      `${root}/Astana_transit_stops/FeatureServer/0`,
    );
    expect(edited).toMatchObject({
      name: "Stop O’Brien's",
      shelter: 'Yes',
      creator: 'grace',
      pictures: [['stop.png', 'image/png']],
      faults: [null, null, null, null],
      editable: true,
    });
    expect(edited.globalId).toMatch(/^\{?[0-9A-Fa-f-]{36}\}?$/);
    expect(edited.x).toBeCloseTo(71.5, 6);
    expect(edited.after).toBe(edited.before);
  },
);

test(
  'edits require a sign-in, and a private layer stays inaccessible',
  { tag: '@long' },
  async ({ page, application }) => {
    const root = await openMap(page, application);
    const seen = await run(
      page,
      async ({ FeatureLayer, config }, root) => {
        // An application without its own sign-in.
        config.request.useIdentity = false;
        addEventListener('unhandledrejection', (event) => event.preventDefault());
        const stops = new FeatureLayer({ url: `${root}/Astana_transit_stops/FeatureServer/0` });
        await stops.load();
        const point = { type: 'point', longitude: 71, latitude: 51 };
        const paths = new FeatureLayer({ url: `${root}/Astana_walking_paths/FeatureServer/0` });
        return {
          before: await stops.queryFeatureCount(),
          mayAdd: stops.capabilities.operations.supportsAdd,
          refused: await stops
            .applyEdits({ addFeatures: [{ geometry: point, attributes: {} }] })
            .then(() => 'done')
            .catch(() => 'refused'),
          after: await stops.queryFeatureCount(),
          shut: await paths
            .load()
            .then(() => 'open')
            .catch((error: any) => `${error.details?.error?.details?.httpStatus ?? error.message}`),
        };
      },
      root,
    );
    expect(seen).toMatchObject({ mayAdd: false, refused: 'refused', after: seen.before });
    expect(seen.shut).toMatch(/499|Token Required/);
  },
);

test(
  'a private layer opens for members it is shared with',
  { tag: '@long' },
  async ({ page, application }) => {
    const root = await openMap(page, application);
    await signIn(page, `${root}/Astana_walking_paths/FeatureServer`);
    const count = await run(
      page,
      async ({ FeatureLayer }, url) => new FeatureLayer({ url }).queryFeatureCount(),
      `${root}/Astana_walking_paths/FeatureServer/0`,
    );
    expect(count).toBeGreaterThan(3000);
  },
);

test('vector tiles of a hosted layer use its colours', { tag: '@long' }, async ({ page, application }) => {
  const root = await openMap(page, application);
  const tiles: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/VectorTileServer/tile/')) tiles.push(response.status());
  });
  const drawn = await run(
    page,
    async ({ VectorTileLayer, show }, url) => {
      const layer = new VectorTileLayer({ url });
      const view = await show([layer], [71.43, 51.17], 9000);
      const { data } = await view.takeScreenshot({ width: 200, height: 150 });
      const bright = new Set<string>();
      for (let at = 0; at < data.data.length; at += 4) bright.add(data.data.slice(at, at + 3).join());
      return {
        // The red of ten to fifteen storeys and the beige of two or three.
        colours: bright.size,
        ids: layer.currentStyleInfo.style.layers.map(({ id }: any) => id),
        copyright: layer.copyright,
        extent: layer.fullExtent.width,
      };
    },
    `${root}/Astana_buildings/VectorTileServer`,
  );
  expect(tiles.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(drawn.colours).toBeGreaterThan(20);
  expect(drawn.ids).toContain('Buildings/3 6 to 9');
  expect(drawn.copyright).toContain('OpenStreetMap');
  expect(drawn.extent).toBeLessThan(50_000);
});
