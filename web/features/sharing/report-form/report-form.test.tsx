import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { type FormExpressions, openFormExpressions } from '../../../map/edit/form-expressions.ts';
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
vi.mock('../../../map/edit/form-expressions.ts', () => ({
  openFormExpressions: vi.fn<typeof openFormExpressions>(),
}));
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
const visitor = { search: undefined, wasVisitor: false, startsFocused: false };
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
  const { person } = show(<ReportForm {...{ form, source, prefill, waiting, ...visitor }} />, {
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

describe('attachment elements', () => {
  const photos = {
    type: 'attachment',
    label: 'Number plate',
    description: 'From the front',
    attachmentKeyword: 'plate',
    minAttachmentCount: 1,
    maxAttachmentCount: 2,
    inputType: { type: 'image' },
  };
  const fields = { type: 'field', fieldName: 'kind' };
  const file = (name: string) => new File(['png'], `${name}.png`, { type: 'image/png' });

  async function rig(...formElements: object[]) {
    vi.mocked(preparePhotos).mockImplementation(async (files, { most, attached }, add) => {
      for (const { name } of files.slice(0, most - attached)) add(new Blob(['jpeg']), name);
      return [];
    });
    const asked = { ...source, form: { formElements: [fields, ...formElements] } };
    const waiting = { send: async () => ({ sent: [], refused: [], waiting: [] }), reports: [] };
    const prefill = { values: {}, geometry: null };
    const { person } = show(<ReportForm {...{ form, source: asked, prefill, waiting, ...visitor }} />, {
      context: await fakeContext(),
    });
    const send = async () => person.click(await screen.findByRole('button', { name: /Send/ }));
    return { person, send };
  }
  const sent = () => vi.mocked(storeReport).mock.calls[0]?.[0].report.photos;

  it('ask for their number of photos, which are sent with their keyword', async () => {
    const { person, send } = await rig(photos, { ...photos, label: 'Damage', attachmentKeyword: 'damage' });
    await send();
    const plate = screen.getByRole('region', { name: 'Number plate' });
    await waitFor(() => expect(document.activeElement).toBe(plate));
    expect(screen.getByText('Some fields need your attention.')).toBeDefined();
    await person.upload(within(plate).getByLabelText('Add photos'), [file('a'), file('b'), file('c')]);
    await within(plate).findByText('b.jpg');
    expect(within(plate).queryByText('c.jpg')).toBeNull();
    const damage = screen.getByRole('region', { name: 'Damage' });
    await person.upload(within(damage).getByLabelText('Add photos'), file('d'));
    await within(damage).findByText('d.jpg');
    await send();
    await waitFor(() =>
      expect(sent()).toMatchObject([
        { name: 'a.jpg', keywords: 'plate' },
        { name: 'b.jpg', keywords: 'plate' },
        { name: 'd.jpg', keywords: 'damage' },
      ]),
    );
  });

  it('for other files, and hidden ones, are left out', async () => {
    const hidden = { ...photos, visibilityExpression: 'expr/system/false' };
    const { send } = await rig(
      { ...photos, inputType: { type: 'audio' } },
      {
        type: 'group',
        label: 'More',
        formElements: [hidden],
      },
    );
    await send();
    await waitFor(() => expect(sent()).toEqual([]));
    expect(screen.queryByLabelText('Add photos')).toBeNull();
  });
});

describe('expressions', () => {
  const field = (name: string) => ({ name, type: 'esriFieldTypeString' });
  const asked = {
    ...source,
    layer: { ...source.layer, hasAttachments: false, fields: ['note', 'detail', 'kind'].map(field) },
    form: {
      expressionInfos: ['expr/asks', 'expr/kind'].map((name) => ({ name, expression: name })),
      formElements: [
        { type: 'field', fieldName: 'note' },
        {
          type: 'field',
          fieldName: 'detail',
          visibilityExpression: 'expr/asks',
          requiredExpression: 'expr/asks',
        },
        { type: 'field', fieldName: 'kind', valueExpression: 'expr/kind' },
      ],
    },
  } as unknown as FormLayer;
  const resultsOf = ({ note }: Parameters<FormExpressions['evaluate']>[0]) =>
    new Map<string, unknown>([
      ['expr/asks', note === 'other'],
      ['expr/kind', String(note).toUpperCase()],
    ]);

  async function rig(opened: Promise<FormExpressions>) {
    vi.mocked(openFormExpressions).mockReturnValue(opened);
    const waiting = { send: async () => ({ sent: [], refused: [], waiting: [] }), reports: [] };
    const prefill = { values: {}, geometry: null };
    const { person } = show(<ReportForm {...{ form, source: asked, prefill, waiting, ...visitor }} />, {
      context: await fakeContext(),
    });
    const send = async () => person.click(await screen.findByRole('button', { name: /Send/ }));
    const write = async (name: string, text: string) =>
      person.type(await screen.findByRole('textbox', { name: new RegExp(name) }), text);
    return { send, write };
  }
  const sent = () => vi.mocked(storeReport).mock.calls.map(([{ report }]) => report.attributes);

  it('are awaited while they are loaded, and what they require is asked for', async () => {
    const opened = Promise.withResolvers<FormExpressions>();
    const { send, write } = await rig(opened.promise);
    await write('note', 'other');
    await send();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Send/ }).disabled).toBe(true);
    await act(async () => opened.resolve({ evaluate: async (values) => resultsOf(values) }));
    await screen.findByText('Some fields need your attention.');
    const detail = screen.getByRole('textbox', { name: /detail/ });
    await waitFor(() => expect(document.activeElement).toBe(detail));
    expect(sent()).toEqual([]);
    await write('detail', 'dark');
    await send();
    await waitFor(() => expect(sent()).toEqual([{ note: 'other', detail: 'dark', kind: 'OTHER' }]));
  });

  it('are sent with their results for the last input', async () => {
    const found = Promise.withResolvers<void>();
    const evaluate: FormExpressions['evaluate'] = async (values) => {
      if (values['note']) await found.promise;
      return resultsOf(values);
    };
    const { send, write } = await rig(Promise.resolve({ evaluate }));
    await write('note', 'lamp');
    await send();
    await act(async () => {});
    expect(sent()).toEqual([]);
    await act(async () => found.resolve());
    await waitFor(() => expect(sent()).toEqual([{ note: 'lamp', kind: 'LAMP' }]));
  });

  it('that fail keep no report back', async () => {
    const { send, write } = await rig(
      Promise.resolve({ evaluate: () => Promise.reject(new Error('Broken')) }),
    );
    await screen.findByText(/Some rules of this form/);
    await write('note', 'lamp');
    await send();
    await waitFor(() => expect(sent()).toHaveLength(1));
  });
});
