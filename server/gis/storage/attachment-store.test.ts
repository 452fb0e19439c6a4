import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLayerCaller } from '../../../testing/rig/layer-call.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { limits } from '../../limits.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import { attachmentInfos, queryAttachments } from '../feature-server/attachments/read-attachments.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { findAttachments, listAttachments } from './attachment-store.ts';
import { createHostedLayer } from './create-hosted-layer.ts';
import { findLayer } from './service-store.ts';

/** However many attachments a feature has, and whatever their texts: they are charged, and read within limits. */
let rig: TestDatabase;
let layer: HostedLayer;

beforeAll(async () => {
  rig = await createTestDatabase();
  const feature = { properties: {}, geometry: { type: 'Point' as const, coordinates: [0, 0] } };
  const shape = { name: 'Trees', hasAttachments: true, geometryType: 'esriGeometryPoint' as const };
  const layers = [{ ...shape, fields: [], features: [feature] }];
  await createHostedLayer({ database: rig.database }, { serviceName: 'Trees', layers });
  layer = (await findLayer(rig.database, 'Trees', 0, 'root')) as HostedLayer;
});
beforeEach(() => rig.database.deleteFrom('hosted_attachment').execute());
afterAll(() => rig.drop());

const attach = (count: number, keywords: string, parent = 1) =>
  sql`insert into hosted_attachment (service_id, layer_id, attachment_id, globalid, parent_objectid, name,
      content_type, size, keywords, bytes, created_at)
    select ${layer.service.id}, 0, number, gen_random_uuid(), ${parent}, 'a.txt', 'text/plain', 0, ${keywords}, '', 0
      from generate_series(1, ${count}) number`.execute(rig.database);

test('attachments without bytes are charged for their rows and texts', async () => {
  const charged = async () => {
    const { rows } = await sql<{
      bytes: number;
    }>`select attachment_bytes::int as bytes from hosted_layer`.execute(rig.database);
    return rows[0]?.bytes;
  };
  const before = (await charged()) ?? 0;
  await attach(1000, 'ä');
  expect(await charged()).toBe(before + 1000 * (300 + 'a.txt'.length + 2));
});

test('the database refuses long keywords of an attachment', async () => {
  await attach(1, 'x'.repeat(limits.attachmentKeywords));
  await expect(attach(1, 'x'.repeat(limits.attachmentKeywords + 1))).rejects.toThrow(
    /hosted_attachment_keywords/,
  );
});

test('the list of a feature has a maximum, above which it names the operation with pages', async () => {
  const usual = limits.listedAttachments;
  onTestFinished(() => void Object.assign(limits, { listedAttachments: usual }));
  Object.assign(limits, { listedAttachments: 3 });
  const call = createLayerCaller(rig.database, 'Trees');
  const list = () => call(0, attachmentInfos, {}, { path: { objectid: '1' } });
  await attach(3, '');
  expect((await list()).json.attachmentInfos).toHaveLength(3);
  await rig.database.deleteFrom('hosted_attachment').execute();
  await attach(4, '');
  await expect(list()).rejects.toThrow('queryAttachments');
  const page = await call(0, queryAttachments, { objectIds: '1', resultRecordCount: '3' });
  expect(page.json).toMatchObject({ exceededTransferLimit: true });
});

test('a large list is not read on the event loop', async () => {
  const count = Math.ceil(limits.loopBytes / limits.attachmentKeywords);
  await attach(count, 'x'.repeat(limits.attachmentKeywords));
  const query = { parents: [sql<boolean>`true`], order: [], offset: 0, limit: count };
  await expect(listAttachments(rig.database, layer, 1, { onLoop: true })).rejects.toThrow(TooHeavy);
  await expect(findAttachments(rig.database, layer, query, { onLoop: true })).rejects.toThrow(TooHeavy);
  expect(await listAttachments(rig.database, layer, 1)).toHaveLength(count);
  expect(await findAttachments(rig.database, layer, query)).toHaveLength(count);
});
