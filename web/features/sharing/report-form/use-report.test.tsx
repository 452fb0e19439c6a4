import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import type { openFormExpressions } from '../../../map/edit/form-expressions.ts';
import type { FormLayer } from '../../../portal/forms/load-form.ts';
import { loadDraft, storeDraft } from './report-store.ts';
import { useReport } from './use-report.ts';

vi.mock('../../../map/edit/form-expressions.ts', () => ({
  openFormExpressions: vi.fn<typeof openFormExpressions>(),
}));
vi.mock('./report-store.ts', async (original) => ({
  ...(await original<object>()),
  loadDraft: vi.fn<typeof loadDraft>(),
  storeDraft: vi.fn<typeof storeDraft>(),
}));

afterEach(() => vi.resetAllMocks());

const source = {
  key: '0',
  url: 'https://maps.test/FeatureServer/0',
  form: undefined,
  layer: {
    geometryType: 'esriGeometryPoint',
    objectIdField: 'OBJECTID',
    fields: [{ name: 'kind', type: 'esriFieldTypeString' }],
  },
} as unknown as FormLayer;
const link = { values: { kind: 'lamp' }, geometry: { x: 71.4, y: 51.1 } };
const draft = { id: 'd', attributes: { kind: 'road' }, geometry: { x: 70, y: 50 }, photos: [] };

function Form() {
  const { report, restored, startOver, begin } = useReport('form', source, link, false);
  return (
    <>
      <p>{JSON.stringify([report.attributes['kind'], report.geometry, restored])}</p>
      <button onClick={() => void startOver()}>Start over</button>
      <button onClick={() => void begin()}>Report another</button>
    </>
  );
}

it('starts over with the values and the place of the link, and reports another at another place', async () => {
  vi.mocked(loadDraft).mockResolvedValue({ report: draft, touched: ['kind'], at: 0 });
  vi.mocked(storeDraft).mockResolvedValue();
  const { person } = show(<Form />, { context: await fakeContext() });
  const shows = (...parts: unknown[]) => waitFor(() => screen.getByText(JSON.stringify(parts)));
  await shows('road', draft.geometry, true);
  await person.click(screen.getByRole('button', { name: 'Start over' }));
  await shows('lamp', link.geometry, false);
  await person.click(screen.getByRole('button', { name: 'Report another' }));
  await shows('lamp', null, false);
  expect(storeDraft).toHaveBeenCalledWith(expect.objectContaining({ formId: 'form' }), undefined);
});
