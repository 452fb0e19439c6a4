import { createFeatureService } from '@esri/arcgis-rest-feature-service';
import { createItem, setItemAccess } from '@esri/arcgis-rest-portal';
import { type ArcGISIdentityManager, request } from '@esri/arcgis-rest-request';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as operator from '../../server/operator/users.ts';
import { findJob, insertJob } from '../../server/portal/content/publishing/job-store.ts';
import { holdLayers } from '../rig/hold-layers.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/** Work in the background ends with the account and the rights of the person who began it. */
const rig = useContentRig();
let url = '';
let serviceItem = '';

beforeAll(async () => {
  const made = await createFeatureService({
    item: {
      name: 'Benches',
      capabilities: 'Query,Editing,Create,Update,Delete,Extract',
      layers: [
        {
          id: 0,
          name: 'Benches',
          type: 'Feature Layer',
          geometryType: 'esriGeometryPoint',
          spatialReference: { wkid: 102100 },
          fields: [
            { name: 'OBJECTID', type: 'esriFieldTypeOID' },
            { name: 'name', type: 'esriFieldTypeString', length: 12 },
          ],
        },
      ],
    } as any,
    authentication: rig.grace,
  });
  url = `${made.serviceurl}/0`;
  serviceItem = made.serviceItemId;
});

const share = (access: 'org' | 'private') =>
  setItemAccess({ id: serviceItem, access, authentication: rig.grace });

describe('the jobs of a person are cancelled', () => {
  const asAdministrator = (path: string) => rig.call(path, {}, 'ada');
  const context = () => rig.portal.context;

  test.each<[string, (username: string) => Promise<unknown>]>([
    ['disabled', (name) => asAdministrator(`/community/users/${name}/disable`)],
    ['deleted', (name) => asAdministrator(`/community/users/${name}/delete`)],
    ['given a new password', (name) => asAdministrator(`/community/users/${name}/reset`)],
    ['freed of a second factor', (name) => asAdministrator(`/community/users/${name}/secondFactor/reset`)],
    ['disabled by the operator', (name) => operator.setDisabled(context(), name, true)],
    ['given a new password by the operator', (name) => operator.resetPassword(context(), name)],
    ['freed of a second factor by the operator', (name) => operator.resetSecondFactor(context(), name)],
  ])('who is %s', async (how, act) => {
    const username = `nora_${how.replaceAll(' ', '_')}`;
    await rig.portal.addUser(username);
    const { database } = context();
    const [own, other] = [`own ${how}`, `other ${how}`];
    await insertJob(database, { id: own, itemId: own, sourceId: own, username });
    await insertJob(database, { id: other, itemId: other, sourceId: other, username: 'Otto' });
    const answer = await act(username);
    expect(answer).not.toHaveProperty('error');
    expect(await findJob(database, own, own)).toMatchObject({ cancelled: true });
    expect(await findJob(database, other, other)).toMatchObject({ cancelled: false });
  });
});

describe('the status of an item', () => {
  const status = (username: string) =>
    rig.call(`/content/users/grace/items/${serviceItem}/status`, {}, username);
  const cancel = (username: string) =>
    rig.call(`/content/users/grace/items/${serviceItem}/cancel`, {}, username);

  test('is that of the latest job whose sender the caller may manage', async () => {
    const { database } = rig.portal.context;
    await insertJob(database, { id: 'of grace', itemId: serviceItem, sourceId: 'file', username: 'grace' });
    await insertJob(database, {
      id: 'of linus',
      itemId: 'another',
      sourceId: serviceItem,
      username: 'linus',
    });
    await database
      .updateTable('publish_job')
      .set((eb) => ({ created_at: eb('created_at', '+', 1000) }))
      .where('id', '=', 'of linus')
      .execute();
    expect(await status('grace')).toMatchObject({ status: 'processing', jobId: 'of grace' });
    expect(await status('ada')).toMatchObject({ status: 'processing', jobId: 'of linus' });
    expect(await status('linus')).toMatchObject({ status: 'processing', jobId: 'of linus' });
    expect(await cancel('grace')).toEqual({ success: true });
    expect(await findJob(database, serviceItem, 'of grace')).toMatchObject({ cancelled: true });
    expect(await findJob(database, serviceItem, 'of linus')).toMatchObject({ cancelled: false });
    await database.deleteFrom('publish_job').where('id', 'in', ['of grace', 'of linus']).execute();
  });
});

