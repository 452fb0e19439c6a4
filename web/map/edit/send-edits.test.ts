import Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { expect, it, vi } from 'vitest';
import { sendFeature } from './send-edits.ts';

it('reports what a service without GlobalIDs stored before an attachment failed', async () => {
  const addAttachment = vi.fn<() => Promise<object>>().mockResolvedValueOnce({ objectId: 5 });
  addAttachment.mockResolvedValueOnce({ error: new Error('The file is too large.') });
  const layer = {
    objectIdField: 'OBJECTID',
    applyEdits: async () => ({ addFeatureResults: [{ objectId: 7 }] }),
    addAttachment,
  } as unknown as FeatureLayer;
  const stored: unknown[] = [];
  const [plan, photo] = [new File(['a'], 'plan.pdf'), new File(['b'], 'photo.jpg')];
  const sent = sendFeature({
    layer,
    feature: new Graphic({ attributes: { name: 'Expo' } }),
    adds: true,
    values: { name: 'Expo' },
    withShape: false,
    added: [plan, photo],
    deleted: [],
    onStored: (part) => stored.push(part),
  });
  await expect(sent).rejects.toMatchObject({ id: 'edit:failed' });
  expect(stored).toEqual([{ objectId: 7 }, { file: plan, attachmentId: 5 }]);
});

it('attachments are stored with the keywords of their form', async () => {
  const sent: unknown[] = [];
  const applied = vi.fn<(edits: object) => Promise<object>>(async () => ({
    addFeatureResults: [{ objectId: 7 }],
  }));
  const layer = {
    objectIdField: 'OBJECTID',
    globalIdField: 'GlobalID',
    capabilities: { editing: { supportsGlobalId: true } },
    applyEdits: applied,
    addAttachment: async (_owner: unknown, form: FormData) => {
      sent.push(form.get('keywords'));
      return { objectId: 5 };
    },
  };
  const [photo, plan] = [new File(['a'], 'photo.jpg'), new File(['b'], 'plan.pdf')];
  const edit = {
    feature: new Graphic({ attributes: {} }),
    adds: true,
    values: {},
    withShape: false,
    added: [photo, plan],
    keywordsOf: (file: File) => (file === photo ? 'photo' : ''),
    deleted: [],
    onStored: () => {},
  };
  await sendFeature({ ...edit, layer: layer as unknown as FeatureLayer });
  expect(applied.mock.lastCall?.[0]).toMatchObject({
    addAttachments: [
      { attachment: { keywords: 'photo' } },
      { attachment: expect.not.objectContaining({ keywords: '' }) },
    ],
  });
  await sendFeature({ ...edit, layer: { ...layer, globalIdField: null } as unknown as FeatureLayer });
  expect(sent).toEqual(['photo', null]);
});

it('adds a feature once when the answer to the first attempt was lost', async () => {
  const table = new Map<string, Record<string, unknown>>();
  let isLost = true;
  const layer = {
    objectIdField: 'OBJECTID',
    globalIdField: 'GlobalID',
    capabilities: { editing: { supportsGlobalId: true } },
    queryFeatures: async ({ where }: { where: string }) => {
      if (isLost) throw new Error('Failed to fetch');
      const found = [...table.values()].filter(({ GlobalID }) => where.includes(String(GlobalID)));
      return { features: found.map((attributes) => ({ attributes })) };
    },
    applyEdits: async ({ addFeatures = [], updateFeatures = [] }: Record<string, Graphic[]>) => {
      for (const { attributes } of addFeatures) {
        const { GlobalID = `{${table.size}}` } = attributes as { GlobalID?: string };
        if (table.has(GlobalID)) return { addFeatureResults: [{ error: new Error('It exists.') }] };
        table.set(GlobalID, { ...attributes, GlobalID, OBJECTID: table.size + 1 });
      }
      for (const { attributes } of updateFeatures)
        for (const row of table.values())
          if (row['OBJECTID'] === attributes.OBJECTID) Object.assign(row, attributes);
      if (isLost) throw new Error('Failed to fetch');
      return { addFeatureResults: [{ objectId: 1 }] };
    },
  } as unknown as FeatureLayer;
  const edit = {
    layer,
    feature: new Graphic({ attributes: {} }),
    adds: true,
    withShape: true,
    added: [],
    deleted: [],
    onStored: () => {},
  };
  await expect(sendFeature({ ...edit, values: { name: 'Expo' } })).rejects.toMatchObject({
    id: 'edit:failed',
  });
  isLost = false;
  await sendFeature({ ...edit, values: { name: 'Expo 2017' } });
  expect([...table.values()]).toMatchObject([{ OBJECTID: 1, name: 'Expo 2017' }]);
});
