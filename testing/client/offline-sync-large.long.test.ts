import { request } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { limits } from '../../server/limits.ts';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** Offline copies that are larger than one response. */
const count = limits.replicaFeatures + 20_000;
let rig: TreesView;
let service: string;

beforeAll(async () => {
  rig = await createTreesView();
  service = rig.addressOf('Lamps');
  await createHostedLayer(
    { database: rig.server.database },
    {
      serviceName: 'Lamps',
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers: [
        {
          name: 'Lamps',
          geometryType: 'esriGeometryPoint',
          fields: [{ name: 'name', type: 'esriFieldTypeString' }],
          features: Array.from({ length: count }, (_, index) => ({
            properties: { name: `Lamp ${index}` },
            geometry: { type: 'Point' as const, coordinates: [index / count, 0] },
          })),
        },
      ],
    },
  );
  await rig.ask(
    `${rig.adminOf('Lamps')}/0/updateDefinition`,
    { updateDefinition: { isDataArchived: true } },
    'ada',
  );
  await rig.ask(
    `${rig.adminOf('Lamps')}/updateDefinition`,
    { updateDefinition: { syncEnabled: true } },
    'ada',
  );
}, 300_000);
afterAll(() => rig.stop());

const ask = (path: string, params: object = {}): Promise<any> =>
  request(path, { ...rig.as('ada'), params: { ...params } }).catch(({ response }) => response);

test('are made in the background, can be cancelled, and are refused in a request', async () => {
  const refused = await ask(`${service}/createReplica`, { layers: [0] });
  expect(refused.error.details[0]).toContain('with async=true');

  const cancelled = await ask(`${service}/createReplica`, { layers: [0], async: true });
  await vi.waitFor(
    async () => expect((await ask(cancelled.statusUrl)).progress.featureCount).toBeGreaterThan(0),
    {
      timeout: 60_000,
    },
  );
  expect(await ask(`${cancelled.statusUrl}/cancel`)).toEqual({ success: true });
  await vi.waitFor(async () => expect((await ask(cancelled.statusUrl)).status).toBe('Failed'), {
    timeout: 60_000,
  });
  expect(await ask(`${service}/replicas`)).toEqual([]);

  const { statusUrl } = await ask(`${service}/createReplica`, { layers: [0], async: true });
  const status = await vi.waitFor(
    async () => {
      const now = await ask(statusUrl);
      expect(now.status).toMatch(/Completed|Failed/);
      return now;
    },
    { timeout: 300_000, interval: 500 },
  );
  expect(status).toMatchObject({ status: 'Completed', progress: { featureCount: count } });
  const file = await ask(status.resultUrl);
  expect(new Set(file.layers[0].features.map(({ attributes }: any) => attributes.GlobalID)).size).toBe(count);
  expect(await ask(`${service}/replicas`)).toMatchObject([{ replicaID: file.replicaID }]);
}, 600_000);
