import {
  addAttachment,
  addFeatures,
  applyEdits,
  decodeValues,
  deleteAttachments,
  deleteFeatures,
  getAllLayersAndTables,
  getAttachments,
  getFeature,
  getLayer,
  getService,
  queryAllFeatures,
  queryFeatures,
  queryRelated,
  updateAttachment,
  updateFeatures,
} from '@esri/arcgis-rest-feature-service';
import { ArcGISIdentityManager, ArcGISRequestError } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { loadCity } from '../rig/city-service.ts';
import { sendFormsNatively } from '../rig/native-forms.ts';
import { createPortalClient, password } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let authentication: ArcGISIdentityManager;
let url: string;
let restore: () => void;

beforeAll(async () => {
  server = await startTestServer();
  restore = sendFormsNatively();
  const portal = await createPortalClient(server);
  await portal.addUser('grace', { role: 'org_publisher' });
  const itemId = await addItem(portal.context, 'grace', {
    title: 'City',
    type: 'Feature Service',
    access: 'private',
  });
  await loadCity(server.database, { itemId });
  authentication = await ArcGISIdentityManager.signIn({ username: 'grace', password, portal: portal.root });
  url = `${server.url}/server/rest/services/City/FeatureServer`;
});
afterAll(async () => {
  restore();
  await server.stop();
});

const layer = (id: number) => ({ url: `${url}/${id}`, authentication });

describe('descriptions', () => {
  test('cover service, layer and all layers', async () => {
    expect(await getService({ url, authentication })).toMatchObject({
      capabilities: 'Create,Delete,Query,Update,Editing',
    });
    expect(await getLayer(layer(2))).toMatchObject({ name: 'Stops', geometryType: 'esriGeometryPoint' });
    const all = await getAllLayersAndTables({ url, authentication });
    expect([all.layers.length, all.tables.length]).toEqual([3, 1]);
  });

  test('include coded values', async () => {
    const queryResponse: any = await queryFeatures({
      ...layer(2),
      where: 'OBJECTID <= 4',
      outFields: 'kind',
      returnGeometry: false,
    } as any);
    // When it requests the fields, this client loses its authentication.
    const { fields } = await getLayer(layer(2));
    const decoded: any = await decodeValues({ ...layer(2), fields, queryResponse });
    expect(decoded.features.map(({ attributes }: any) => attributes.kind)).toEqual([
      'Bus',
      'Tram',
      'Metro',
      'Train',
    ]);
  });

  test('fail with the client’s own type of error without signing in', async () => {
    await expect(queryFeatures({ url: `${url}/0` })).rejects.toBeInstanceOf(ArcGISRequestError);
    await expect(queryFeatures({ url: `${url}/0` })).rejects.toMatchObject({ code: expect.anything() });
  });
});

describe('queries', () => {
  test('return one feature', async () => {
    expect(await getFeature({ ...layer(2), id: 2 })).toMatchObject({
      attributes: { OBJECTID: 2, code: 2 },
      geometry: { x: 71.0005 },
    });
  });

  test('return features, counts, ids, extents and statistics', async () => {
    const features: any = await queryFeatures({
      ...layer(0),
      where: "use = 'shop'",
      outFields: ['name', 'levels'],
      orderByFields: 'levels',
    });
    expect(features.features).toHaveLength(33);
    expect(await queryFeatures({ ...layer(0), returnCountOnly: true })).toEqual({ count: 100 });
    expect(await queryFeatures({ ...layer(0), returnIdsOnly: true })).toMatchObject({
      objectIdFieldName: 'OBJECTID',
    });
    expect(await queryFeatures({ ...layer(0), returnExtentOnly: true, returnCountOnly: true })).toMatchObject(
      { count: 100, extent: { xmin: 71 } },
    );
    const outStatistics = [
      { statisticType: 'max' as const, onStatisticField: 'levels', outStatisticFieldName: 'top' },
    ];
    const statistics: any = await queryFeatures({
      ...layer(0),
      outStatistics,
      groupByFieldsForStatistics: 'use',
    });
    expect(statistics.features).toHaveLength(3);
  });

  test('filter by geometry', async () => {
    const geometry: any = {
      xmin: 71.001,
      ymin: 51.001,
      xmax: 71.017,
      ymax: 51.017,
      spatialReference: { wkid: 4326 },
    };
    const found: any = await queryFeatures({
      ...layer(0),
      geometry,
      geometryType: 'esriGeometryEnvelope',
      spatialRel: 'esriSpatialRelIntersects',
    });
    expect(found.features).toHaveLength(4);
  });

  test('fetch all pages', async () => {
    const all: any = await queryAllFeatures({ ...layer(2), outFields: '*' } as any);
    expect(all.features).toHaveLength(200);
  });

  test('return GeoJSON', async () => {
    const collection: any = await queryFeatures({ ...layer(1), f: 'geojson' });
    expect(collection.features.map(({ geometry }: any) => geometry.type)).toEqual([
      ...Array.from({ length: 9 }, () => 'LineString'),
      'MultiLineString',
    ]);
  });

  test('return related records', async () => {
    const related: any = await queryRelated({ ...layer(2), objectIds: [1, 2], relationshipId: 0 });
    expect(related.relatedRecordGroups.map(({ relatedRecords }: any) => relatedRecords.length)).toEqual([
      3, 3,
    ]);
  });

  test('report a syntax error as a plain error with the server’s message', async () => {
    await expect(queryFeatures({ ...layer(0), where: 'no sense' })).rejects.toMatchObject({
      code: 400,
      response: { error: { details: [expect.stringContaining('At character 4')] } },
    });
  });
});

