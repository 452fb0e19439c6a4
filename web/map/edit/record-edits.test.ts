import { describe, expect, it, vi } from 'vitest';
import type { EditableLayer, EditAnswer, EditedFeature, LayerEdits } from './editable-layer.ts';
import type { FeatureEdit } from './follow-edits.ts';
import { recordEdits } from './record-edits.ts';
import { RenamedIds } from './renamed-ids.ts';

const bay = { x: 71, y: 51 };
const stop = {
  OBJECTID: 7,
  GlobalID: '{A}',
  name: 'Expo',
  shelter: 'no',
  EditDate: 1,
};

interface Service {
  features?: Record<string, unknown>[];
  operations?: object;
  editing?: object;
  attachments?: Record<string, unknown[]>;
  queryFails?: boolean;
  failing?: (feature: EditedFeature) => boolean;
}

/** An SDK layer on a service with configurable responses, and the requests it received. */
function rig(service: Service = {}) {
  const sent: [edits: LayerEdits, options: object | undefined][] = [];
  const answersTo = (given: Iterable<EditedFeature> | undefined): EditAnswer[] =>
    Array.from(given ?? []).map((feature) =>
      service.failing?.(feature)
        ? { error: new Error('Not allowed') }
        : {
            objectId: feature.objectId ?? Number(feature.attributes?.['OBJECTID'] ?? 8),
            globalId: String(feature.globalId ?? feature.attributes?.['GlobalID'] ?? '{B}'),
          },
    );
  const note = (method: string, given: unknown[]) =>
    sent.push([method, given] as unknown as (typeof sent)[0]);
  // Methods are those of its class, as with the SDK.
  const layer = Object.create({
    title: 'Stops',
    objectIdField: 'OBJECTID',
    globalIdField: 'GlobalID',
    fields: [
      { name: 'OBJECTID', editable: false },
      { name: 'GlobalID', editable: false },
      { name: 'name', editable: true },
      { name: 'shelter', editable: true },
      { name: 'EditDate', editable: false },
    ],
    capabilities: {
      operations: { supportsAdd: true, supportsUpdate: true, supportsDelete: true, ...service.operations },
      editing: { supportsGlobalId: true, supportsRollbackOnFailure: true, ...service.editing },
      data: { supportsAttachment: service.attachments !== undefined, supportsZ: false, supportsM: false },
    },
    spatialReference: { wkid: 4326 },
    applyEdits: async (edits: LayerEdits, options?: object) => {
      sent.push([edits, options]);
      return {
        addFeatureResults: answersTo(edits.addFeatures),
        updateFeatureResults: answersTo(edits.updateFeatures),
        deleteFeatureResults: answersTo(edits.deleteFeatures),
        addAttachmentResults: (edits.addAttachments ?? []).map(() => ({})),
        updateAttachmentResults: (edits.updateAttachments ?? []).map(() => ({})),
        deleteAttachmentResults: (edits.deleteAttachments ?? []).map(() => ({})),
      };
    },
    queryFeatures: vi.fn<EditableLayer['queryFeatures']>(async () => {
      if (service.queryFails) throw new Error('away');
      return {
        features: (service.features ?? [stop]).map((attributes) => ({ attributes, geometry: bay })),
      };
    }),
    queryAttachments: async () => (service.attachments ?? {}) as never,
    addAttachment: async (...given: unknown[]) => {
      note('addAttachment', given);
      return { objectId: 70 + sent.length };
    },
    updateAttachment: async (...given: unknown[]) => {
      note('updateAttachment', given);
      return {};
    },
    deleteAttachments: async (...given: unknown[]) => {
      note('deleteAttachments', given);
      return [{}];
    },
  }) as EditableLayer;
  const edits: FeatureEdit[] = [];
  const unwrap = recordEdits(
    layer,
    (edit) => edits.push(edit),
    async (address) => new Blob([`file of ${address}`]),
  );
  return { layer, sent, edits, unwrap };
}

