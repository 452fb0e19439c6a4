import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import type { FormLayer, LoadedForm } from '../../../portal/forms/load-form.ts';
import { preparePhotos } from '../../../ui/prepare-photo.ts';
import { ReportForm } from './report-form.tsx';
import { loadDraft, storeDraft, storeReport } from './report-store.ts';

vi.mock('../../../ui/prepare-photo.ts', () => ({ preparePhotos: vi.fn<typeof preparePhotos>() }));
vi.mock('./report-store.ts', async (original) => ({
  ...(await original<object>()),
  loadDraft: vi.fn<typeof loadDraft>(async () => undefined),
  storeDraft: vi.fn<typeof storeDraft>(async () => {}),
  storeReport: vi.fn<typeof storeReport>(async () => {}),
}));
vi.mock('./place-field.tsx', () => ({ PlaceField: () => null }));
vi.mock('../../../map/edit/form-expressions.ts', () => ({ openFormExpressions: () => undefined }));
afterEach(() => vi.clearAllMocks());

const source = {
  key: '0',
  url: 'https://maps.test/FeatureServer/0',
  form: undefined,
  layer: {
    name: 'Lamps',
    hasAttachments: true,
    objectIdField: 'OBJECTID',
    fields: [{ name: 'kind', type: 'esriFieldTypeString' }],
  },
} as unknown as FormLayer;
const form = { item: { id: 'form', title: 'Lamps' }, layers: [source] } as unknown as LoadedForm;

it('is sent once its photos are ready, with all of them', async () => {
  const made = Promise.withResolvers<void>();
  vi.mocked(preparePhotos).mockImplementation(async (_files, _limits, add) => {
    await made.promise;
    add(new Blob(['jpeg']), 'lamp.png');
    return [];
  });
  const waiting = { send: async () => ({ sent: [], refused: [], waiting: [] }), reports: [] };
  const prefill = { values: {}, geometry: null };
  const { person } = show(<ReportForm {...{ form, source, prefill, waiting }} search={undefined} />, {
    context: await fakeContext(),
  });
  const png = new File(['png'], 'lamp.png', { type: 'image/png' });
  await person.upload(await screen.findByLabelText('Add photos'), png);
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: /Send/ });
  await waitFor(() => expect(send().disabled).toBe(true));
  await act(async () => made.resolve());
  await screen.findByText('lamp.jpg');
  await person.click(send());
  await waitFor(() => expect(storeReport).toHaveBeenCalledOnce());
  expect(vi.mocked(storeReport).mock.calls[0]?.[0].report.photos).toMatchObject([{ name: 'lamp.jpg' }]);
});