describe('edits', () => {
  test('add, update and delete', async () => {
    const features: any = [
      {
        attributes: { name: 'new', code: 900 },
        geometry: { x: 71.2, y: 51.2, spatialReference: { wkid: 4326 } },
      },
    ];
    const { addResults } = await addFeatures({ ...layer(2), features });
    const objectId = addResults[0]?.objectId as number;
    expect(addResults[0]?.success).toBe(true);
    const changed = await updateFeatures({
      ...layer(2),
      features: [{ attributes: { OBJECTID: objectId, name: 'newer' } }] as any,
    });
    expect(changed.updateResults[0]?.success).toBe(true);
    expect(await getFeature({ ...layer(2), id: objectId })).toMatchObject({
      attributes: { name: 'newer', Creator: 'grace', Editor: 'grace' },
    });
    // This client sends where=1=1 beside the ids.
    const { deleteResults } = await deleteFeatures({ ...layer(2), objectIds: [objectId] });
    expect(deleteResults).toHaveLength(1);
    expect(await queryFeatures({ ...layer(2), returnCountOnly: true })).toEqual({ count: 200 });
  });

  test('work by applyEdits', async () => {
    const answer = await applyEdits({
      ...layer(2),
      adds: [{ attributes: { name: 'x', code: 901 }, geometry: { x: 71, y: 51 } }] as any,
      updates: [{ attributes: { OBJECTID: 1, name: 'first' } }],
    });
    expect([answer.addResults?.[0]?.success, answer.updateResults?.[0]?.success]).toEqual([true, true]);
    await applyEdits({ ...layer(2), deletes: [answer.addResults?.[0]?.objectId as number] });
    expect(await queryFeatures({ ...layer(2), returnCountOnly: true })).toEqual({ count: 200 });
  });

  test('include attachments', async () => {
    const attachment = (name: string) => new File(['bytes'], name, { type: 'image/png' });
    const { addAttachmentResult } = await addAttachment({
      ...layer(2),
      featureId: 1,
      attachment: attachment('a.png'),
    });
    expect(addAttachmentResult.success).toBe(true);
    const attachmentId = addAttachmentResult.objectId;
    const { updateAttachmentResult } = await updateAttachment({
      ...layer(2),
      featureId: 1,
      attachmentId,
      attachment: attachment('b.png'),
    });
    expect(updateAttachmentResult.success).toBe(true);
    expect((await getAttachments({ ...layer(2), featureId: 1 })).attachmentInfos).toMatchObject([
      { id: attachmentId, name: 'b.png', contentType: 'image/png' },
    ]);
    const { deleteAttachmentResults } = await deleteAttachments({
      ...layer(2),
      featureId: 1,
      attachmentIds: [attachmentId],
    });
    expect(deleteAttachmentResults[0]?.success).toBe(true);
  });
});