describe('undoing an edit', () => {
  it('deletes what was added', async () => {
    const { layer, sent, edits } = rig();
    await layer.applyEdits({ addFeatures: [{ attributes: { name: 'New' }, geometry: bay }] });
    expect(edits).toMatchObject([{ layerTitle: 'Stops', kind: 'added', features: 1 }]);
    await edits[0]?.undo?.();
    expect(sent[1]).toEqual([
      { deleteFeatures: [{ objectId: 8, globalId: '{B}' }] },
      { rollbackOnFailureEnabled: true },
    ]);
  });

  it('restores only the changed values, and the geometry only if it changed', async () => {
    const { layer, sent, edits } = rig();
    await layer.applyEdits({
      updateFeatures: [{ attributes: { OBJECTID: 7, shelter: 'yes', EditDate: 2 } }],
    });
    await edits[0]?.undo?.();
    expect(sent[1]?.[0]).toEqual({
      updateFeatures: [{ attributes: { OBJECTID: 7, GlobalID: '{A}', shelter: 'no' } }],
    });
    await layer.applyEdits({ updateFeatures: [{ attributes: { OBJECTID: 7 }, geometry: { x: 0, y: 0 } }] });
    await edits[1]?.undo?.();
    expect(sent[3]?.[0]).toEqual({
      updateFeatures: [{ attributes: { OBJECTID: 7, GlobalID: '{A}' }, geometry: bay }],
    });
  });

  it.each([
    ['its GlobalID where the service takes it', {}, { GlobalID: '{A}' }, { globalIdUsed: true }],
    ['a new one elsewhere', { editing: { supportsGlobalId: false } }, {}, {}],
  ])('adds deleted features again, with %s', async (_which, service, id, options) => {
    const { layer, sent, edits } = rig(service);
    await layer.applyEdits({ deleteFeatures: [{ objectId: 7 }] });
    expect(edits).toMatchObject([{ kind: 'deleted', features: 1, losesAttachments: false }]);
    await edits[0]?.undo?.();
    expect(sent[1]).toEqual([
      { addFeatures: [{ geometry: bay, attributes: { ...id, name: 'Expo', shelter: 'no' } }] },
      { ...options, rollbackOnFailureEnabled: true },
    ]);
  });

  it('requests the full feature from the service, by its GlobalID where it has no other id', async () => {
    const { layer } = rig();
    await layer.applyEdits({ deleteFeatures: [{ globalId: "{A'}" }] });
    expect(vi.mocked(layer.queryFeatures).mock.calls[0]?.[0]).toMatchObject({
      where: "GlobalID IN ('{A''}')",
      outFields: ['*'],
      returnGeometry: true,
      outSpatialReference: { wkid: 4326 },
    });
  });

  it('reports that attachments are not restored', async () => {
    const { layer, edits } = rig({ attachments: { 7: [{}] } });
    await layer.applyEdits({ deleteFeatures: [{ objectId: 7 }] });
    expect(edits[0]?.losesAttachments).toBe(true);
  });

  it('deletes added attachments', async () => {
    const { layer, sent, edits } = rig();
    await layer.applyEdits({ addAttachments: [{ attachment: { globalId: '{P}' } }] });
    await edits[0]?.undo?.();
    expect(sent[1]).toEqual([
      { deleteAttachments: ['{P}'] },
      { globalIdUsed: true, rollbackOnFailureEnabled: true },
    ]);
  });

  it('covers what the service applied, not what it rejected', async () => {
    const { layer, sent, edits } = rig({ failing: (feature) => feature.objectId === 7 });
    await layer.applyEdits({ deleteFeatures: [{ objectId: 7 }] });
    expect(edits).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  it.each<[string, Service, LayerEdits]>([
    ['nothing may be added', { operations: { supportsAdd: false } }, { deleteFeatures: [{ objectId: 7 }] }],
    ['nothing may be deleted', { operations: { supportsDelete: false } }, { addFeatures: [{}] }],
    ['the earlier values are not known', { queryFails: true }, { deleteFeatures: [{ objectId: 7 }] }],
  ])('is not offered when %s, but the edit is applied', async (_why, service, given) => {
    const { layer, sent, edits } = rig(service);
    await layer.applyEdits(given);
    expect(sent).toHaveLength(1);
    expect(edits).toMatchObject([{ features: 1, undo: undefined }]);
  });

  it('rejects when the service refuses it', async () => {
    let full = false;
    const { layer, edits } = rig({ failing: () => full });
    await layer.applyEdits({ deleteFeatures: [{ objectId: 7 }] });
    full = true;
    await expect(edits[0]?.undo?.()).rejects.toThrow('Not allowed');
    expect(edits).toHaveLength(1);
  });
});

it('is not recorded once the layer is unwrapped', async () => {
  const { layer, sent, edits, unwrap } = rig();
  unwrap();
  await layer.applyEdits({ deleteFeatures: [{ objectId: 7 }] });
  expect(sent).toHaveLength(1);
  expect(edits).toEqual([]);
});

it('finds the current id where a service uses earlier ids again', () => {
  const renamed = new RenamedIds();
  renamed.feature(8, 9);
  renamed.feature(9, 8);
  expect([8, 9].map((id) => renamed.featureIdNow(id))).toEqual([8, 8]);
});
