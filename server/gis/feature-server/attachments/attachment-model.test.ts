import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLayerCaller } from '../../../../testing/rig/layer-call.ts';
import { createTestDatabase } from '../../../../testing/rig/test-database.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { createHostedLayer } from '../../storage/create-hosted-layer.ts';
import { deleteFeatures } from '../edit/operations.ts';
import { addAttachment, deleteAttachments, updateAttachment } from './edit-attachments.ts';
import { attachmentFile, attachmentInfos, queryAttachments } from './read-attachments.ts';

/** Random attachment edits compared with a list in memory. */

interface Kept {
  id: number;
  parent: number;
  name: string;
  text: string;
  keywords: string;
}

let database: Database;
let drop: () => Promise<void>;
let call: ReturnType<typeof createLayerCaller>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  call = createLayerCaller(database, 'photos');
});
afterAll(() => drop());

const layer = (name: string, hasAttachments: boolean) => ({
  name,
  hasAttachments,
  geometryType: 'esriGeometryPoint' as const,
  fields: [{ name: 'n', type: 'esriFieldTypeInteger' as const }],
  features: [1, 2, 3].map((n) => ({ properties: { n }, geometry: { type: 'Point', coordinates: [n, 0] } })),
});
async function begin(): Promise<void> {
  await createHostedLayer(
    { database },
    {
      serviceName: 'Photos',
      capabilities: 'Create,Delete,Query,Update,Editing',
      replace: true,
      layers: [layer('With', true), layer('Without', false)],
    },
  );
}

const parent = fc.integer({ min: 1, max: 4 });
const id = fc.integer({ min: 1, max: 6 });
const content = {
  name: fc.constantFrom('a.jpg', 'b.PDF', 'c.txt', 'run.html', 'noending'),
  text: fc.string({ maxLength: 20 }),
  keywords: fc.constantFrom('', 'tree', 'tree, survey', 'survey'),
};
const steps = fc.oneof(
  fc.record({ do: fc.constant('add' as const), parent, ...content }),
  fc.record({ do: fc.constant('replace' as const), parent, id, ...content }),
  fc.record({ do: fc.constant('delete' as const), parent, ids: fc.array(id, { maxLength: 2 }) }),
  fc.record({ do: fc.constant('deleteFeature' as const), parent }),
);
const path = (objectid: number) => ({ path: { objectid: String(objectid) } });
const allowed = (name: string) => /\.(jpg|pdf|txt)$/i.test(name);
const failed = () => ({ success: false });

async function ask(step: typeof steps extends fc.Arbitrary<infer Value> ? Value : never): Promise<boolean[]> {
  const one = path(step.parent);
  if (step.do === 'deleteFeature') {
    await call(0, deleteFeatures, { objectIds: String(step.parent) });
    return [];
  }
  if (step.do === 'delete') {
    const { json } = await call(0, deleteAttachments, { attachmentIds: step.ids.join(',') }, one);
    return json.deleteAttachmentResults.map(({ success }: { success: boolean }) => success);
  }
  const file = { name: step.name, bytes: Buffer.from(step.text) };
  const parameters = { keywords: step.keywords, ...(step.do === 'replace' && { attachmentId: step.id }) };
  const operation = step.do === 'add' ? addAttachment : updateAttachment;
  const { success } = await call(0, operation, parameters, { ...one, file }).then(
    ({ json }) => json.addAttachmentResult ?? json.updateAttachmentResult,
    failed,
  );
  return [success];
}

test('lists and sends exactly what was attached, replaced and not deleted', { timeout: 90_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 10 }), async (sequence) => {
      await begin();
      let kept: Kept[] = [];
      let next = 1;
      const features = new Set([1, 2, 3]);
      for (const step of sequence) {
        const known = (wanted: number) =>
          kept.find((each) => each.id === wanted && each.parent === step.parent);
        let expected: boolean[] = [];
        if (step.do === 'add') {
          expected = [features.has(step.parent) && allowed(step.name)];
          if (expected[0]) kept.push({ ...step, id: next++ });
        } else if (step.do === 'replace') {
          const old = known(step.id);
          expected = [old !== undefined && allowed(step.name)];
          if (expected[0])
            Object.assign(old ?? {}, { name: step.name, text: step.text, keywords: step.keywords });
        } else if (step.do === 'delete') {
          for (const wanted of new Set(step.ids)) {
            const old = known(wanted);
            expected.push(old !== undefined);
            kept = kept.filter((each) => each !== old);
          }
        } else {
          features.delete(step.parent);
          kept = kept.filter((each) => each.parent !== step.parent);
        }
        expect(await ask(step)).toEqual(expected);
      }
      for (const objectid of [1, 2, 3]) {
        const { json } = await call(0, attachmentInfos, {}, path(objectid));
        const own = kept.filter((each) => each.parent === objectid).sort((a, b) => a.id - b.id);
        expect(
          json.attachmentInfos.map((info: any) => [info.id, info.name, info.size, info.keywords]),
        ).toEqual(
          own.map(({ id: key, name, text, keywords }) => [key, name, Buffer.byteLength(text), keywords]),
        );
      }
      for (const { id: key, parent: objectid, text, name } of kept) {
        const sent = await call(
          0,
          attachmentFile,
          {},
          { path: { objectid: String(objectid), attachmentid: String(key) } },
        );
        expect(Buffer.from(sent.json).toString()).toBe(text);
        expect(sent.headers['content-disposition']).toContain(
          name.endsWith('.txt') ? 'attachment' : 'inline',
        );
        expect(sent.headers['content-security-policy']).toContain('sandbox');
      }
      const wanted = await call(0, queryAttachments, {
        objectIds: '1,2,3',
        keywords: 'tree',
        returnCountOnly: true,
      });
      const counts = Map.groupBy(
        kept.filter(({ keywords }) => keywords.includes('tree')),
        (each) => each.parent,
      );
      expect(
        new Map(wanted.json.attachmentGroups.map((group: any) => [group.parentObjectId, group.count])),
      ).toEqual(new Map([...counts].map(([objectid, members]) => [objectid, members.length])));
    }),
    { numRuns: 25 },
  );
});

