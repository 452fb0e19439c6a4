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