describe('rights that were lost while a job ran', () => {
  const edits = JSON.stringify({
    layerDefinition: {
      geometryType: 'esriGeometryPoint',
      fields: [{ name: 'name', type: 'esriFieldTypeString' }],
    },
    featureSet: {
      geometryType: 'esriGeometryPoint',
      spatialReference: { wkid: 4326 },
      features: [{ attributes: { name: 'Seven' }, geometry: { x: 1, y: 2 } }],
    },
  });

  test('to edit a layer: nothing is appended', async () => {
    await share('org');
    const { statusUrl } = await holdLayers(rig.databaseUrl, async () => {
      const begun = await request(`${url}/append`, { params: { edits }, authentication: rig.linus });
      await share('private');
      return begun;
    });
    const count = () =>
      request(`${url}/query`, { params: { where: '1=1', returnCountOnly: true }, authentication: rig.grace });
    const job = await vi.waitUntil(async () => {
      const read = await request(statusUrl, { authentication: rig.grace });
      return !['Pending', 'InProgress'].includes(read.status) && read;
    });
    expect(job.status).toBe('Failed');
    expect(await count()).toMatchObject({ count: 0 });
  });

  test('to see a layer: no file of it remains', async () => {
    await share('org');
    const { exportItemId: id, jobId } = await holdLayers(rig.databaseUrl, async () => {
      const asked = { itemId: serviceItem, exportFormat: 'CSV', title: 'Benches' };
      const begun = await rig.call('/content/users/linus/export', asked, 'linus');
      await share('private');
      return begun;
    });
    expect(await ended(id, jobId)).toMatchObject({ status: 'failed' });
  });

  test('to export a layer: no file of it remains', async () => {
    await share('org');
    const { exportItemId: id, jobId } = await holdLayers(rig.databaseUrl, async () => {
      const asked = { itemId: serviceItem, exportFormat: 'CSV', title: 'Benches' };
      const begun = await rig.call('/content/users/linus/export', asked, 'linus');
      // As updateDefinition does, which would wait for the layers.
      await rig.portal.context.database
        .updateTable('hosted_service')
        .set({ capabilities: 'Query' })
        .where('item_id', '=', serviceItem)
        .execute();
      return begun;
    });
    expect(await ended(id, jobId)).toMatchObject({
      status: 'failed',
      message: 'The owner of Benches does not let others export it.',
    });
  });

  test('to publish: there is no service', async () => {
    const mary = await rig.signIn('mary');
    const item = await addTrees(mary);
    const client = new pg.Client({ connectionString: rig.databaseUrl });
    await client.connect();
    await client.query('begin');
    // Services cannot be created until the role has changed.
    await client.query('lock table hosted_service in share row exclusive mode');
    const asked = { itemid: item, filetype: 'geojson', publishParameters: '{"name":"Oaks"}' };
    const { services } = await rig.call('/content/users/mary/publish', asked, 'mary');
    const role = { user: 'mary', role: 'org_user' };
    expect(await rig.call('/portals/self/updateUserRole', role, 'ada')).toMatchObject({ success: true });
    await client.end();
    const [{ serviceItemId: id, jobId }] = services;
    expect(await ended(id, jobId)).toMatchObject({ status: 'failed' });
  });
});

async function addTrees(authentication: ArcGISIdentityManager): Promise<string> {
  const geometry = { type: 'Point', coordinates: [71, 51] };
  const features = [{ type: 'Feature', properties: { name: 'Oak' }, geometry }];
  const file = new File([JSON.stringify({ type: 'FeatureCollection', features })], 'oaks.geojson');
  const { id } = await createItem({ item: { title: 'Oaks', type: 'GeoJson' }, file, authentication } as any);
  return id;
}

function ended(itemId: string, jobId: string) {
  return vi.waitUntil(async () => {
    const job = await findJob(rig.portal.context.database, itemId, jobId);
    return job && job.status !== 'processing' && job;
  });
}