test('filters by feature, type, size and keyword, and rejects malformed filters', async () => {
  await begin();
  const add = (objectid: number, name: string, size: number, keywords = '') =>
    call(0, addAttachment, { keywords }, { ...path(objectid), file: { name, bytes: Buffer.alloc(size) } });
  await add(1, 'a.jpg', 10, 'tree, survey');
  await add(1, 'b.txt', 500);
  await add(2, 'c.png', 2_000, 'tree');
  const names = async (parameters: Record<string, unknown>): Promise<string[]> => {
    const { json } = await call(0, queryAttachments, parameters);
    return json.attachmentGroups.flatMap(({ attachmentInfos: infos }: any) =>
      infos.map(({ name }: any) => name),
    );
  };
  expect(await names({ objectIds: '1,2' })).toEqual(['a.jpg', 'b.txt', 'c.png']);
  expect(await names({ definitionExpression: 'n = 2' })).toEqual(['c.png']);
  expect(await names({ objectIds: '1,2', attachmentTypes: 'image/' })).toEqual(['a.jpg', 'c.png']);
  expect(await names({ objectIds: '1,2', size: '100,1000' })).toEqual(['b.txt']);
  expect(await names({ objectIds: '1,2', size: '100' })).toEqual(['b.txt', 'c.png']);
  expect(await names({ objectIds: '1,2', keywords: 'survey' })).toEqual(['a.jpg']);
  expect(await names({ objectIds: '1,2', name: 'A.JPG' })).toEqual(['a.jpg']);
  expect(await names({ objectIds: '1,2', attachmentTypes: 'image/*,text/plain' })).toHaveLength(3);
  expect(await names({ objectIds: '1,2', orderByFields: 'size DESC' })).toEqual(['c.png', 'b.txt', 'a.jpg']);
  const page = { definitionExpression: '1=1', resultOffset: 1, resultRecordCount: 1 };
  expect(await names(page)).toEqual(['b.txt']);
  expect((await call(0, queryAttachments, page)).json.exceededTransferLimit).toBe(true);
  expect((await call(0, queryAttachments, { ...page, returnCountOnly: true })).json).toEqual({
    attachmentGroups: [{ parentObjectId: 2, count: 1 }],
  });
  expect(
    await names({ objectIds: '1', definitionExpression: "n = 2' OR '1'='1" }).catch(() => 'refused'),
  ).toBe('refused');
  await expect(names({})).rejects.toMatchObject({ status: 400, faults: [{ path: 'objectIds' }] });
  await expect(names({ objectIds: '1', size: 'large' })).rejects.toMatchObject({
    faults: [{ path: 'size' }],
  });
  const { json } = await call(0, queryAttachments, { objectIds: '2', returnUrl: true });
  const [
    {
      attachmentInfos: [info],
      parentGlobalId,
    },
  ] = json.attachmentGroups;
  expect(info.url).toBe('http://127.0.0.1/server/rest/services/Photos/FeatureServer/0/2/attachments/3');
  expect(await names({ globalIds: `{${parentGlobalId.toUpperCase()}}` })).toEqual(['c.png']);
});

test('rejects attachments of layers without them, and additions by users who may not edit', async () => {
  await begin();
  const file = { name: 'a.jpg', bytes: Buffer.from('x') };
  await expect(call(1, addAttachment, {}, { ...path(1), file })).rejects.toMatchObject({ status: 400 });
  await expect(call(0, addAttachment, {}, { ...path(1), file, mayEdit: false })).rejects.toMatchObject({
    status: 403,
  });
  await expect(call(0, addAttachment, {}, path(1))).rejects.toMatchObject({
    faults: [{ path: 'attachment' }],
  });
  await expect(
    call(0, attachmentFile, {}, { path: { objectid: '1', attachmentid: '1' } }),
  ).rejects.toMatchObject({ status: 404 });
});
