import { setItemAccess } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  adminLayerOperations,
  adminServiceOperations,
} from '../../server/gis/feature-server/admin/operations.ts';
import { layerOperations, serviceOperations } from '../../server/gis/feature-server/operations.ts';
import { ogcLayerOperations, ogcServiceOperations } from '../../server/gis/ogc/operations.ts';
import { createTreesView, secrets, type TreesView } from '../rig/trees-view.ts';
import { filled, ofLayer, ofOgcLayer, ofOgcService, ofService, type Requests } from '../rig/view-requests.ts';

/**
 * Every operation of services, asked through a view for a field that it hides and a feature that it does not show: no response
 * contains either, and nothing hidden changes.
 */
let rig: TreesView;
let oaks: { url: string; itemId: string };
let before: string;

beforeAll(async () => {
  rig = await createTreesView();
  oaks = await rig.createOaks('Oaks', { visits: true });
  await setItemAccess({ id: oaks.itemId, access: 'org', ...rig.as('grace') });
  await rig.attach(`${rig.source}/0`, 3, 'Yew.txt', 'hush, a picture');
  before = await wholeSource();
});
afterAll(() => rig.stop());

async function wholeSource(): Promise<string> {
  const [trees, files] = await Promise.all([
    rig.ask(`${rig.source}/0/query`, { where: "kind = 'yew'", outFields: '*' }),
    rig.ask(`${rig.source}/0/queryAttachments`, { definitionExpression: "kind = 'yew'" }),
  ]);
  return JSON.stringify([trees.features, files.attachmentGroups]);
}

/** The text of a response to linus, whichever its format. */
async function answer(url: string, parameters: Record<string, string>): Promise<string> {
  const token = await rig.as('linus').authentication.getToken(rig.portal.root);
  const body = new URLSearchParams({ f: 'json', ...parameters, token });
  const response = await fetch(url, { method: 'POST', body });
  return Buffer.from(await response.arrayBuffer()).toString('latin1');
}

/** What a client has sent is often part of the message about it. */
const named = (text: string, parameters: Record<string, string>) =>
  secrets.filter((secret) => text.includes(secret) && !JSON.stringify(parameters).includes(secret));

const rows = (table: Requests, at: string) =>
  Object.entries(table).flatMap(([path, requests]) =>
    requests.map((parameters): [string, Record<string, string>] => [`${at}${path}`, parameters]),
  );

