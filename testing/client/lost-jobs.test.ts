import { createFeatureService } from '@esri/arcgis-rest-feature-service';
import { request } from '@esri/arcgis-rest-request';
import { beforeAll, describe, expect, test } from 'vitest';
import { completeJob, findJob, insertJob } from '../../server/portal/content/publishing/job-store.ts';
import { randomId } from '../../server/portal/identity/random-token.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/** A job whose process was suspended is reported as failed, and can be repeated: its process must not complete it afterwards. */
const rig = useContentRig();
let layer = '';
let serviceId = 0;

beforeAll(async () => {
  const fields = [{ name: 'OBJECTID', type: 'esriFieldTypeOID' }];
  const layers = [
    { id: 0, name: 'Benches', type: 'Feature Layer', geometryType: 'esriGeometryPoint', fields },
  ];
  const item = { name: 'Benches', capabilities: 'Query,Editing,Create', layers } as any;
  const made = await createFeatureService({ item, authentication: rig.grace });
  layer = `${made.serviceurl}/0`;
  const { id } = await database()
    .selectFrom('hosted_service')
    .select('id')
    .where('item_id', '=', made.serviceItemId)
    .executeTakeFirstOrThrow();
  serviceId = id;
});

const database = () => rig.portal.context.database;
const read = (address: string) => request(address, { authentication: rig.grace });

describe('a job that has recorded nothing for a minute has failed once its status was read', () => {
  test.each<[string, () => string, (id: string, target: string) => Promise<any>, string]>([
    [
      'publishing',
      () => 'lost-service',
      (id, target) => rig.call(`/content/users/grace/items/${target}/status`, { jobId: id }, 'grace'),
      'failed',
    ],
    ['appending', () => `append ${serviceId}/0`, (id) => read(`${layer}/append/jobs/${id}`), 'Failed'],
    [
      'an offline copy',
      () => `replicas ${serviceId}`,
      (id) => read(`${layer.replace(/\/0$/, '')}/jobs/${id}`),
      'Failed',
    ],
  ])('%s', async (_what, targetOf, readStatus, failed) => {
    const [id, target] = [randomId(), targetOf()];
    const job = { id, itemId: target, sourceId: target, username: 'grace' };
    await insertJob(database(), job);
    const ago = { updated_at: Date.now() - 61_000 };
    await database().updateTable('publish_job').set(ago).where('id', '=', id).execute();
    const { status, statusMessage = 'restarted' } = await readStatus(id, target);
    expect([status, statusMessage]).toEqual([failed, expect.stringContaining('restarted')]);
    expect(await findJob(database(), target, id)).toMatchObject({ status: 'failed', cancelled: true });
    await expect(completeJob(database(), id, {})).rejects.toThrow('cancelled');
    expect(await readStatus(id, target)).toMatchObject({ status: failed });
  });
});
