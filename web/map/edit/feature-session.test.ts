import EsriError from '@arcgis/core/core/Error.js';
import Graphic from '@arcgis/core/Graphic.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { expect, it, vi } from 'vitest';
import type { EditForm } from './edit-feature.ts';
import type { EditQueue } from './edit-queue.ts';
import { openFeature } from './feature-session.ts';

vi.mock('./form-model.ts', () => ({
  openForm: () => ({ elements: () => [], changed: () => false, close() {} }),
}));
vi.mock('./pick-features.ts', () => ({ nameOf: () => 'Expo' }));

const queue: EditQueue = { add: async () => {}, find: async () => undefined };

/** The forms of a feature whose attachments could not be read. */
async function formsAfter(failure: Error, waits: EditQueue | undefined) {
  const layer = new FeatureLayer({ url: 'https://services.example/FeatureServer', layerId: 0 });
  vi.spyOn(layer, 'capabilities', 'get').mockReturnValue({ data: { supportsAttachment: true } } as never);
  vi.spyOn(layer, 'queryAttachments').mockRejectedValue(failure);
  const feature = new Graphic({ attributes: { OBJECTID: 1 }, layer });
  vi.spyOn(feature, 'getObjectId').mockReturnValue(1);
  const forms: EditForm[] = [];
  openFeature({} as MapView, { layer, feature, adds: false, queue: waits }, (form) => forms.push(form));
  await vi.waitFor(() => expect(forms).not.toEqual([]));
  return forms.at(-1);
}

const lost = new EsriError('request:server', 'Failed to fetch', {});

it('a form says that attachments could not be read without a connection; the rest can be edited', async () => {
  expect(await formsAfter(lost, queue)).toMatchObject({ attachmentsUnread: true, error: undefined });
});

it.each([
  ['nothing can wait', lost, undefined],
  ['the service refuses them', new EsriError('x', 'No.', { httpStatus: 403 }), queue],
])('a form shows why attachments could not be read where %s', async (_where, failure, waits) => {
  const form = await formsAfter(failure, waits);
  expect(form?.attachmentsUnread).toBe(false);
  expect(form?.error).toBeDefined();
});