describe('a hidden field and a hidden feature', () => {
  test('are asked of every operation', () => {
    expect(Object.keys(ofService).toSorted()).toEqual(Object.keys(serviceOperations).toSorted());
    expect(Object.keys(ofLayer).toSorted()).toEqual(Object.keys(layerOperations).toSorted());
    expect(Object.keys(ofOgcService).toSorted()).toEqual(Object.keys(ogcServiceOperations).toSorted());
    expect(Object.keys(ofOgcLayer).toSorted()).toEqual(Object.keys(ogcLayerOperations).toSorted());
  });

  test.each([...rows(ofOgcService, ''), ...rows(ofOgcLayer, '/collections/0')])(
    'are not in OGC API – Features %s %o',
    async (path, parameters) => {
      const token = await rig.as('linus').authentication.getToken(rig.portal.root);
      const root = oaks.url.replace(/\/rest\/services\/(.*)\/FeatureServer$/, '/ogc/$1');
      for (const f of ['json', 'html']) {
        const query = new URLSearchParams({ ...parameters, f, token });
        const text = await (await fetch(`${root}${filled(path)}?${query}`)).text();
        expect(named(text, parameters)).toEqual([]);
        expect(text).not.toMatch(/"OBJECTID":[34]\b|"id":[34]\b|"numberMatched":[34]\b|\b[34]0\b,0/);
      }
    },
  );

  test.each([...rows(ofService, ''), ...rows(ofLayer, '/0')])(
    'are not revealed by %s %o',
    async (path, parameters) => {
      const text = await answer(oaks.url + filled(path), parameters);
      expect(named(text, parameters)).toEqual([]);
      // Not a hidden row by its number, extent or count either.
      expect(text).not.toMatch(/"OBJECTID":[34]\b|"xmax":[34]0\b|"count":[34]\b/);
      expect(await wholeSource()).toBe(before);
    },
  );

  test.each(['secret', 'secret = 1', "secret LIKE 'h%'"])('are unknown to %s', async (where) => {
    expect(await answer(`${oaks.url}/0/query`, { where })).toContain('"error"');
  });

  test('do not show in what fails: a computed condition sees shown features only', async () => {
    // The square root exists for the codes 1 and 2 of the oaks only.
    expect(
      await answer(`${oaks.url}/0/query`, { where: 'SQRT(2.5 - code) >= 0', returnCountOnly: 'true' }),
    ).toBe('{"count":2}');
  });

  test('do not show in what fails: patterns, computed bins and classes see shown features only', async () => {
    // PostgreSQL evaluates the cheaper of two conditions first.
    const dear = Array.from({ length: 30 }, (_none, n) => `kind LIKE 'oak${'%'.repeat(n)}'`).join(' OR ');
    await rig.changeLayer('Oaks', 0, { viewDefinitionQuery: dear });
    const like = { where: "'yew' LIKE kind ESCAPE 'w'", returnCountOnly: 'true' };
    expect(await answer(`${oaks.url}/0/query`, like)).toBe('{"count":0}');
    const value = 'SQRT(2.5 - code)';
    const bin = JSON.stringify({ type: 'autoIntervalBin', onExpression: { value } });
    expect(await answer(`${oaks.url}/0/queryBins`, { bin })).toContain('"frequency":1');
    const classificationDef = JSON.stringify({ type: 'classBreaksDef', classificationField: value });
    expect(await answer(`${oaks.url}/0/generateRenderer`, { classificationDef })).toContain('classMaxValue');
    await rig.changeLayer('Oaks', 0, { viewDefinitionQuery: "kind = 'oak'" });
    // The size of the hidden attachment has no such root.
    const files = { definitionExpression: '1=1', attachmentsDefinitionExpression: 'SQRT(1 - size) >= 0' };
    expect(await answer(`${oaks.url}/0/queryAttachments`, files)).toContain('"attachmentGroups":[]');
  });

  test.each([
    ...Object.keys(adminServiceOperations),
    ...Object.keys(adminLayerOperations).map((path) => `/0${path}`),
  ])('are not shown to members at the admin address %s', async (path) => {
    const text = await answer(rig.adminOf('Oaks') + path, {});
    expect(text).toContain('"error"');
    expect(named(text, {})).toEqual([]);
  });

  test('are in no tile', async () => {
    const tiles = oaks.url.replace('FeatureServer', 'VectorTileServer');
    const tile = await answer(`${tiles}/tile/0/0/0.pbf`, {});
    expect(tile.length).toBeGreaterThan(0);
    const parts = [tile, await answer(tiles, {}), await answer(`${tiles}/resources/styles/root.json`, {})];
    for (const text of parts) expect(named(text, {})).toEqual([]);
    const token = await rig.as('linus').authentication.getToken(rig.portal.root);
    const open = tiles.replace(/\/rest\/services\/(.*)\/VectorTileServer$/, '/ogc/$1');
    for (const path of ['', '/collections/0']) {
      const response = await fetch(`${open}${path}/tiles/WebMercatorQuad/0/0/0?token=${token}`);
      expect(response.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
      expect(named(Buffer.from(await response.arrayBuffer()).toString('latin1'), {})).toEqual([]);
    }
  });

  test('are in no export', async () => {
    const { root } = rig.portal;
    const asked = {
      itemId: oaks.itemId,
      exportFormat: 'GeoJson',
      exportParameters: { layers: [{ id: 0 }] },
      title: 'Oaks',
    };
    const job = await rig.ask(`${root}/content/users/grace/export`, asked);
    const status = `${root}/content/users/grace/items/${job.exportItemId}/status`;
    await expect
      .poll(async () => (await rig.ask(status, { jobId: job.jobId, jobType: 'export' })).status, {
        timeout: 20_000,
      })
      .toBe('completed');
    const token = await rig.as('grace').authentication.getToken(root);
    const response = await fetch(`${root}/content/items/${job.exportItemId}/data?token=${token}`);
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(text).toContain('Oak 1');
    expect(named(text, {})).toEqual([]);
  });
});
