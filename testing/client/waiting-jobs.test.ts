import { createItem, setItemAccess } from '@esri/arcgis-rest-portal';
import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '../../server/limits.ts';
import { holdLayers } from '../rig/hold-layers.ts';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** What jobs that wait for their turn hold: no copy of a file, and of their request only what is counted. */
let rig: TreesView;
let layer: string;
const metricsToken = 'a-metrics-token-of-this-test';

beforeAll(async () => {
  rig = await createTreesView({ metricsToken });
  layer = `${rig.source}/0`;
  await setItemAccess({ id: rig.sourceItem, access: 'org', ...rig.as('grace') });
  for (const id of [0, 1]) await rig.changeLayer('Trees', id, { isDataArchived: true });
  const capabilities = 'Create,Delete,Query,Update,Editing,Sync';
  await rig.ask(`${rig.adminOf('Trees')}/updateDefinition`, { updateDefinition: { capabilities } });
});
afterAll(() => rig.stop());

const held = async (kind: 'jobs' | 'forms') => {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${rig.server.url}/metrics`, { headers })).text();
  return Number(new RegExp(`^mapping_held_bytes\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
};
const ended = async (statusUrl: string) =>
  vi.waitUntil(
    async () => {
      const { status } = await rig.ask(statusUrl);
      return !['Pending', 'InProgress'].includes(status) && status;
    },
    { timeout: 50_000, interval: 100 },
  );

/** Temporary files of this size. */
async function copiesOf(size: number): Promise<number> {
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith('mapping-'));
  const files = await Promise.all(
    folders.map(async (folder) => {
      const within = path.join(tmpdir(), folder);
      // It may be deleted meanwhile, and others are not folders.
      const names = await readdir(within).catch(() => []);
      return Promise.all(names.map((name) => stat(path.join(within, name)).catch(() => undefined)));
    }),
  );
  return files.flat().filter((file) => file?.size === size).length;
}

/** A feature collection with more bytes than a waiting job may hold in memory. */
const collection = () =>
  JSON.stringify({
    layerDefinition: {
      geometryType: 'esriGeometryPoint',
      fields: [{ name: 'name', type: 'esriFieldTypeString' }],
    },
    featureSet: {
      geometryType: 'esriGeometryPoint',
      features: Array.from({ length: limits.requestBodyBytes / 1000 }, (_none, x) => ({
        attributes: { name: 'x'.repeat(2000) },
        geometry: { x: x % 100, y: 2 },
      })),
    },
  });

describe('appends that wait', () => {
  test('have no copies of their files yet', async () => {
    // Of a size that no other file has.
    const text = `name,longitude,latitude\n${randomUUID().repeat(20 + Math.floor(Math.random() * 80))},1,2\n`;
    const { id: appendItemId } = await createItem({
      item: { title: 'more', type: 'CSV', file: new File([text], 'more.csv') } as any,
      ...rig.as('grace'),
    });
    const jobs = await holdLayers(rig.server.databaseUrl, async () => {
      const begun = [];
      for (let job = 0; job < 3; job += 1) begun.push(await rig.ask(`${layer}/append`, { appendItemId }));
      await vi.waitUntil(async () => (await copiesOf(text.length)) > 0, { timeout: 20_000 });
      expect(await copiesOf(text.length)).toBe(1);
      return begun;
    });
    for (const { statusUrl } of jobs) expect(await ended(statusUrl)).toBe('Completed');
    await expect.poll(() => copiesOf(text.length)).toBe(0);
  });

  test('count for the edits that they were sent, until they end or are cancelled', async () => {
    const edits = collection();
    const [first] = await holdLayers(rig.server.databaseUrl, async () => {
      const begun = [];
      for (let job = 0; job < 2; job += 1) begun.push(await rig.ask(`${layer}/append`, { edits }));
      expect(await held('jobs')).toBeGreaterThanOrEqual(2 * edits.length);
      await expect.poll(() => held('forms')).toBe(0);
      expect(await rig.ask(`${begun[1].statusUrl}/cancel`)).toEqual({ success: true });
      await expect.poll(() => held('jobs')).toBeLessThan(2 * edits.length);
      expect(await held('jobs')).toBeGreaterThanOrEqual(edits.length);
      return begun;
    });
    expect(await ended(first.statusUrl)).toBe('Completed');
    await expect.poll(() => held('jobs')).toBe(0);
  });
});

test('a synchronization that waits counts for the edits that it was sent', async () => {
  const made = await rig.ask(`${rig.source}/createReplica`, { layers: [0], syncModel: 'perLayer' });
  const name = 'x'.repeat(3000);
  const adds = Array.from({ length: 100 }, (_none, x) => ({
    attributes: { GlobalID: randomUUID(), name, kind: 'oak' },
    geometry: { x, y: 2 },
  }));
  const [copy, sent] = await holdLayers(rig.server.databaseUrl, async () => {
    const first = await rig.ask(`${rig.source}/createReplica`, { layers: [0], async: true });
    const second = await rig.ask(`${rig.source}/synchronizeReplica`, {
      replicaID: made.replicaID,
      syncDirection: 'upload',
      edits: [{ id: 0, features: { adds } }],
      async: true,
    });
    expect(await held('jobs')).toBeGreaterThanOrEqual(adds.length * name.length);
    await expect.poll(() => held('forms')).toBe(0);
    return [first, second];
  });
  await ended(copy.statusUrl);
  expect(await ended(sent.statusUrl)).toBe('Completed');
  await expect.poll(() => held('jobs')).toBe(0);
  const result = await rig.ask((await rig.ask(sent.statusUrl)).resultUrl);
  expect(result.edits[0].addResults.map(({ success }: any) => success)).toEqual(adds.map(() => true));
  const { count } = await rig.ask(`${layer}/query`, { where: `name = '${name}'`, returnCountOnly: true });
  expect(count).toBe(adds.length);
});

test('a body that is neither a form nor JSON is not read by operations of feature services', async () => {
  const response = await fetch(`${rig.source}/synchronizeReplica?f=json&async=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/geo+json' },
    body: '{}',
  });
  expect(await response.json()).toMatchObject({ error: { code: 415 } });
});
