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

/** A layer with one feature and its attachments, by their ids. */
function layerWithFiles(names: readonly string[]) {
  const files = new Map(names.map((id, index) => [id, index + 1]));
  const state = { isLost: false, updates: 0 };
  const bare = (id: string) => id.replace(/[{}]/g, '');
  const refused = (message: string) => ({ error: new Error(message) });
  const layer = {
    objectIdField: 'OBJECTID',
    globalIdField: 'GlobalID',
    capabilities: { editing: { supportsGlobalId: true }, data: { supportsAttachment: true } },
    queryAttachments: async () => {
      if (state.isLost) throw new Error('Failed to fetch');
      return { 7: [...files].map(([globalId, id]) => ({ id, globalId })) };
    },
    applyEdits: async (edits: {
      updateFeatures?: Graphic[];
      addAttachments: { attachment: { globalId: string } }[];
      deleteAttachments: string[];
    }) => {
      const added = edits.addAttachments.map(({ attachment }) => bare(attachment.globalId));
      const gone = edits.deleteAttachments.map(bare);
      if (added.some((id) => files.has(id))) return { addAttachmentResults: [refused('It exists.')] };
      if (gone.some((id) => !files.has(id))) return { deleteAttachmentResults: [refused('Not found.')] };
      state.updates += edits.updateFeatures?.length ?? 0;
      for (const id of added) files.set(id, files.size + 1);
      for (const id of gone) files.delete(id);
      if (state.isLost) throw new Error('Failed to fetch');
      return {};
    },
  } as unknown as FeatureLayer;
  return { layer, files, state };
}

it('updates a feature and its attachments again when the answer to the first attempt was lost', async () => {
  const { layer, files, state } = layerWithFiles(['a', 'b']);
  const photo = new File(['a'], 'photo.jpg');
  const edit = {
    layer,
    feature: new Graphic({ attributes: { OBJECTID: 7, GlobalID: 'f' } }),
    adds: false,
    values: { name: 'Expo' },
    withShape: false,
    added: [photo],
    deleted: [{ id: 1, globalId: '{a}' }],
    onStored: () => {},
  };
  state.isLost = true;
  await expect(sendFeature(edit)).rejects.toMatchObject({ id: 'edit:failed' });
  state.isLost = false;
  // More was changed before the next attempt.
  const plan = new File(['b'], 'plan.pdf');
  await sendFeature({
    ...edit,
    added: [photo, plan],
    deleted: [...edit.deleted, { id: 2, globalId: '{b}' }],
  });
  expect(files.size).toBe(2);
  expect(['a', 'b'].some((id) => files.has(id))).toBe(false);
  expect(state.updates).toBe(2);
  // Nothing is left of the same attempt.
  await sendFeature({ ...edit, values: {}, added: [photo] });
  expect(files.size).toBe(2);
});

it('shows why a service refuses an update whose attachments it does not have yet', async () => {
  const { layer } = layerWithFiles(['a']);
  layer.applyEdits = async () => ({ updateFeatureResults: [{ error: new Error('Too high.') }] }) as never;
  const sent = sendFeature({
    layer,
    feature: new Graphic({ attributes: { OBJECTID: 7, GlobalID: 'f' } }),
    adds: false,
    values: { height: 900 },
    withShape: false,
    added: [new File(['a'], 'photo.jpg')],
    deleted: [{ id: 1, globalId: '{a}' }],
    onStored: () => {},
  });
  await expect(sent).rejects.toMatchObject({ cause: { message: 'Too high.' } });
});

it('accepts that a service without GlobalIDs has deleted an attachment before', async () => {
  const files = new Set([1, 2, 3]);
  const layer = {
    objectIdField: 'OBJECTID',
    queryAttachments: async () => ({ 7: [...files].map((id) => ({ id })) }),
    deleteAttachments: async (_owner: unknown, ids: number[]) =>
      ids.map((id) => (id !== 3 && files.delete(id) ? {} : { error: new Error(`No ${id}`) })),
  } as unknown as FeatureLayer;
  const remove = (...ids: number[]) =>
    sendFeature({
      layer,
      feature: new Graphic({ attributes: { OBJECTID: 7 }, layer: { objectIdField: 'OBJECTID' } as never }),
      adds: false,
      values: {},
      withShape: false,
      added: [],
      deleted: ids.map((id) => ({ id, globalId: undefined })),
      onStored: () => {},
    });
  await remove(1);
  await remove(1, 2);
  expect([...files]).toEqual([3]);
  await expect(remove(2, 3)).rejects.toMatchObject({ id: 'edit:failed' });
});
